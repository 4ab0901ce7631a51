// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

#include "slurry/snapshot.hpp"

namespace slurry::ui {

/// Stage times smoothed over the steps seen, so that bars can be read.
class StageRates {
 public:
  /// Ignores a snapshot of a step that was already seen.
  void add(const Snapshot& snapshot);
  void clear();
  /// [s] of wall time per step
  const std::array<double, stage_count>& seconds() const { return mean_; }
  double total() const;
  bool empty() const { return step_ < 0; }

 private:
  std::array<double, stage_count> mean_{};
  long step_ = -1;
};

}  // namespace slurry::ui
