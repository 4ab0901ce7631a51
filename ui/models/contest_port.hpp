// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>

#include "slurry/engine_times.hpp"

namespace slurry::ui {

/// The part of slurry::EngineContest that the window needs, so that tests can put something else in its place.
class ContestPort {
 public:
  virtual ~ContestPort() = default;  ///< may wait for a sum
  /// Never null; may be called from any thread.
  virtual std::shared_ptr<const EngineContestState> latest() const = 0;
};

/// The cases, and what to call whenever there is more, on any thread.
using StartContest = std::function<std::unique_ptr<ContestPort>(EngineContestCase, std::function<void()>)>;

}  // namespace slurry::ui
