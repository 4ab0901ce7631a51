// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "slurry/runtime.hpp"

namespace slurry {

/// A member takes turns on the engine thread.
class EngineMember {
 public:
  using Clock = std::chrono::steady_clock;
  virtual ~EngineMember() = default;
  /// Does a short piece of work. Returns the time of the next turn that it wants: now, later, or never until it is
  /// woken.
  virtual Clock::time_point turn(const RuntimeInfo& runtime) = 0;
  /// Whether the member can also work between the pieces of another member's set-up.
  virtual bool may_turn_inside() const { return false; }
  /// Takes a turn between the pieces of another member's set-up. It sets nothing up and measures nothing.
  virtual Clock::time_point turn_inside(const RuntimeInfo& runtime) { return turn(runtime); }
  /// Whether somebody waits for an answer.
  virtual bool is_called() const { return false; }
  /// Frees everything that lives on the engine thread.
  virtual void end() = 0;
  /// Answers every command with this sentence, because there is no engine.
  virtual void fail_all(const std::string& sentence) = 0;

  /// Called between the pieces of a long turn, so that others can take their turns. Empty: there is no engine thread.
  std::function<void()> let_others_turn;
};

}  // namespace slurry
