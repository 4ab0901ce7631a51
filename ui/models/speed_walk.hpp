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

/// The walk of a scenario, from one choice of variants to the next, with the times that the run took at each station so
/// far.
class SpeedWalk {
 public:
  /// Whether the scenario of a run has a walk.
  static bool belongs(const Snapshot& snapshot);
  /// Place in the scenario's walk whose variants a run has; -1: others.
  static int station(const Snapshot& snapshot);

  /// The engine's newest step.  The first one at a station does not count: it takes memory.
  void add(const Snapshot& live);
  /// Forgets the times.
  void clear();
  /// The steps of the scenario that was added last.
  const std::vector<WalkStep>& steps() const { return steps_; }
  /// Null: nothing is measured there yet.
  const WalkTimes* times(int station) const;
  /// Text on what a station changed, and what all stations so far changed: "Near field: 48 ms → 12 ms. ...".  Empty:
  /// not known yet.
  std::string result(int station) const;
  /// Total of the first station over that of the last.  Empty: not known yet.
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
