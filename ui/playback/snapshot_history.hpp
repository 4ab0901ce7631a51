// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <deque>

#include "session_port.hpp"

namespace slurry::ui {

/// The last snapshots of a live run, bounded by the memory they take.  Snapshots never change, so keeping one costs a
/// pointer and what it holds.
class SnapshotHistory {
 public:
  explicit SnapshotHistory(std::size_t largest_bytes = std::size_t{256} << 20) : largest_(largest_bytes) {}

  /// Keeps a snapshot of a new step.  A step back (reset) or other bodies start afresh.  True when anything changed.
  bool add(const SnapshotPtr& snapshot);
  void clear();

  std::size_t size() const { return kept_.size(); }
  const SnapshotPtr& at(std::size_t index) const { return kept_.at(index); }
  std::size_t bytes() const { return bytes_; }

 private:
  std::size_t largest_, bytes_ = 0;
  std::deque<SnapshotPtr> kept_;
};

/// Memory of the arrays of a snapshot [bytes].
std::size_t size_in_bytes(const Snapshot& snapshot);

}  // namespace slurry::ui
