// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "slurry/snapshot.hpp"

namespace slurry::ui {

/// Speeds of one body over the last `span` of time, from the snapshots that were seen. While an earlier moment is
/// shown, they are the speeds before that moment.
class BodySpeeds {
 public:
  static constexpr double span = 20;  ///< length of time that the speeds cover [time]

  void follow(long body);  ///< number of the body; -1: none
  /// Adds the speed in a snapshot that is shown. A snapshot of another run or branch begins anew.
  void add(const Snapshot& snapshot);
  /// Times [time] and speeds [velocity], in the order of time, up to the snapshot that was added last.
  std::vector<std::pair<double, double>> samples() const;

 private:
  static constexpr std::size_t most = 5000;  ///< number of samples that are kept; the oldest are dropped
  std::map<double, double> speeds_;          ///< speeds by their times
  long body_ = -1;
  double now_ = 0;
  CommandNumber run_ = 0;
};

}  // namespace slurry::ui
