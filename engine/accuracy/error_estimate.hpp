// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/prolate_split.hpp"
#include "kernels/window.hpp"
#include "slurry/report.hpp"

namespace slurry {

/// Predicted rms errors of the single layer family, from parameters alone (ewald-recipe.md section 6).
class ErrorEstimate {
 public:
  /// spacing: grid spacing over r_c; p: a^2/(3 r_c^2) of Rotne-Prager, 0 for points.
  ErrorEstimate(const ProlateSplit& split, double spacing, double p);

  /// rms over targets of |error| from the modes beyond the grid, for sum |f|^2 = 1, volume V and cutoff r_c.
  double tail(double volume, double cutoff_radius) const;
  /// The same from the window.
  double window(const KaiserBessel& window, double volume, double cutoff_radius) const;

 private:
  double spacing_;
  std::vector<double> wave_numbers_, spectrum_;  // along one direction, integrated over the other two
  double tail_norm_ = 0;
};

/// Rms over random targets of the far field's velocity for sum |f|^2 = 1 (recipe section 6, U_S).
double far_velocity_scale(const Box& box);

/// Rms over targets of the velocity, estimated from box, counts and density norms.
double velocity_scale(const Box& box, const SumCounts& counts);

}  // namespace slurry
