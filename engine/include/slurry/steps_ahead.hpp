// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "slurry/scenario.hpp"

namespace slurry {

/// Steps and frames that lie ahead of a run.
struct StepsAhead {
  double steps = 0;  ///< number of steps; NaN: the run has no end
  /// number of frames by interval or stride, including the frame of the end; NaN: the run has no end
  double frames = 0;
};

/// Counts the steps and frames from a state of the run (step, time) to its end: run.steps or run.until, whichever comes
/// first. A step also ends at each frame of run.output_interval, at each switch of a reversing drive, at the planned
/// reversal, when the reversed run is back, and at the end. The count is exact if the steps have a fixed length and no
/// contact shortens a step. For adaptive steps, it counts steps of the greatest length. Frames that are recorded
/// because of the wall time are not counted.
StepsAhead steps_ahead(const Scenario& scenario, long step, double time);

}  // namespace slurry
