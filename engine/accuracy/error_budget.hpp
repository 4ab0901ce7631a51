// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "slurry/error_report.hpp"

namespace slurry {

/// Computes `velocity` and `total` from their sources, whose mean squares add up. Unknown sources are left out. If no
/// source is known, the result is unknown as well.
void add_up(ErrorReport& report);

/// Divides the tolerance of the velocities among their sources in fixed proportions, and computes the totals (add_up).
void ask(ErrorReport& report, double tolerance);

/// Adjusts the sources after the error of the velocities was measured as a whole, over all bodies. Sources that were
/// measured at some of the bodies are scaled so that their mean squares add up to the measured one. If the error of the
/// sum could not be measured, it becomes the remainder. Rounding that was measured with different loops is kept,
/// because a second solver may round in the same way as the first. A difference of 0 measures nothing, because the
/// second solver did the same sum, as a tree does over points in one cell; the sources then stay. Computes the totals
/// (add_up).
void measured_as_a_whole(ErrorReport& report, double velocity);

/// The errors at a step without measurements: measured errors become unknown, except the error of the time step.
ErrorReport without_measured(ErrorReport report);

/// Sets the velocity S to which the errors are relative, and the rms velocity of the bodies. Computes the totals
/// (add_up).
void refer_to(ErrorReport& report, double scale, double rms_velocity);

/// Expresses predicted and measured errors relative to another velocity: multiplies them by `factor`.
void rescale(ErrorReport& report, double factor);

}  // namespace slurry
