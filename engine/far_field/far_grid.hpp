// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include "slurry/report.hpp"

namespace slurry {

/// Shape of the grid that densities are spread on: M_i points per box length; free directions carry a margin for the
/// window, periodic ones wrap.  Stored as [z][y][component][x] with a halo and a padded pitch along x
/// (cpu-kernels.md sections 4 and 7: a pitch that is a multiple of 32 doubles is slow).
struct FarGrid {
  int points[3] = {0, 0, 0};  ///< M_i
  int total[3] = {0, 0, 0};   ///< points stored per direction, without the halo along x
  int offset[3] = {0, 0, 0};  ///< grid point that the box-local coordinate 0 lies on
  bool periodic[3] = {true, true, true};
  double spacing[3] = {0, 0, 0};
  int window = 0;  ///< P
  int pitch = 0;   ///< doubles per row

  KOKKOS_FUNCTION std::size_t row(int z, int y, int component, int components) const {
    return ((std::size_t(z) * total[1] + y) * components + component) * pitch;
  }
  std::size_t size(int components) const { return std::size_t(total[2]) * total[1] * components * pitch; }
};

inline FarGrid make_far_grid(const EwaldParameters& p) {
  FarGrid g;
  g.window = p.window_points;
  for (int d = 0; d < 3; ++d) {
    g.points[d] = p.grid[d];
    g.periodic[d] = d < p.box.periodicity;
    g.spacing[d] = p.box.lengths[d] / p.grid[d];
    g.offset[d] = g.periodic[d] ? 0 : p.window_points / 2 + 1;
    g.total[d] = g.periodic[d] ? p.grid[d] : p.grid[d] + p.window_points + 2;
  }
  int pitch = (g.total[0] + p.window_points + 8 + 7) / 8 * 8;
  if (pitch % 32 == 0) pitch += 8;
  g.pitch = pitch;
  return g;
}

}  // namespace slurry
