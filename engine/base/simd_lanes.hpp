// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

// Functions on lanes and on bits that select lanes, for hosts without special instructions. Only simd.hpp and
// simd_portable.hpp include this file; they document the functions.
namespace slurry::simd {

/// A vector with the numbers 0, 1, 2, ... in its lanes.
template <class Real>
inline Wide<Real> lane_numbers() {
  alignas(64) Real lane[Wide<Real>::size()];
  for (std::size_t l = 0; l < Wide<Real>::size(); ++l) lane[l] = static_cast<Real>(l);
  return Wide<Real>(lane, vector_aligned);
}

template <class Mask>
inline unsigned bits_of(const Mask& mask) {
  unsigned bits = 0;
  for (std::size_t l = 0; l < Mask::size(); ++l) bits |= unsigned(bool(mask[l])) << l;
  return bits;
}

template <class Vector, class Real>
inline void compress_by_lane(unsigned lanes, const Vector& v, Real* to) {
  for (std::size_t l = 0; l < Vector::size(); ++l) {
    *to = v[l];
    to += lanes >> l & 1u;
  }
}

template <class Real>
inline void expand_add_by_lane(unsigned lanes, const Real* from, Real* to) {
  for (; lanes != 0; lanes >>= 1, ++to)
    if (lanes & 1u) *to += *from++;
}

template <class Real>
inline Wide<Real> load_shifted_by_lane(const double* from, double offset) {
  Real lane[Wide<Real>::size()];
  for (std::size_t l = 0; l < Wide<Real>::size(); ++l) lane[l] = static_cast<Real>(from[l] + offset);
  return Wide<Real>(lane, element_aligned);
}

}  // namespace slurry::simd
