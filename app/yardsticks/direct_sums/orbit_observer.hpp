// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "yardsticks/direct_sums/orbit.hpp"

namespace slurry {

/// Finds the cycles of x_1 from samples at equal intervals. Every extremum is that of the parabola through the three
/// samples around it. Samples lie about one tau_s apart. Their differences at an extremum (3e-4) are then far above the
/// rounding of fp32 (1e-6).
class OrbitObserver {
 public:
  OrbitObserver(double interval, std::function<void(const OrbitCycle&)> each)
      : interval_(interval), each_(std::move(each)) {}

  void sample(double x, double y);
  double time() const { return time_; }
  double last_maximum() const { return last_maximum_; }
  const std::vector<OrbitCycle>& cycles() const { return cycles_; }

 private:
  void extremum(bool maximum, double when, double x);

  double interval_;
  std::function<void(const OrbitCycle&)> each_;
  std::vector<OrbitCycle> cycles_;
  double x_[3] = {};
  int samples_ = 0;
  double time_ = 0, last_maximum_ = 0, high_ = 0, low_ = 0, y_ = 0;
  bool first_ = true;
};

}  // namespace slurry
