// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "slurry/command.hpp"
#include "slurry/moment.hpp"
#include "slurry/runtime.hpp"
#include "slurry/series.hpp"
#include "slurry/snapshot.hpp"

namespace slurry::ui {

using SnapshotPtr = std::shared_ptr<const Snapshot>;
using MomentPtr = std::shared_ptr<const Moment>;

/// The part of slurry::Session that the window needs, so that tests can put something else in its place. Every function
/// may be called from any thread and returns immediately; only the destructor may wait, for one step.
class SessionPort {
 public:
  virtual ~SessionPort() = default;
  /// Queues a command and returns its number (1, 2, ...).
  virtual CommandNumber post(Command command) = 0;
  /// Newest finished snapshot; never null.
  virtual SnapshotPtr latest() const = 0;
  /// Returns the whole moments since the last call, the oldest first (RequestMoments).
  virtual std::vector<MomentPtr> take_moments() = 0;
  /// Sets a function that is called on the engine's thread after each publication.
  virtual void set_listener(std::function<void()> listener) = 0;
  virtual RuntimeInfo runtime() const = 0;
  /// Returns the scalars at every step of the run (RequestSeries). Null if there are none.
  virtual std::shared_ptr<const Series> series() const { return nullptr; }
};

}  // namespace slurry::ui
