// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace slurry::app {

/// A progress bar on standard error. On a terminal it is redrawn in place; elsewhere it prints a line from time to
/// time.
class Progress {
 public:
  Progress();
  /// Shows the progress. fraction: 0 to 1, or negative if there is no end; words: text beside the bar. The time left is
  /// computed from the progress since the first call, because a continued run begins in the middle.
  void show(double fraction, const std::string& words);
  /// Removes the bar.
  void end();

 private:
  using Clock = std::chrono::steady_clock;
  bool terminal_;
  bool drawn_ = false;
  double first_ = -1;  ///< fraction of the first call
  Clock::time_point start_ = Clock::now(), last_{};
};

/// Prints a sentence on standard error once the object has lived for a second. It is for work that may take long and
/// has no fraction to show.
class SaidWhenSlow {
 public:
  explicit SaidWhenSlow(std::string sentence);
  /// Prevents the sentence if it has not been printed yet.
  ~SaidWhenSlow();
  SaidWhenSlow(const SaidWhenSlow&) = delete;
  SaidWhenSlow& operator=(const SaidWhenSlow&) = delete;

 private:
  std::mutex mutex_;
  std::condition_variable ended_;
  bool over_ = false;
  std::thread thread_;
};

/// Returns a time as text, such as "3:07" or "2:03:07".
std::string clock_text(double seconds);

}  // namespace slurry::app
