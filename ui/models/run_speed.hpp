// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace slurry::ui {

/// How fast a run goes, measured over about a second.  A run that takes longer for a step is watched until a step is
/// done.
class RunSpeed {
 public:
  /// now: wall time [s].  time: of the run [time].  asked: the speed that was chosen [time per s]; 0: as fast as
  /// possible.
  void see(double now, long step, double time, bool running, double asked);
  /// Another run: steps are counted anew.
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

/// The speed of a run: "10 τ per s", and where the solver is slower than asked, "3.4 of 10 τ per s".  reached: 0 where
/// it is not measured, and the text is empty.  asked: 0 is as fast as possible.
std::string run_speed_text(double reached, double asked, std::string_view unit);

}  // namespace slurry::ui
