// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "bodies/spheroid.hpp"

namespace slurry {

/// A prolate spheroid as a line of point sources (1 + Q_k Lap) G f_k between its foci (theory/rods.md (D2)). The line
/// is exact for one rod in any ambient flow, and has no unknowns.
struct RodLine {
  double half_length = 1;            ///< l [length]
  double aspect = 10;                ///< p: length over thickness
  std::vector<double> offsets;       ///< xi_k along the director [length]
  std::vector<double> weights;       ///< w_k, with sum 1
  std::vector<double> sizes;         ///< a_k = sqrt(6 Q_k), Q_k = (c^2 - xi_k^2)(1 - e^2)/(4 e^2) [length]
  std::vector<double> turn_weights;  ///< (3/c^2) w_k xi_k [1/length]: T x n -> f_k, velocities -> dn/dt
  SpheroidResistance resistance;

  double thickness() const { return half_length / aspect; }
};

/// Number of Gauss-Legendre points that is sufficient (theory/rods.md): 6 up to aspect ratio 5, 8 up to 10, 12 up to
/// 20, and more beyond.
int recommended_line_points(double aspect);

/// Makes a line. points = 0: recommended_line_points(). Throws InputError for a half length that is not positive, for
/// an aspect ratio outside of smallest_aspect .. largest_aspect, and for fewer than 2 points.
RodLine make_rod_line(double half_length, double aspect, int points = 0);

}  // namespace slurry
