// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cmath>

#include "far_field/fft.hpp"
#include "kernels/ewald_split.hpp"
#include "slurry/report.hpp"

namespace slurry {

/// Shape of the grid that densities are spread on: M_i points per box length; free directions carry a margin for the
/// window, periodic ones wrap.  Stored as [z][y][component][x] with a halo and a padded pitch along x
/// (cpu-kernels.md sections 4 and 7).
struct FarGrid {
  int points[3] = {0, 0, 0};  ///< M_i
  int total[3] = {0, 0, 0};   ///< points stored per direction, without the halo along x
  int offset[3] = {0, 0, 0};  ///< grid point that the box-local coordinate 0 lies on
  bool periodic[3] = {true, true, true};
  double spacing[3] = {0, 0, 0};
  int transform_x = 0;  ///< length of the transforms along x: total, or padded where x is free
  int window = 0;       ///< P
  int pitch = 0;        ///< numbers per row

  KOKKOS_FUNCTION std::size_t row(int z, int y, int component, int components) const {
    return ((std::size_t(z) * total[1] + y) * components + component) * pitch;
  }
  std::size_t size(int components) const { return std::size_t(total[2]) * total[1] * components * pitch; }
};

/// True when neighbouring rows of a window lie nearly a multiple of 4096 bytes apart: loads then wait for unrelated
/// stores, and spreading takes up to twice the time.
inline bool rows_alias(int pitch) {
  for (const int step : {1, 2, 3, 4, 6, 8}) {  // next components, and next rows of 3 and 4 components
    const int apart = step * pitch * static_cast<int>(sizeof(double)) % 4096;
    if (std::min(apart, 4096 - apart) < 256) return true;
  }
  return false;
}

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
  g.transform_x = g.total[0];
  if (!g.periodic[0]) {  // the zero mode's condition on the period (recipe, section 3): L + R + reach, R = |L| + reach
    const auto& l = p.box.lengths;
    const double period = l[0] + std::sqrt(l[0] * l[0] + l[1] * l[1] + l[2] * l[2]) + 2 * far_reach(p);
    g.transform_x =
        good_transform_length(std::max(g.total[0], static_cast<int>(std::ceil(period / g.spacing[0] - 1e-9))));
  }
  int pitch = (g.transform_x + p.window_points + 8 + 7) / 8 * 8;
  while (rows_alias(pitch)) pitch += 8;
  g.pitch = pitch;
  return g;
}

}  // namespace slurry
