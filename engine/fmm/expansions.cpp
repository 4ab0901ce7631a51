// SPDX-License-Identifier: BSD-3-Clause
#include "fmm/expansions.hpp"

#include <algorithm>

#include "base/simd.hpp"
#include "fmm/operators.hpp"

namespace slurry::fmm {
namespace {

/// f(place, moved numbers) of an expansion of four sets, a vector at a time: B += d . A.  Lanes are A_1, A_2, A_3, B: a
/// load that begins earlier brings A_a to B's lane.
template <class Real, class F>
void moved(int rows, const Real* in, const std::array<double, 3>& d, const F& f) {
  using Wide = simd::Wide<Real>;
  constexpr int width = static_cast<int>(Wide::size()), most = 16;
  static_assert(width <= most);
  alignas(64) Real factors[3][most] = {};
  for (std::size_t a = 0; a < 3; ++a)
    for (int c = 3; c < most; c += 4) factors[a][c] = static_cast<Real>(d[a]);
  const int numbers = 4 * rows, whole = numbers - numbers % width;
  for (int k = 0; k < whole; k += width) {
    Wide v(in + k, simd::element_aligned);
    for (int a = 0; a < 3; ++a)
      v += Wide(factors[a] + k % 4, simd::element_aligned) * Wide(in + k - (3 - a), simd::element_aligned);
    f(k, v);
  }
  if (whole == numbers) return;
  // a part of a vector is left over
  alignas(64) Real rest[most] = {};
  for (int c = 0; c < numbers - whole; ++c) rest[c] = in[whole + c];
  for (int c = 0; c < numbers - whole; c += 4)
    for (int a = 0; a < 3; ++a) rest[c + 3] += factors[a][3] * rest[c + a];
  f(whole, Wide(rest, simd::element_aligned));
}

}  // namespace

template <class Real>
void ExpansionsOf<Real>::clear() {
  Real* const v = values_.data();
  Kokkos::parallel_for("slurry::fmm::clear", Kokkos::RangePolicy<Host>(0, static_cast<int>(values_.size() / 64) + 1),
                       [=, size = values_.size()](int block) {
                         const std::size_t first = std::size_t(block) * 64;
                         std::fill(v + std::min(first, size), v + std::min(first + 64, size), Real(0));
                       });
  Kokkos::fence();
}

template <class Real>
void gather_tile(const ExpansionShape& shape, const ExpansionsOf<Real>& from, std::span<const int> boxes,
                 const Real* signs, Real* tile) {
  const int rows = shape.rows(), sets = shape.sets;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    Real* to = tile + i * std::size_t(sets);
    if (boxes[i] < 0) {
      for (int k = 0; k < rows; ++k, to += tile_columns)
        for (int c = 0; c < sets; ++c) to[c] = 0;
      continue;
    }
    const Real* in = from.of(boxes[i]);
    if (sets == 4) {
      for (int k = 0; k < rows; ++k, to += tile_columns, in += 4) {
        const Real s = signs ? signs[k] : Real(1);
        for (int c = 0; c < 4; ++c) to[c] = s * in[c];
      }
    } else {
      for (int k = 0; k < rows; ++k, to += tile_columns) to[0] = (signs ? signs[k] : Real(1)) * in[k];
    }
  }
  for (int i = static_cast<int>(boxes.size()) * sets; i < tile_columns; ++i)
    for (int k = 0; k < rows; ++k) tile[k * tile_columns + i] = 0;
}

template <class Real>
void scatter_tile(const ExpansionShape& shape, const Real* tile, const Real* signs, std::span<const int> boxes,
                  ExpansionsOf<Real>& to) {
  const int rows = shape.rows(), sets = shape.sets;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (boxes[i] < 0) continue;
    const Real* from = tile + i * std::size_t(sets);
    Real* out = to.of(boxes[i]);
    for (int k = 0; k < rows; ++k, from += tile_columns, out += sets) {
      const Real s = signs ? signs[k] : Real(1);
      for (int c = 0; c < sets; ++c) out[c] += s * from[c];
    }
  }
}

template <class Real>
void gather_moved_tile(const ExpansionShape& shape, const ExpansionsOf<Real>& from, std::span<const int> boxes,
                       OriginMoves moves, Real* tile, Real* scratch) {
  if (shape.sets != 4) return gather_tile<Real>(shape, from, boxes, nullptr, tile);
  const int rows = shape.rows();
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    moved(rows, from.of(boxes[i]), moves[i],
          [&](int k, const simd::Wide<Real>& v) { v.copy_to(scratch + k, simd::element_aligned); });
    Real* to = tile + 4 * i;
    const Real* in = scratch;
    for (int k = 0; k < rows; ++k, to += tile_columns, in += 4) std::copy_n(in, 4, to);
  }
  for (int i = static_cast<int>(boxes.size()) * 4; i < tile_columns; ++i)
    for (int k = 0; k < rows; ++k) tile[k * tile_columns + i] = 0;
}

template <class Real>
void scatter_moved_tile(const ExpansionShape& shape, const Real* tile, std::span<const int> boxes, OriginMoves moves,
                        ExpansionsOf<Real>& to, Real* scratch) {
  using Wide = simd::Wide<Real>;
  if (shape.sets != 4) return scatter_tile<Real>(shape, tile, nullptr, boxes, to);
  constexpr int width = static_cast<int>(Wide::size());
  const int rows = shape.rows(), last = 4 * rows;
  Real* const own = scratch + expansion_padding;
  std::fill_n(scratch, expansion_padding, Real(0));
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Real* from = tile + 4 * i;
    for (int k = 0; k < rows; ++k, from += tile_columns) std::copy_n(from, 4, own + 4 * k);
    Real* const out = to.of(boxes[i]);
    moved(rows, own, moves[i], [&](int k, const Wide& v) {
      if (k + width <= last) {
        (Wide(out + k, simd::element_aligned) + v).copy_to(out + k, simd::element_aligned);
      } else {
        for (int c = 0; k + c < last; ++c) out[k + c] += v[static_cast<std::size_t>(c)];
      }
    });
  }
}

template <class Real>
void move_origin(const ExpansionShape& shape, const double d[3], Real* tile) {
  if (shape.sets != 4) return;
  const Real by[3] = {static_cast<Real>(d[0]), static_cast<Real>(d[1]), static_cast<Real>(d[2])};
  const int rows = shape.rows();
  for (int k = 0; k < rows; ++k, tile += tile_columns)
    for (int i = 0; i < tile_columns; i += 4)
      tile[i + 3] += by[0] * tile[i] + by[1] * tile[i + 1] + by[2] * tile[i + 2];
}

template <class Real>
std::vector<Real> mirror_signs(int p, int axes) {
  std::vector<Real> signs(static_cast<std::size_t>(coefficients(p)), Real(1));
  for (int axis = 0; axis < 3; ++axis)
    if (axes >> axis & 1)
      for (int l = 0; l <= p; ++l)
        for (int m = -l; m <= l; ++m)
          signs[static_cast<std::size_t>(place(l, m))] *= static_cast<Real>(mirror_sign(axis, l, m));
  return signs;
}

#define SLURRY_INSTANTIATE(Real)                                                                                       \
  template class ExpansionsOf<Real>;                                                                                   \
  template void gather_tile(const ExpansionShape&, const ExpansionsOf<Real>&, std::span<const int>, const Real*,       \
                            Real*);                                                                                    \
  template void scatter_tile(const ExpansionShape&, const Real*, const Real*, std::span<const int>,                    \
                             ExpansionsOf<Real>&);                                                                     \
  template void gather_moved_tile(const ExpansionShape&, const ExpansionsOf<Real>&, std::span<const int>, OriginMoves, \
                                  Real*, Real*);                                                                       \
  template void scatter_moved_tile(const ExpansionShape&, const Real*, std::span<const int>, OriginMoves,              \
                                   ExpansionsOf<Real>&, Real*);                                                        \
  template void move_origin(const ExpansionShape&, const double[3], Real*);                                            \
  template std::vector<Real> mirror_signs<Real>(int, int);
SLURRY_INSTANTIATE(double)
SLURRY_INSTANTIATE(float)
#undef SLURRY_INSTANTIATE

}  // namespace slurry::fmm
