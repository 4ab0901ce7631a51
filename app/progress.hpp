// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <string>

namespace slurry::app {

/// A bar on standard error: redrawn in place on a terminal, a line now and then elsewhere.
class Progress {
 public:
  Progress();
  /// fraction: 0 to 1, negative when there is no end; words: what stands beside the bar.  The time left follows from
  /// what has been done since the first call: a run that goes on begins in the middle.
  void show(double fraction, const std::string& words);
  /// Ends the line of the bar.
  void end();

 private:
  using Clock = std::chrono::steady_clock;
  bool terminal_;
  bool drawn_ = false;
  double first_ = -1;  ///< fraction of the first call
  Clock::time_point start_ = Clock::now(), last_{};
};

/// "3:07" or "2:03:07".
std::string clock_text(double seconds);

}  // namespace slurry::app
