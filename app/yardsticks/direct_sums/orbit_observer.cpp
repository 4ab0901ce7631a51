// SPDX-License-Identifier: BSD-3-Clause
#include "yardsticks/direct_sums/orbit_observer.hpp"

#include <algorithm>
#include <cmath>

namespace slurry {

void OrbitObserver::sample(double x, double y) {
  x_[0] = x_[1];
  x_[1] = x_[2];
  x_[2] = x;
  if (samples_++ > 0) time_ += interval_;
  y_ = std::max(y_, std::abs(y));
  if (samples_ < 3) return;
  const double before = x_[1] - x_[0], after = x_[2] - x_[1];
  const bool maximum = before > 0 && after <= 0, minimum = before < 0 && after >= 0;
  if (!maximum && !minimum) return;
  // of the parabola, from the middle sample on, in intervals
  const double at = 0.5 * (before + after) / (before - after);
  extremum(maximum, time_ + (at - 1) * interval_, x_[1] + 0.25 * (before + after) * at);
}

void OrbitObserver::extremum(bool maximum, double when, double x) {
  if (!maximum) {
    low_ = x;
    return;
  }
  if (!first_) {
    OrbitCycle c;
    c.number = static_cast<int>(cycles_.size()) + 1;
    c.end = when;
    c.duration = when - last_maximum_;
    c.amplitude = 0.5 * (high_ - low_);
    c.largest_y = y_;
    cycles_.push_back(c);
    if (each_) each_(c);
  }
  first_ = false;
  last_maximum_ = when;
  high_ = x;
  y_ = 0;
}

}  // namespace slurry
