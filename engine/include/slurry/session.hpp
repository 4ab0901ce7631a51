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

namespace slurry {

/// One experiment on an engine thread of its own, which owns Kokkos.  All functions may be called from any thread and
/// return at once, except the destructor, which ends the work under way at its next check point and closes the files;
/// the step under way of a recorded run is taken to its end.
class Session {
 public:
  explicit Session(const RuntimeOptions& options = {});
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Queues a command and returns its number (1, 2, ...).
  CommandNumber post(Command command);

  /// Ends work that is not a step early from now on. A set-up under way and later set-ups are refused; errors that are
  /// being measured stay unmeasured. Work ends between two of its parts, which may take long.
  void end_long_work();

  /// Ends all work at its next check point, because the destructor will follow. This includes a step of a run that is
  /// not recorded.
  void end_soon();

  /// The whole moments since the last call, oldest first (RequestMoments).  They wait in a queue that is bounded in
  /// bytes: where nobody takes them, every second one goes.
  std::vector<std::shared_ptr<const Moment>> take_moments();

  /// Scalars at every step of the run (RequestSeries); null: not asked for.  It is a twentieth of a second old at most.
  std::shared_ptr<const Series> series() const;

  /// Newest finished snapshot; never null.
  std::shared_ptr<const Snapshot> latest() const;

  /// Waits until a snapshot has answered command `number`, or the time is over.  For the command line and for tests;
  /// a window never calls it.  Returns the newest snapshot.
  std::shared_ptr<const Snapshot> wait_for(CommandNumber number, double seconds = 1e9) const;

  /// Waits for any snapshot newer than `number`, or until the time is over.
  std::shared_ptr<const Snapshot> wait_newer(std::uint64_t number, double seconds) const;

  /// Called on the engine thread after each publication; keep it short (a window posts itself an event).
  void set_listener(std::function<void()> listener);

  RuntimeInfo runtime() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace slurry
