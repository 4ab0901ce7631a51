// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace slurry {

/// One source of error: what was asked, what the parameters promise, what was measured.  NaN: not known (yet).
struct ErrorEntry {
  double asked = std::numeric_limits<double>::quiet_NaN();
  double predicted = std::numeric_limits<double>::quiet_NaN();
  double measured = std::numeric_limits<double>::quiet_NaN();
};

/// The error budget.  All entries are relative to one velocity S, the rms velocity of the bodies or that of each body
/// alone under its force, mu0 F, where that is larger (theory/conventions-and-gauges.md).  All but the slip are rms
/// errors of the bodies' velocities; their mean squares add up.
struct ErrorReport {
  double scale = std::numeric_limits<double>::quiet_NaN();         ///< S [velocity]
  double rms_velocity = std::numeric_limits<double>::quiet_NaN();  ///< rms velocity of the bodies [velocity]
  ErrorEntry sum;                                                  ///< Ewald sums: split, grid and window
  ErrorEntry wall;   ///< error of the bodies from the slip that the wall's grid leaves
  ErrorEntry solve;  ///< error that iterative solves leave (rigid chains, lubrication); NaN: there is no such solve
  ErrorEntry arithmetic;  ///< rounding
  ErrorEntry velocity;    ///< error of sum, wall, solve and arithmetic together, for which solver.tolerance asks
  ErrorEntry time_step;   ///< difference of two orders of the rule in time, over the length of the step
  ErrorEntry total;       ///< velocity and time_step together
  /// `total` over the rms velocity of the bodies, where that is less than S / 2; else nothing is known here.
  ErrorEntry total_over_rms;
  ErrorEntry wall_slip;  ///< rms velocity that is left on the wall, over S; no share of the total
  /// One standard error of velocity.measured as a mean over the bodies, whose errors scatter.
  double uncertainty = std::numeric_limits<double>::quiet_NaN();
  long measured_at_step = -1;
};

/// A source as a person meets it.
struct ErrorSource {
  std::string_view name;                    ///< in files and in JSON
  std::string_view title;                   ///< in tables
  std::string_view help;                    ///< one sentence
  using Entry = ErrorEntry ErrorReport::*;  ///< named: nvcc puts a plain declaration into parentheses, and gcc warns
  Entry entry;
};
/// Sums, wall, solve, arithmetic, velocity, time step, total, total over the rms velocity.
const std::array<ErrorSource, 8>& error_sources();

/// Sentence that names the velocity S to which the errors are relative.  unit: unit of velocities, "U0" or "m/s".
std::string error_scale_sentence(const ErrorReport& report, std::string_view unit);

/// Sentence for a measured error of the velocities that is less than a tenth of the predicted error; otherwise empty.
std::string far_below_predicted(const ErrorReport& report);

/// Sentences for velocity and time_step, one for each that was measured above the error asked for.
std::vector<std::string> errors_above_asked(const ErrorReport& report);

}  // namespace slurry
