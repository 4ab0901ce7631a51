// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <limits>

#include "slurry/scenario.hpp"

namespace slurry {

/// Number of whole output intervals from time 0 to a time. The time may be short of the last interval by rounding.
inline double passed_intervals(double interval, double time) {
  const double intervals = time / interval;
  return std::floor(intervals + 1e-9 + 4 * std::numeric_limits<double>::epsilon() * intervals);
}

/// Next time at which a frame is due. Frames by time are due at multiples of the interval, wherever the recording
/// began.
inline double next_output_time(double interval, double time) {
  return interval * (passed_intervals(interval, time) + 1);
}

/// Decides when a step is recorded: at multiples of an interval of time or of a number of steps, and at the latest
/// after a given number of seconds. Both are counted from the beginning of the run and not from that of the recording.
/// A resumed run therefore has the frames of an uninterrupted one.
class FrameClock {
 public:
  /// Starts with the first frame at this step and time. now: wall time [s].
  FrameClock(const RunOptions& options, long step, double time, double now)
      : options_(options), step_(step), time_(time), wall_(now) {}

  bool due(long step, double time, double now) const {
    if (step == step_) return false;
    const double interval = options_.output_interval;
    const bool by_time = interval > 0 && passed_intervals(interval, time) > passed_intervals(interval, time_);
    const bool by_step = interval <= 0 && step / options_.output_stride > step_ / options_.output_stride;
    const bool by_clock = options_.output_seconds > 0 && now - wall_ >= options_.output_seconds;
    return by_time || by_step || by_clock;
  }

  bool holds(long step) const { return step == step_; }

  void taken(long step, double time, double now) {
    step_ = step;
    time_ = time;
    wall_ = now;
  }

 private:
  RunOptions options_;
  long step_;
  double time_, wall_;
};

}  // namespace slurry
