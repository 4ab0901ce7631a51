// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <deque>
#include <mutex>
#include <utility>
#include <variant>

#include "slurry/command.hpp"

namespace slurry {

/// Many posters, one reader.  Commands are numbered 1, 2, ... in the order they come in.
class CommandQueue {
 public:
  CommandNumber push(Command command) {
    const std::lock_guard guard(mutex_);
    waiting_.emplace_back(++last_, std::move(command));
    return last_;
  }

  /// The oldest one; false when there is none.
  bool pop(std::pair<CommandNumber, Command>& out) {
    const std::lock_guard guard(mutex_);
    if (waiting_.empty()) return false;
    out = std::move(waiting_.front());
    waiting_.pop_front();
    return true;
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
