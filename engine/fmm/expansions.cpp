// SPDX-License-Identifier: BSD-3-Clause
#include "fmm/expansions.hpp"

#include <algorithm>

#include "fmm/operators.hpp"

namespace slurry::fmm {

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
