// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <numbers>

#include "ewald/far/far_grid.hpp"
#include "kernels/prolate_split.hpp"
#include "kernels/window.hpp"
#include "slurry/report.hpp"

namespace slurry::test {

/// Interleaved where that is wanted and gains.
inline FarGrid make_test_grid(const EwaldParameters& p, bool interleave) {
  const int bytes = p.precision == Precision::fp32 ? 4 : 8;
  return make_far_grid(p, interleave && interleaving_gains(p.window_points, 3, bytes),
                       interleave && interleaving_gains(p.window_points, 4, bytes));
}

/// Parameters by hand: the grid decides, the cutoff follows from it with an oversampling of 1.35.
inline EwaldParameters far_field_parameters(const Box& box, std::array<int, 3> grid, double c, int window_points) {
  EwaldParameters p;
  p.box = box;
  p.grid = grid;
  p.tolerance_relative = 3e-10;
  p.shape = c;
  p.near_degree = ProlateSplit::natural_degree(c);
  p.window_points = window_points;
  p.window_shape = 2.35 * window_points;
  p.window_degree = KaiserBessel::sufficient_degree(window_points);
  double spacing = 0;
  for (int d = 0; d < 3; ++d) spacing = std::max(spacing, box.lengths[d] / grid[d]);
  p.cutoff_radius = 1.35 * c * spacing / std::numbers::pi;
  return p;
}

}  // namespace slurry::test
