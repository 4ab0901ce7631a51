// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

#include "slurry/series.hpp"
#include "slurry/snapshot.hpp"

namespace slurry {

/// Hands the newest snapshot from one writer to any number of readers. The lock is held while one pointer is copied,
/// never while a snapshot is made or used.
class SnapshotExchange {
 public:
  /// Numbers the snapshot, makes it the newest, and calls the listener.
  void publish(std::shared_ptr<Snapshot> snapshot) {
    {
      const std::lock_guard guard(mutex_);
      snapshot->number = ++number_;
      newest_ = std::move(snapshot);
    }
    changed_.notify_all();
    const std::lock_guard guard(listener_mutex_);
    if (listener_) listener_();
  }

  std::shared_ptr<const Snapshot> latest() const {
    const std::lock_guard guard(mutex_);
    return newest_;
  }

  template <class Done>
  std::shared_ptr<const Snapshot> wait(double seconds, Done&& done) const {
    std::unique_lock lock(mutex_);
    // A longer time would overflow the clock.
    const auto longest = std::chrono::duration<double>(seconds < 1e8 ? seconds : 1e8);
    changed_.wait_for(lock, longest, [&] { return done(*newest_); });
    return newest_;
  }

  void set_listener(std::function<void()> listener) {
    const std::lock_guard guard(listener_mutex_);
    listener_ = std::move(listener);
  }

 private:
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  std::uint64_t number_ = 0;
  std::shared_ptr<const Snapshot> newest_ = std::make_shared<Snapshot>();
  std::mutex listener_mutex_;  ///< held during the call, so that after set_listener the old one is not running
  std::function<void()> listener_;
};

/// Hands the newest series from one writer to any number of readers. Nobody waits for a series.
class SeriesExchange {
 public:
  void publish(std::shared_ptr<const Series> series) {
    const std::lock_guard guard(mutex_);
    newest_ = std::move(series);
  }
  std::shared_ptr<const Series> latest() const {
    const std::lock_guard guard(mutex_);
    return newest_;
  }

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<const Series> newest_;
};

}  // namespace slurry
