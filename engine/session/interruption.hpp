// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <mutex>
#include <set>
#include <string>

#include "slurry/command.hpp"
#include "slurry/error.hpp"

namespace slurry {

/// A set-up, a measurement or a step was ended because somebody asked for it.
class Stopped : public Error {
 public:
  explicit Stopped(const std::string& sentence = "stopped, as was asked, before it was done") : Error(sentence) {}
};

/// Whether work is to end early.  Any thread asks; the engine thread looks between the parts of the work.
class Interruption {
 public:
  /// From now on all work that is no step.
  void ask() { asked_ = true; }
  /// From now on all work, steps too, unless a file waits for them.
  void end() { ended_ = true; }
  bool is_ended() const { return ended_; }
  /// One command, waiting or at work.
  void cancel(CommandNumber number) {
    const std::lock_guard guard(mutex_);
    cancelled_.insert(number);
    any_ = true;
  }

  /// The engine thread works on this command now; 0: on none.
  void work_on(CommandNumber number) { command_ = number; }
  bool is_cancelled(CommandNumber number) const {
    if (!any_) return false;
    const std::lock_guard guard(mutex_);
    return cancelled_.count(number) > 0;
  }
  /// Commands up to this one are answered.
  void forget(CommandNumber number) {
    if (!any_) return;
    const std::lock_guard guard(mutex_);
    cancelled_.erase(cancelled_.begin(), cancelled_.upper_bound(number));
    any_ = !cancelled_.empty();
  }

  /// Throws Stopped where somebody has asked, but not in work that is done to its end (Whole).
  void check() const {
    if (whole_ == always) return;
    if (ended_) throw Stopped();
    if (whole_ == step) return;
    if (asked_) throw Stopped();
    if (command_ != 0 && is_cancelled(command_)) throw Stopped("Cancelled. What was there before stays as it was.");
  }

  enum Kind { not_whole, step, always };
  /// While it lives, work is done to its end: a step, unless everything ends, or a frame of a file in any case.
  class Whole {
   public:
    explicit Whole(Interruption& of, Kind kind = always) : of_(of), before_(of.whole_) {
      if (kind > of.whole_) of.whole_ = kind;
    }
    ~Whole() { of_.whole_ = before_; }
    Whole(const Whole&) = delete;
    Whole& operator=(const Whole&) = delete;

   private:
    Interruption& of_;
    Kind before_;
  };

 private:
  std::atomic<bool> asked_ = false, ended_ = false, any_ = false;
  mutable std::mutex mutex_;
  std::set<CommandNumber> cancelled_;
  Kind whole_ = not_whole;     ///< the engine thread's own
  CommandNumber command_ = 0;  ///< likewise
};

}  // namespace slurry
