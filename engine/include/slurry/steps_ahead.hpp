// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "slurry/scenario.hpp"

namespace slurry {

/// Steps and frames that lie ahead of a run.
struct StepsAhead {
  double steps = 0;   ///< number of steps; NaN: the run has no end
  double frames = 0;  ///< number of frames by interval or stride, with that of the end; NaN: the run has no end
};

/// Counts the steps and frames from a state of the run (step, time) to its end, the first of run.steps and run.until. A
/// step ends at the latest at each frame of run.output_interval, at each switch of a reversing drive, at the planned
/// reversal, when the reversed run is back, and at the end. The count is exact if steps are of a given length and
/// contacts shorten none. For adaptive steps it is that of the longest steps. Frames by the clock are not counted.
StepsAhead steps_ahead(const Scenario& scenario, long step, double time);

}  // namespace slurry
