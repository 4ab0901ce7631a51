// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "slurry/engine_times.hpp"

namespace slurry {

/// Times one case, call by call; the engines take turns. A Runtime must exist.
class EngineTimer {
 public:
  /// Places the points and finds the truth at some of them. Nothing is timed yet.
  explicit EngineTimer(const EngineTimesCase& c);
  ~EngineTimer();
  EngineTimer(const EngineTimer&) = delete;
  EngineTimer& operator=(const EngineTimer&) = delete;
  /// Plans for every engine, or makes the next call of one engine. Returns false if nothing is left.
  bool go_on();
  const EngineTimesRow& row() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace slurry
