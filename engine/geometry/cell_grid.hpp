// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <array>
#include <cmath>

#include "base/execution.hpp"
#include "slurry/options.hpp"

namespace slurry {

/// Regular cells over a box.  Rows of cells run along x; a row has the index iz * n[1] + iy.  Coordinates are relative
/// to `origin` (the lower corner), wrapped into [0, length) in periodic directions.
struct CellGrid {
  double origin[3] = {0, 0, 0};
  double length[3] = {1, 1, 1};
  double width[3] = {1, 1, 1};
  int n[3] = {1, 1, 1};
  bool periodic[3] = {true, true, true};

  KOKKOS_FUNCTION int rows() const { return n[1] * n[2]; }
  KOKKOS_FUNCTION int cells() const { return n[0] * n[1] * n[2]; }

  /// Coordinate in the box, wrapped where periodic.
  KOKKOS_FUNCTION double local(int d, double x) const {
    double u = x - origin[d];
    if (periodic[d]) {
      u -= length[d] * std::floor(u / length[d]);
      if (u < 0 || u >= length[d]) u = 0;  // rounding, a hair beside a multiple of the period
    }
    return u;
  }
  KOKKOS_FUNCTION int cell_of(int d, double local_coordinate) const {
    const int i = static_cast<int>(local_coordinate / width[d]);
    return i < 0 ? 0 : (i >= n[d] ? n[d] - 1 : i);
  }
};

/// Width of a row of cells over the cutoff.  A device's thread walks the rows for one point alone: narrow ones leave
/// out more.  The host takes a dozen neighbours in a row at once, packs what any of them reaches, and wants long runs:
/// of widths 0.5 to 1.3, 1 took the least time (1e-3: 0.75 of that of 0.5; 1e-6: the same).
inline constexpr double row_width = is_host_space<CoreSpace> ? 1.0 : 0.5;

/// Cells of about a quarter of the cutoff along x and row_width of it across.
inline CellGrid make_cell_grid(const Box& box, double cutoff, int largest_count_per_direction = 1024) {
  CellGrid g;
  for (int d = 0; d < 3; ++d) {
    const double target = cutoff * (d == 0 ? 0.25 : row_width);
    g.length[d] = box.lengths[d];
    g.periodic[d] = d < box.periodicity;
    g.n[d] = std::max(1, std::min(largest_count_per_direction, static_cast<int>(std::floor(box.lengths[d] / target))));
    g.width[d] = box.lengths[d] / g.n[d];
  }
  return g;
}

}  // namespace slurry
