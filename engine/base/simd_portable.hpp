// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>

// Vectors of the host's inner loops for standard libraries without SIMD types. They are arrays with the same
// operations; the compiler may or may not use vector instructions.
namespace slurry::simd {

struct ElementAligned {};
inline constexpr ElementAligned element_aligned{}, vector_aligned{};

template <int W>
struct PackMask {
  bool lane[W];
  static constexpr std::size_t size() { return W; }
  bool operator[](std::size_t i) const { return lane[i]; }
  PackMask operator!() const {
    PackMask m;
    for (int i = 0; i < W; ++i) m.lane[i] = !lane[i];
    return m;
  }
};

template <class Real, int W>
struct Pack {
  Real lane[W];

  static constexpr std::size_t size() { return W; }
  Pack() = default;
  Pack(Real x) {  // NOLINT: numbers stand for vectors of them
    for (Real& l : lane) l = x;
  }
  Pack(const Real* from, ElementAligned) { copy_from(from, {}); }
  void copy_from(const Real* from, ElementAligned) {
    for (int i = 0; i < W; ++i) lane[i] = from[i];
  }
  void copy_to(Real* to, ElementAligned) const {
    for (int i = 0; i < W; ++i) to[i] = lane[i];
  }
  Real operator[](std::size_t i) const { return lane[i]; }
  Real& operator[](std::size_t i) { return lane[i]; }
  Pack operator-() const { return Pack(Real(0)) - *this; }

#define SLURRY_PACK_ARITHMETIC(op)                        \
  Pack& operator op##=(const Pack& b) {                   \
    for (int i = 0; i < W; ++i) lane[i] op## = b.lane[i]; \
    return *this;                                         \
  }                                                       \
  friend Pack operator op(Pack a, const Pack& b) {        \
    return a op## = b;                                    \
  }
  SLURRY_PACK_ARITHMETIC(+)
  SLURRY_PACK_ARITHMETIC(-)
  SLURRY_PACK_ARITHMETIC(*)
  SLURRY_PACK_ARITHMETIC(/)
#undef SLURRY_PACK_ARITHMETIC

#define SLURRY_PACK_COMPARISON(op)                                  \
  friend PackMask<W> operator op(const Pack& a, const Pack& b) {    \
    PackMask<W> m;                                                  \
    for (int i = 0; i < W; ++i) m.lane[i] = a.lane[i] op b.lane[i]; \
    return m;                                                       \
  }
  SLURRY_PACK_COMPARISON(<)
  SLURRY_PACK_COMPARISON(<=)
  SLURRY_PACK_COMPARISON(>)
  SLURRY_PACK_COMPARISON(>=)
  SLURRY_PACK_COMPARISON(==)
  SLURRY_PACK_COMPARISON(!=)
#undef SLURRY_PACK_COMPARISON
};

template <class Real>
using Wide = Pack<Real, int(64 / sizeof(Real))>;

template <int W>
bool none_of(const PackMask<W>& m) {
  for (bool l : m.lane)
    if (l) return false;
  return true;
}

/// The lanes that a mask selects.
template <class Real, int W>
struct SelectedLanes {
  const PackMask<W>& mask;
  Pack<Real, W>& pack;
  void operator=(const Pack<Real, W>& x) && {
    for (int i = 0; i < W; ++i)
      if (mask.lane[i]) pack.lane[i] = x.lane[i];
  }
};
template <class Real, int W>
SelectedLanes<Real, W> where(const PackMask<W>& mask, Pack<Real, W>& pack) {
  return {mask, pack};
}

template <class Real, int W>
Real reduce(const Pack<Real, W>& a) {
  Real sum = 0;
  for (Real l : a.lane) sum += l;
  return sum;
}

template <class Real, int W>
Pack<Real, W> max(Pack<Real, W> a, const Pack<Real, W>& b) {
  for (int i = 0; i < W; ++i) a.lane[i] = a.lane[i] < b.lane[i] ? b.lane[i] : a.lane[i];
  return a;
}

template <bool OrZero = false, class Real, int W>
Pack<Real, W> inverse_sqrt(Pack<Real, W> s) {
  for (Real& l : s.lane) l = OrZero && l == 0 ? Real(0) : 1 / std::sqrt(l);
  return s;
}

}  // namespace slurry::simd

#include "base/simd_lanes.hpp"

namespace slurry::simd {

template <class Real>
unsigned lanes_below(Wide<Real> a, Wide<Real> b) {
  return bits_of(a < b);
}
template <class Real>
void compress(unsigned lanes, Wide<Real> v, Real* to) {
  compress_by_lane(lanes, v, to);
}
template <class Real>
void expand_add(unsigned lanes, const Real* from, Real* to) {
  expand_add_by_lane(lanes, from, to);
}
template <class Real>
Wide<Real> load_shifted(const double* from, double offset) {
  return load_shifted_by_lane<Real>(from, offset);
}

}  // namespace slurry::simd
