// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "slurry/scenario.hpp"
#include "slurry/snapshot.hpp"

namespace slurry::ui {

/// Times of a step of the run in the groups of a walk [s].
struct WalkTimes {
  static constexpr std::size_t groups = 5;
  std::array<double, groups> seconds{};  ///< in the order of StageGroup
  long steps = 0;                        ///< steps of the run over which these are the mean
  double of(StageGroup group) const { return seconds[static_cast<std::size_t>(group)]; }
  double total() const;
};

/// The guided walk of a scenario from one choice of variants to the next, with the times of the run at each step of the
/// walk so far.
class SpeedWalk {
 public:
  /// Whether the scenario of a run has a walk.
  static bool belongs(const Snapshot& snapshot);
  /// Index of the walk's step whose variants a run uses. -1: the run uses other variants.
  static int station(const Snapshot& snapshot);

  /// Adds the engine's newest step. The first step after a change of variants does not count, because it allocates
  /// memory.
  void add(const Snapshot& live);
  /// Forgets the times.
  void clear();
  /// The steps of the scenario that was added last.
  const std::vector<WalkStep>& steps() const { return steps_; }
  /// Times at a step of the walk. Null: nothing is measured there yet.
  const WalkTimes* times(int station) const;
  /// Text about what a step of the walk changed, and what all steps so far changed: "Near field: 48 ms → 12 ms. ...".
  /// Empty: not known yet.
  std::string result(int station) const;
  /// Total time at the first step of the walk over that at the last step. Empty: not known yet.
  std::optional<double> ratio() const;

 private:
  std::vector<WalkStep> steps_;
  std::vector<WalkTimes> times_;  ///< one for each step
  std::uint64_t generation_ = 0;
  long step_ = -1;
  int station_ = -1;
  bool fresh_ = true;  ///< no step at this station yet
};

}  // namespace slurry::ui
