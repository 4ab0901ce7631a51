// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "slurry/runtime.hpp"

namespace slurry {

/// What takes turns on the engine thread.
class EngineMember {
 public:
  using Clock = std::chrono::steady_clock;
  virtual ~EngineMember() = default;
  /// A short piece of work.  Returns when it wants its next turn: now, later, or never (before it is woken).
  virtual Clock::time_point turn(const RuntimeInfo& runtime) = 0;
  /// Whether it can also work between the pieces of another member's set-up.
  virtual bool may_turn_inside() const { return false; }
  /// The same there: it sets nothing up and measures nothing.
  virtual Clock::time_point turn_inside(const RuntimeInfo& runtime) { return turn(runtime); }
  /// Somebody waits for an answer.
  virtual bool is_called() const { return false; }
  /// Gives back what lives on the engine thread.
  virtual void end() = 0;
  /// Answers everything with this sentence: there is no engine.
  virtual void fail_all(const std::string& sentence) = 0;

  /// Between the pieces of a turn that is long: others take theirs.  Empty: there is no engine thread.
  std::function<void()> let_others_turn;
};

}  // namespace slurry
