// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

namespace slurry {

/// Tells how far the published timing models are physically wrong, for the crystal of the published benchmark. The form
/// of the loops and the device do not matter here.
struct TimingModelFaults {
  static constexpr int lagged_steps = 6;
  static constexpr std::size_t most_solved = 256;
  std::size_t points = 0;
  double smallest_eigenvalue = 0;  ///< smallest eigenvalue of mu/mu0 with nearest images; a mobility has none < 0
  double settling_speed = 0;       ///< settling speed of the crystal under equal forces [mu0 F]; it grows with the box
  double growth_per_step = 0;      ///< growth of a deviation per step by lagged friction
  /// Rms velocity, divided by mu0 times the rms of random forces: after lagged_steps steps of lagged friction without
  /// motion, and by a solve of (I + zeta mu) x = F with v = mu x. The solve is done for up to most_solved spheres;
  /// otherwise its value is 0.
  double lagged_velocity = 0, solved_velocity = 0;
};

/// Finds the faults of the two timing models at the crystal of the published benchmark. It uses the kernels themselves
/// in fp64 on the host. points: up to some thousands, because each of about 350 sums takes points^2 pairs. Throws
/// InputError for 0 points.
TimingModelFaults timing_model_faults(std::size_t points);

}  // namespace slurry
