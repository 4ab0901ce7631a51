// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <deque>
#include <mutex>
#include <utility>
#include <variant>
#include <vector>

#include "slurry/command.hpp"

namespace slurry {

/// Queue of commands from many threads to one reader. Commands are numbered 1, 2, ... in the order in which they
/// arrive.
class CommandQueue {
 public:
  CommandNumber push(Command command) {
    const std::lock_guard guard(mutex_);
    waiting_.emplace_back(++last_, std::move(command));
    return last_;
  }

  /// Takes the oldest command out of the queue; false if there is none.
  bool pop(std::pair<CommandNumber, Command>& out) {
    const std::lock_guard guard(mutex_);
    if (waiting_.empty()) return false;
    out = std::move(waiting_.front());
    waiting_.pop_front();
    return true;
  }

  /// Whether the oldest command is of one of these kinds.
  template <class... Kinds>
  bool begins_with() const {
    const std::lock_guard guard(mutex_);
    return !waiting_.empty() && (std::holds_alternative<Kinds>(waiting_.front().second) || ...);
  }

  /// Numbers of the Run and StepOnce commands that wait before the next command of one of these kinds.
  template <class... Kinds>
  std::vector<CommandNumber> steps_before() const {
    const std::lock_guard guard(mutex_);
    std::vector<CommandNumber> numbers;
    for (const auto& [number, command] : waiting_) {
      if ((std::holds_alternative<Kinds>(command) || ...)) break;
      if (std::holds_alternative<Run>(command) || std::holds_alternative<StepOnce>(command)) numbers.push_back(number);
    }
    return numbers;
  }

  bool empty() const {
    const std::lock_guard guard(mutex_);
    return waiting_.empty();
  }

  /// Whether a command of one of these kinds waits.
  template <class... Kinds>
  bool holds() const {
    const std::lock_guard guard(mutex_);
    return std::any_of(waiting_.begin(), waiting_.end(),
                       [](const auto& c) { return (std::holds_alternative<Kinds>(c.second) || ...); });
  }

 private:
  mutable std::mutex mutex_;
  CommandNumber last_ = 0;
  std::deque<std::pair<CommandNumber, Command>> waiting_;
};

}  // namespace slurry
