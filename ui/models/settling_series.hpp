// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include "slurry/snapshot.hpp"

namespace slurry::ui {

/// Mean settling velocity and its spread over the bodies, against time.  Bounded: when full, every second point goes,
/// and from then on only every second one is taken, and so on.
class SettlingSeries {
 public:
  explicit SettlingSeries(std::size_t capacity = 1200) : capacity_(capacity) {}
  /// True when the series changed.  Going back in time (reset, another scenario) starts afresh.
  bool add(const Snapshot& snapshot);
  void clear();

  const std::vector<double>& times() const { return times_; }      ///< [time]
  const std::vector<double>& means() const { return means_; }      ///< [velocity]
  const std::vector<double>& spreads() const { return spreads_; }  ///< standard deviation along gravity [velocity]

 private:
  std::size_t capacity_;
  std::vector<double> times_, means_, spreads_;
  std::uint64_t generation_ = 0;
  double interval_ = 0;
};

/// Standard deviation of the settling velocity over the bodies.
double settling_spread(const Snapshot& snapshot);

}  // namespace slurry::ui
