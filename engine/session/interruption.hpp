// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <mutex>
#include <set>
#include <string>

#include "slurry/command.hpp"
#include "slurry/error.hpp"

namespace slurry {

/// Thrown when a set-up, a measurement or a step was ended on request.
class Stopped : public Error {
 public:
  explicit Stopped(const std::string& sentence = "stopped on request before the end") : Error(sentence) {}
};

/// Requests to end work early. Any thread may ask. The engine thread looks between the parts of its work.
class Interruption {
 public:
  /// Ends all work that is not a step, from now on.
  void ask() { asked_ = true; }
  /// Ends all work, including steps, from now on. Only work for which a file waits is done to its end.
  void end() { ended_ = true; }
  bool is_ended() const { return ended_; }
  /// Cancels one command, which waits or is being worked on.
  void cancel(CommandNumber number) {
    const std::lock_guard guard(mutex_);
    cancelled_.insert(number);
    any_ = true;
  }

  /// Says that the engine thread works on this command now; 0: on none.
  void work_on(CommandNumber number) { command_ = number; }
  bool is_cancelled(CommandNumber number) const {
    if (!any_) return false;
    const std::lock_guard guard(mutex_);
    return cancelled_.count(number) > 0;
  }
  /// Says that the commands up to this number are answered.
  void forget(CommandNumber number) {
    if (!any_) return;
    const std::lock_guard guard(mutex_);
    cancelled_.erase(cancelled_.begin(), cancelled_.upper_bound(number));
    any_ = !cancelled_.empty();
  }

  /// Throws Stopped if somebody has asked for it, unless the present work is to be done to its end (Whole).
  void check() const {
    if (whole_ == always) return;
    if (ended_) throw Stopped();
    if (whole_ == step) return;
    if (asked_) throw Stopped();
    if (command_ != 0 && is_cancelled(command_)) throw Stopped("Cancelled. What was there before stays as it was.");
  }

  enum Kind { not_whole, step, always };
  /// While an object of this class lives, work is done to its end. A step is ended all the same if everything ends. A
  /// frame of a file is never ended.
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
  Kind whole_ = not_whole;     ///< used by the engine thread only
  CommandNumber command_ = 0;  ///< used by the engine thread only
};

}  // namespace slurry
