// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace slurry::ui {

/// Measures how fast a run goes, over about a second. If a step takes longer, the measurement lasts until the step is
/// done.
class RunSpeed {
 public:
  /// Takes a moment of the run. now: wall time [s]. time: time of the run [time]. asked: the chosen speed [time per s];
  /// 0: as fast as possible.
  void see(double now, long step, double time, bool running, double asked);
  /// Begins anew, for another run.
  void forget() { *this = {}; }
  /// Steps per second of wall time; 0: not measured.
  double steps() const { return steps_; }
  /// Time of the run per second of wall time; 0: not measured.
  double time() const { return time_; }

 private:
  struct Start {
    double now;
    long step;
    double time;
  };
  std::optional<Start> start_;
  double steps_ = 0, time_ = 0, asked_ = -1;
};

/// Text of the speed of a run: "10 τ per s", or "3.4 of 10 τ per s" if the solver is slower than asked. reached: 0 if
/// it is not measured; the text is then empty. asked: 0 means as fast as possible.
std::string run_speed_text(double reached, double asked, std::string_view unit);

}  // namespace slurry::ui
