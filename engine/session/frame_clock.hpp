// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "slurry/scenario.hpp"

namespace slurry {

/// When a step is to be recorded: by simulated time, or by steps; and at the latest after so many seconds.
class FrameClock {
 public:
  /// The first frame is at this step and time; now: wall time [s].
  FrameClock(const RunOptions& options, long step, double time, double now)
      : options_(options), step_(step), wall_(now) {
    if (options_.output_interval > 0) next_time_ = time + options_.output_interval;
  }

  bool due(long step, double time, double now) const {
    if (step == step_) return false;
    const bool by_time = options_.output_interval > 0 && time >= next_time_ - 1e-9 * options_.output_interval;
    const bool by_step = options_.output_interval <= 0 && step - step_ >= options_.output_stride;
    const bool by_clock = options_.output_seconds > 0 && now - wall_ >= options_.output_seconds;
    return by_time || by_step || by_clock;
  }

  bool holds(long step) const { return step == step_; }

  void taken(long step, double time, double now) {
    step_ = step;
    wall_ = now;
    while (options_.output_interval > 0 && next_time_ <= time + 1e-9 * options_.output_interval)
      next_time_ += options_.output_interval;
  }

 private:
  RunOptions options_;
  long step_;
  double wall_, next_time_ = 0;
};

}  // namespace slurry
