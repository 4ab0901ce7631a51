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
/// them, are brought to its mean square; where the sum could not be, it is what the others leave.  Adds up.
void measured_as_a_whole(ErrorReport& report, double velocity);

/// Predicted and measured in units of another scale of velocities; the slip at the wall is what it was.
void rescale(ErrorReport& report, double factor);

}  // namespace slurry
