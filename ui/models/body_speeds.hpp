// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "slurry/snapshot.hpp"

namespace slurry::ui {

/// Speeds of one body over the last time of the run, as far as its snapshots were seen. Looking back, they are those
/// before the moment that is shown.
class BodySpeeds {
 public:
  static constexpr double span = 20;  ///< [time]

  void follow(long body);  ///< -1: none
  /// Adds the speed in a snapshot that is shown. A snapshot of another run or branch begins anew.
  void add(const Snapshot& snapshot);
  /// Times [time] and speeds [velocity] up to the snapshot that was added last, the times increasing.
  std::vector<std::pair<double, double>> samples() const;

 private:
  static constexpr std::size_t most = 5000;  ///< samples that are kept; those with the smallest times go first
  std::map<double, double> speeds_;          ///< by their times
  long body_ = -1;
  double now_ = 0;
  CommandNumber run_ = 0;
};

}  // namespace slurry::ui
