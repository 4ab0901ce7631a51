// SPDX-License-Identifier: BSD-3-Clause
#include "models/body_speeds.hpp"

#include <cmath>

namespace slurry::ui {

void BodySpeeds::follow(long body) {
  if (body != body_) speeds_.clear();
  body_ = body;
}

void BodySpeeds::add(const Snapshot& s) {
  if (s.run != run_) speeds_.clear();
  run_ = s.run;
  now_ = s.time;
  if (body_ < 0 || 3 * body_ + 2 >= static_cast<long>(s.velocities.size())) return;
  const double* v = s.velocities.data() + 3 * body_;
  speeds_[s.time] = std::hypot(v[0], v[1], v[2]);
  if (speeds_.size() > most) speeds_.erase(speeds_.begin());
}

std::vector<std::pair<double, double>> BodySpeeds::samples() const {
  return {speeds_.lower_bound(now_ - span), speeds_.upper_bound(now_)};
}

}  // namespace slurry::ui
