// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <functional>
#include <utility>

// Check points of long work.  Both functions do nothing on a thread without a Pace, so numerical code can call them
// wherever it may be ended, or may let others work.
namespace slurry {

/// While a pace lives, the check points of its thread do this.  Paces of one thread are nested.
class Pace {
 public:
  /// stop: throws where the work is to end.  give: lets others work; empty: there are none.
  Pace(std::function<void()> stop, std::function<void()> give)
      : stop_(std::move(stop)), give_(std::move(give)), outer_(std::exchange(current(), this)) {}
  ~Pace() { current() = outer_; }
  Pace(const Pace&) = delete;
  Pace& operator=(const Pace&) = delete;

 private:
  friend void may_stop();
  friend void give_way();
  static Pace*& current() {
    static thread_local Pace* pace = nullptr;
    return pace;
  }
  std::function<void()> stop_, give_;
  Pace* outer_;
};

/// The work may end here: throws if that was asked for.  It stands between the stages of a sum, sweeps, iterations and
/// blocks of targets.
inline void may_stop() {
  if (const Pace* p = Pace::current(); p && p->stop_) p->stop_();
}

/// Seconds that this thread has given away so far, for work that is limited in time.
inline double& seconds_given_away() {
  static thread_local double seconds = 0;
  return seconds;
}

/// Others may work here, for as long as a step of theirs takes.  It stands only between pieces of a set-up: never
/// within a sum, in time that is measured, or where something is set for the thread.
inline void give_way() {
  may_stop();
  const Pace* p = Pace::current();
  if (!p || !p->give_) return;
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  p->give_();
  seconds_given_away() += std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace slurry
