// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace slurry::ui {

/// A point in time, or a length of time, of one thread [s].
struct ThreadTime {
  double wall = 0;
  /// Time in which the thread could have run but other threads had the cores; 0 if the system does not report it.
  double waited = 0;
};
inline ThreadTime operator-(const ThreadTime& x, const ThreadTime& y) {
  return {x.wall - y.wall, x.waited - y.waited};
}

/// The present time of the calling thread.
ThreadTime thread_time();

}  // namespace slurry::ui
