// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>

#include "slurry/engine_times.hpp"

namespace slurry::ui {

/// The part of slurry::EngineContest that the window needs, so that tests can put something else in its place.
class ContestPort {
 public:
  virtual ~ContestPort() = default;  ///< the destructor may wait for a sum
  /// Returns the newest state, never null. May be called from any thread.
  virtual std::shared_ptr<const EngineContestState> latest() const = 0;
};

/// Starts a contest of the engines on these cases. The second argument is called on any thread after each new result.
using StartContest = std::function<std::unique_ptr<ContestPort>(EngineContestCase, std::function<void()>)>;

}  // namespace slurry::ui
