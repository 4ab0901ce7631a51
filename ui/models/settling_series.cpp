// SPDX-License-Identifier: BSD-3-Clause
#include "models/settling_series.hpp"

#include <cmath>

#include "models/vec.hpp"

namespace slurry::ui {

double settling_spread(const Snapshot& s) {
  const std::size_t n = s.velocities.size() / 3;
  if (n == 0 || !s.scenario) return 0;
  const Vec3d g = normalised(s.scenario->gravity);
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double d = s.velocities[3 * i] * g[0] + s.velocities[3 * i + 1] * g[1] + s.velocities[3 * i + 2] * g[2] -
                     s.observables.mean_settling_velocity;
    sum += d * d;
  }
  return std::sqrt(sum / static_cast<double>(n));
}

bool SettlingSeries::add(const Snapshot& s) {
  if (s.velocities.empty()) return false;
  if (s.scenario_generation != generation_ || (!times_.empty() && s.time < times_.back())) {
    clear();
    generation_ = s.scenario_generation;
  }
  if (!times_.empty() && s.time < times_.back() + interval_) return false;
  if (!times_.empty() && s.time == times_.back()) return false;
  times_.push_back(s.time);
  means_.push_back(s.observables.mean_settling_velocity);
  spreads_.push_back(settling_spread(s));
  if (times_.size() >= capacity_) {
    for (std::size_t i = 0; 2 * i < times_.size(); ++i) {
      times_[i] = times_[2 * i];
      means_[i] = means_[2 * i];
      spreads_[i] = spreads_[2 * i];
    }
    const std::size_t kept = (times_.size() + 1) / 2;
    times_.resize(kept);
    means_.resize(kept);
    spreads_.resize(kept);
    interval_ = 0.999 * (times_.back() - times_.front()) / static_cast<double>(kept - 1);
  }
  return true;
}

void SettlingSeries::clear() {
  times_.clear();
  means_.clear();
  spreads_.clear();
  interval_ = 0;
}

}  // namespace slurry::ui
