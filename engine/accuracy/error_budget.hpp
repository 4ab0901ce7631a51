// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "slurry/error_report.hpp"

namespace slurry {

/// velocity and total from their sources: mean squares add up.  A source that is not known counts for nothing; where
/// none is known, neither is what they add up to.
void add_up(ErrorReport& report);

/// Divides what is asked of the velocities among their sources, which keep their proportions, and adds up.
void ask(ErrorReport& report, double tolerance);

/// The error of the velocities was measured as a whole, over all bodies.  Sources that were measured apart, at some of
/// them, are brought to its mean square; where the sum could not be, it is what the others leave.  Rounding that was
/// measured by other loops stays, since a second solver may round as the first one does.  Adds up.
void measured_as_a_whole(ErrorReport& report, double velocity);

/// Errors at a step at which nothing was measured: the measured ones are not known, but for the time step's.
ErrorReport without_measured(ErrorReport report);

/// The velocity S that the errors are relative to, and the rms velocity of the bodies.  Adds up.
void refer_to(ErrorReport& report, double scale, double rms_velocity);

/// Predicted and measured in units of another scale of velocities.
void rescale(ErrorReport& report, double factor);

}  // namespace slurry
