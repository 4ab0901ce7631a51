// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <functional>
#include <utility>

// Check points of long work. On a thread without a Pace, both functions do nothing. Numerical code can therefore call
// them wherever it may be ended, or may let other work run.
namespace slurry {

/// While a Pace lives, the check points of its thread call its functions. A Pace may be made while another one of the
/// same thread lives.
class Pace {
 public:
  /// stop: throws if the work should end. give: lets other work run; empty: there is no other work.
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

/// A place where the work may end: throws if that was asked for. Such places are between the stages of a sum, sweeps,
/// iterations and blocks of targets.
inline void may_stop() {
  if (const Pace* p = Pace::current(); p && p->stop_) p->stop_();
}

/// Seconds that this thread has given to other work so far. Work with a time limit subtracts them.
inline double& seconds_given_away() {
  static thread_local double seconds = 0;
  return seconds;
}

/// A place where other work may run, for as long as one of its steps takes. Such places are only between the pieces of
/// a set-up. They are never within a sum, in a timed section, or where a setting of the thread is in force.
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
