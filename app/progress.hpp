// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

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

/// Says a sentence on standard error once it has lived for a second: work that has no fraction to show takes long.
class SaidWhenSlow {
 public:
  explicit SaidWhenSlow(std::string sentence);
  /// Says nothing any more.
  ~SaidWhenSlow();
  SaidWhenSlow(const SaidWhenSlow&) = delete;
  SaidWhenSlow& operator=(const SaidWhenSlow&) = delete;

 private:
  std::mutex mutex_;
  std::condition_variable ended_;
  bool over_ = false;
  std::thread thread_;
};

/// "3:07" or "2:03:07".
std::string clock_text(double seconds);

}  // namespace slurry::app
