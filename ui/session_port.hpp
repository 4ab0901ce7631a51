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

/// The part of slurry::Session that the window needs, so that tests can put something else in its place.  Every
/// function may be called from any thread and returns at once; only the destructor may wait, for one step.
class SessionPort {
 public:
  virtual ~SessionPort() = default;
  /// Queues a command and returns its number (1, 2, ...).
  virtual CommandNumber post(Command command) = 0;
  /// Newest finished snapshot; never null.
  virtual SnapshotPtr latest() const = 0;
  /// The whole moments since the last call (RequestMoments), oldest first.
  virtual std::vector<MomentPtr> take_moments() = 0;
  /// Called on the engine's thread after each publication.
  virtual void set_listener(std::function<void()> listener) = 0;
  virtual RuntimeInfo runtime() const = 0;
  /// Scalars at every step of the run (RequestSeries); null: there are none.
  virtual std::shared_ptr<const Series> series() const { return nullptr; }
};

}  // namespace slurry::ui
