// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "slurry/snapshot.hpp"

namespace slurry::ui {

/// Where the time of a step goes, in the groups of the walk [s].
struct WalkTimes {
  enum Group { near, spread, transforms, gather, other };
  static constexpr std::size_t groups = 5;
  std::array<double, groups> seconds{};
  long steps = 0;  ///< of the run, that these are the mean of
  double total() const;
};

/// A station of the demonstration "Why is it fast?".
struct WalkStep {
  std::string title, variants;            ///< solver.variants
  std::optional<WalkTimes::Group> group;  ///< that is ours from here on; empty: the beginning
  std::string why, printed;               ///< in a sentence or two; what the literature printed
};

/// From the plainest published variants to ours, one group of stages after the other, with the times that the run took
/// at each station so far.
class SpeedWalk {
 public:
  static const std::vector<WalkStep>& steps();
  /// Whether a run is this demonstration's.
  static bool belongs(const Snapshot& snapshot);
  /// Place in steps() whose variants a run has; -1: others.
  static int station(const Snapshot& snapshot);

  /// The engine's newest step.  The first one at a station does not count: it takes memory.
  void add(const Snapshot& live);
  void clear();
  /// Null: nothing is measured there yet.
  const WalkTimes* times(int station) const;
  /// What a station changed, and what all so far did: "Near field: 48 ms → 12 ms. ...".  Empty: not known yet.
  std::string result(int station) const;
  /// Total of the first station over that of the last.  Empty: not known yet.
  std::optional<double> ratio() const;

 private:
  std::vector<WalkTimes> times_{steps().size()};
  std::uint64_t generation_ = 0;
  long step_ = -1;
  int station_ = -1;
  bool fresh_ = true;  ///< no step at this station yet
};

}  // namespace slurry::ui
