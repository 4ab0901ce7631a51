// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <array>
#include <cmath>

#include "slurry/options.hpp"

namespace slurry {

/// Regular cells over a box. Rows of cells run along x; a row has the index iz * n[1] + iy. Coordinates are relative to
/// `origin` (the lower corner) and wrapped into [0, length) in periodic directions.
struct CellGrid {
  double origin[3] = {0, 0, 0};
  double length[3] = {1, 1, 1};
  double per_length[3] = {1, 1, 1};  ///< 1/length
  double width[3] = {1, 1, 1};
  int n[3] = {1, 1, 1};
  bool periodic[3] = {true, true, true};

  KOKKOS_FUNCTION int rows() const { return n[1] * n[2]; }
  KOKKOS_FUNCTION int cells() const { return n[0] * n[1] * n[2]; }

  /// Coordinate in the box. It is wrapped in periodic directions.
  KOKKOS_FUNCTION double local(int d, double x) const {
    double u = x - origin[d];
    if (periodic[d]) {
      u -= length[d] * std::floor(u * per_length[d]);
      if (u < 0 || u >= length[d]) u = 0;  // rounding may leave u just outside of the period
    }
    return u;
  }
  KOKKOS_FUNCTION int cell_of(int d, double local_coordinate) const {
    const int i = static_cast<int>(local_coordinate / width[d]);
    return i < 0 ? 0 : (i >= n[d] ? n[d] - 1 : i);
  }
};

/// Makes cells that are about a quarter of the cutoff long along x and row_width times the cutoff wide across.
inline CellGrid make_cell_grid(const Box& box, double cutoff, double row_width = 0.5,
                               int largest_count_per_direction = 1024) {
  CellGrid g;
  for (int d = 0; d < 3; ++d) {
    const double target = cutoff * (d == 0 ? 0.25 : row_width);
    g.length[d] = box.lengths[d];
    g.per_length[d] = 1 / g.length[d];
    g.periodic[d] = d < box.periodicity;
    g.n[d] = std::max(1, std::min(largest_count_per_direction, static_cast<int>(std::floor(box.lengths[d] / target))));
    g.width[d] = box.lengths[d] / g.n[d];
  }
  return g;
}

}  // namespace slurry
