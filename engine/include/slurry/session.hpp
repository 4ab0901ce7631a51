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

/// One experiment on its own engine thread, which owns Kokkos. All functions may be called from any thread and return
/// immediately, except the destructor. The destructor ends the work at its next check point and closes the files; it
/// lets a recorded run finish its present step.
class Session {
 public:
  explicit Session(const RuntimeOptions& options = {});
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Queues a command and returns its number (1, 2, ...).
  CommandNumber post(Command command);

  /// From now on, ends work other than steps early. The present set-up and later set-ups are refused, and measurements
  /// of errors are dropped. Work ends only between two of its parts, and a part may take long.
  void end_long_work();

  /// Ends all work at its next check point, including a step of a run that is not recorded. Call it shortly before the
  /// destructor.
  void end_soon();

  /// Returns the whole moments since the last call, the oldest first (RequestMoments). They wait in a queue with a
  /// limit in bytes. If nobody takes them, every second one is dropped.
  std::vector<std::shared_ptr<const Moment>> take_moments();

  /// Scalars at every step of the run (RequestSeries). Null if nobody asked for them. The series is at most 0.05 s old.
  std::shared_ptr<const Series> series() const;

  /// Newest finished snapshot; never null.
  std::shared_ptr<const Snapshot> latest() const;

  /// Waits until a snapshot has answered command `number`, or until the time is over. The command line and tests use
  /// it; a window never calls it. Returns the newest snapshot.
  std::shared_ptr<const Snapshot> wait_for(CommandNumber number, double seconds = 1e9) const;

  /// Waits for any snapshot newer than `number`, or until the time is over.
  std::shared_ptr<const Snapshot> wait_newer(std::uint64_t number, double seconds) const;

  /// Sets a function that is called on the engine thread after each publication. It must be short; a window posts an
  /// event to itself.
  void set_listener(std::function<void()> listener);

  RuntimeInfo runtime() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace slurry
