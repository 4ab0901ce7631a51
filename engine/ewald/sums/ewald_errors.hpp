// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>

#include "ewald/accuracy/error_estimate.hpp"
#include "ewald/far/far_grid.hpp"

namespace slurry {

inline double coarsest_spacing(const FarGrid& grid) {
  return *std::max_element(grid.spacing, grid.spacing + 3);
}

/// Expected rms over targets of |error| of the velocity, for sum |f|^2 and kappa (SumCounts::dipole_norm), with the
/// factor (1 + g Lap) of the kernel. It combines the modes beyond the grid, the window, and the part that the near
/// field leaves out (theory/error-control.md).
inline double predicted_velocity_error(const EwaldParameters& p, const EwaldSplit& split, const FarGrid& grid, double g,
                                       double squared_force_sum, double dipole_norm = 0) {
  const double rc = p.cutoff_radius, volume = p.box.volume();
  const ErrorEstimate estimate(split, coarsest_spacing(grid) / rc, g / (rc * rc));
  const KaiserBessel window(p.window_points, p.window_shape);
  double squared = 0;
  if (squared_force_sum > 0)
    squared +=
        squared_force_sum * (std::pow(estimate.tail(volume, rc), 2) + std::pow(estimate.window(window, volume, rc), 2) +
                             split.near_truncation().single * rc / volume);
  if (dipole_norm > 0)
    squared += dipole_norm * (std::pow(estimate.double_tail(volume, rc), 2) +
                              std::pow(estimate.double_window(window, volume, rc), 2) +
                              split.near_truncation().dipole / (volume * rc));
  return std::sqrt(squared);
}

/// Ratio of the slope of the near part's rest at the cutoff to its value there [1/length]. A kernel that falls like
/// exp(-xi^2 r^2) and is cut at r_c changes by 2 (xi r_c)^2/r_c per length there.
inline double steepness_at_cutoff(const EwaldParameters& p) {
  return 2 * p.shape * p.shape / p.cutoff_radius;
}

}  // namespace slurry
