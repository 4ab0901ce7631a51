// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
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
  /// Gives back what lives on the engine thread.
  virtual void end() = 0;
  /// Answers everything with this sentence: there is no engine.
  virtual void fail_all(const std::string& sentence) = 0;
};

}  // namespace slurry
