// SPDX-License-Identifier: BSD-3-Clause
#include "fmm/expansions.hpp"

#include <algorithm>

#include "base/simd.hpp"
#include "fmm/operators.hpp"

namespace slurry::fmm {
namespace {

using Wide = simd::Wide<double>;
constexpr int width = static_cast<int>(Wide::size());

/// f(place, moved numbers) of an expansion of four sets, a vector at a time: B += d . A.  Lanes are A_1, A_2, A_3, B: a
/// load that begins earlier brings A_a to B's lane.
template <class F>
void moved(int rows, const double* in, const std::array<double, 3>& d, const F& f) {
  alignas(64) double factors[3][8] = {};
  for (std::size_t a = 0; a < 3; ++a) factors[a][3] = factors[a][7] = d[a];
  const int numbers = 4 * rows, whole = numbers - numbers % width;
  for (int k = 0; k < whole; k += width) {
    Wide v(in + k, simd::element_aligned);
    for (int a = 0; a < 3; ++a)
      v += Wide(factors[a] + k % 4, simd::element_aligned) * Wide(in + k - (3 - a), simd::element_aligned);
    f(k, v);
  }
  if (whole == numbers) return;
  // half a vector is left over
  alignas(64) double rest[8];
  for (int c = 0; c < 4; ++c) rest[c] = in[whole + c];
  for (std::size_t a = 0; a < 3; ++a) rest[3] += d[a] * rest[a];
  for (int c = 4; c < 8; ++c) rest[c] = 0;
  f(whole, Wide(rest, simd::element_aligned));
}

}  // namespace

void Expansions::clear() {
  double* const v = values_.data();
  Kokkos::parallel_for("slurry::fmm::clear", Kokkos::RangePolicy<Host>(0, static_cast<int>(values_.size() / 64) + 1),
                       [=, size = values_.size()](int block) {
                         const std::size_t first = std::size_t(block) * 64;
                         std::fill(v + std::min(first, size), v + std::min(first + 64, size), 0.0);
                       });
  Kokkos::fence();
}

void gather_tile(const ExpansionShape& shape, const Expansions& from, std::span<const int> boxes, const double* signs,
                 double* tile) {
  const int rows = shape.rows(), sets = shape.sets;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    double* to = tile + i * std::size_t(sets);
    if (boxes[i] < 0) {
      for (int k = 0; k < rows; ++k, to += tile_columns)
        for (int c = 0; c < sets; ++c) to[c] = 0;
      continue;
    }
    const double* in = from.of(boxes[i]);
    if (sets == 4) {
      for (int k = 0; k < rows; ++k, to += tile_columns, in += 4) {
        const double s = signs ? signs[k] : 1.0;
        for (int c = 0; c < 4; ++c) to[c] = s * in[c];
      }
    } else {
      for (int k = 0; k < rows; ++k, to += tile_columns) to[0] = (signs ? signs[k] : 1.0) * in[k];
    }
  }
  for (int i = static_cast<int>(boxes.size()) * sets; i < tile_columns; ++i)
    for (int k = 0; k < rows; ++k) tile[k * tile_columns + i] = 0;
}

void scatter_tile(const ExpansionShape& shape, const double* tile, const double* signs, std::span<const int> boxes,
                  Expansions& to) {
  const int rows = shape.rows(), sets = shape.sets;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (boxes[i] < 0) continue;
    const double* from = tile + i * std::size_t(sets);
    double* out = to.of(boxes[i]);
    for (int k = 0; k < rows; ++k, from += tile_columns, out += sets) {
      const double s = signs ? signs[k] : 1.0;
      for (int c = 0; c < sets; ++c) out[c] += s * from[c];
    }
  }
}

void gather_moved_tile(const ExpansionShape& shape, const Expansions& from, std::span<const int> boxes,
                       OriginMoves moves, double* tile, double* scratch) {
  if (shape.sets != 4) return gather_tile(shape, from, boxes, nullptr, tile);
  const int rows = shape.rows();
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    moved(rows, from.of(boxes[i]), moves[i],
          [&](int k, const Wide& v) { v.copy_to(scratch + k, simd::element_aligned); });
    double* to = tile + 4 * i;
    const double* in = scratch;
    for (int k = 0; k < rows; ++k, to += tile_columns, in += 4) std::copy_n(in, 4, to);
  }
  for (int i = static_cast<int>(boxes.size()) * 4; i < tile_columns; ++i)
    for (int k = 0; k < rows; ++k) tile[k * tile_columns + i] = 0;
}

void scatter_moved_tile(const ExpansionShape& shape, const double* tile, std::span<const int> boxes, OriginMoves moves,
                        Expansions& to, double* scratch) {
  if (shape.sets != 4) return scatter_tile(shape, tile, nullptr, boxes, to);
  const int rows = shape.rows(), last = 4 * rows;
  double* const own = scratch + Expansions::front_padding;
  std::fill_n(scratch, Expansions::front_padding, 0.0);
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const double* from = tile + 4 * i;
    for (int k = 0; k < rows; ++k, from += tile_columns) std::copy_n(from, 4, own + 4 * k);
    double* const out = to.of(boxes[i]);
    moved(rows, own, moves[i], [&](int k, const Wide& v) {
      if (k + width <= last) {
        (Wide(out + k, simd::element_aligned) + v).copy_to(out + k, simd::element_aligned);
      } else {
        for (int c = 0; k + c < last; ++c) out[k + c] += v[static_cast<std::size_t>(c)];
      }
    });
  }
}

void move_origin(const ExpansionShape& shape, const double d[3], double* tile) {
  if (shape.sets != 4) return;
  const int rows = shape.rows();
  for (int k = 0; k < rows; ++k, tile += tile_columns)
    for (int i = 0; i < tile_columns; i += 4) tile[i + 3] += d[0] * tile[i] + d[1] * tile[i + 1] + d[2] * tile[i + 2];
}

std::vector<double> mirror_signs(int p, int axes) {
  std::vector<double> signs(static_cast<std::size_t>(coefficients(p)), 1.0);
  for (int axis = 0; axis < 3; ++axis)
    if (axes >> axis & 1)
      for (int l = 0; l <= p; ++l)
        for (int m = -l; m <= l; ++m) signs[static_cast<std::size_t>(place(l, m))] *= mirror_sign(axis, l, m);
  return signs;
}

}  // namespace slurry::fmm
