// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "slurry/snapshot.hpp"

namespace slurry::ui {

/// Stage times, smoothed over the steps that were seen, so that the bars can be read.
class StageRates {
 public:
  /// Ignores a snapshot of a step that was already seen.
  void add(const Snapshot& snapshot);
  void clear();
  /// Smoothed wall time per step [s].
  const StageTimes& seconds() const { return mean_; }
  double total() const { return mean_.total(); }
  bool empty() const { return step_ < 0; }

 private:
  StageTimes mean_;
  long step_ = -1;
};

}  // namespace slurry::ui
