// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace slurry::ui {

/// A moment, or a stretch of time, of one thread [s].
struct ThreadTime {
  double wall = 0;
  /// Share of it in which the thread could have run but other threads had the cores (0 where the system does not say).
  double waited = 0;
};
inline ThreadTime operator-(const ThreadTime& x, const ThreadTime& y) {
  return {x.wall - y.wall, x.waited - y.waited};
}

/// Now, on the calling thread.
ThreadTime thread_time();

}  // namespace slurry::ui
