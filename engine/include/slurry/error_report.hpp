// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace slurry {

/// One source of error: the error asked for, the error predicted from the parameters, and the measured error. NaN: not
/// known (yet).
struct ErrorEntry {
  double asked = std::numeric_limits<double>::quiet_NaN();
  double predicted = std::numeric_limits<double>::quiet_NaN();
  double measured = std::numeric_limits<double>::quiet_NaN();
};

/// The error budget. All entries are relative to one velocity S: the rms velocity of the bodies, or the rms of their
/// isolated velocities mu0 F if that is larger (theory/conventions-and-gauges.md). Every entry except the slip at the
/// wall is an rms error of the bodies' velocities, and the mean squares of these entries add up.
struct ErrorReport {
  double scale = std::numeric_limits<double>::quiet_NaN();         ///< S [velocity]
  double rms_velocity = std::numeric_limits<double>::quiet_NaN();  ///< rms velocity of the bodies [velocity]
  ErrorEntry sum;                                                  ///< error of the Ewald sums: split, grid and window
  ErrorEntry wall;   ///< error of the body velocities that comes from the remaining slip on the wall's grid
  ErrorEntry solve;  ///< error of the iterative solves (rigid chains, lubrication); NaN: nothing is solved iteratively
  ErrorEntry arithmetic;  ///< rounding error
  ErrorEntry velocity;    ///< error of sum, wall, solve and arithmetic together; solver.tolerance limits it
  ErrorEntry time_step;   ///< difference between two orders of the time integrator, divided by the time step
  ErrorEntry total;       ///< errors of velocity and time_step together
  /// `total` relative to the rms velocity of the bodies, given where that velocity is less than S / 2. Otherwise NaN.
  ErrorEntry total_over_rms;
  ErrorEntry wall_slip;  ///< rms velocity left on the wall, over S; it is not part of the total
  /// One standard error of velocity.measured. The measurement is a mean over bodies whose errors scatter.
  double uncertainty = std::numeric_limits<double>::quiet_NaN();
  long measured_at_step = -1;
};

/// Measured errors of all steps of a run since time 0.
struct StepErrors {
  /// Number of steps whose error exceeded the error asked for. Nothing is asked of steps with a fixed length.
  long above = 0;
  double largest = 0;   ///< largest ratio of a step's error to the error asked for; 0: no error exceeded it
  long largest_at = 0;  ///< step at which that ratio was found
  /// Sum of the steps' errors of position, each the rms over the bodies [length]. No rms error of the positions is
  /// larger, unless the motion itself carries neighbouring paths apart.
  double added_up = 0;
};

/// The names of one source of error.
struct ErrorSource {
  std::string_view name;                    ///< name in files and in JSON
  std::string_view title;                   ///< title in tables
  std::string_view help;                    ///< explanation in one sentence
  using Entry = ErrorEntry ErrorReport::*;  ///< named: nvcc puts a plain declaration into parentheses, and gcc warns
  Entry entry;
};
/// The sources of error in the order in which they are shown: sums, wall, solve, arithmetic, velocity, time step,
/// total, and total over the rms velocity.
const std::array<ErrorSource, 8>& error_sources();

/// Returns the sentence that names the velocity S to which the errors are relative. unit: the unit of velocities, "U0"
/// or "m/s".
std::string error_scale_sentence(const ErrorReport& report, std::string_view unit);

/// Returns a sentence if the measured error of the velocities is less than a tenth of the predicted error, and an empty
/// string otherwise.
std::string far_below_predicted(const ErrorReport& report);

/// Returns two numbers with as many digits as tell them apart, and at least two: "1e-07" and "1.003e-07".
std::array<std::string, 2> told_apart(double x, double y);

/// Returns one sentence for each of `velocity` and `time_step` whose measured error exceeds the error asked for.
std::vector<std::string> errors_above_asked(const ErrorReport& report);

/// Returns a sentence on the steps whose error exceeded the error asked for, and an empty string if there are none.
std::string steps_above_sentence(const StepErrors& errors);

/// Returns the sentence that tells what the errors of all steps add up to, and an empty string if they are all zero.
/// unit: the unit of lengths.
std::string added_up_sentence(const StepErrors& errors, std::string_view unit);

}  // namespace slurry
