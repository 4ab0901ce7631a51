// SPDX-License-Identifier: BSD-3-Clause
#include "dynamics/observables.hpp"

#include <cmath>

namespace slurry {

Observables observe(const BodyState& state, std::span<const double> forces, const std::array<double, 3>& gravity,
                    const Domain& domain, Contacts& contacts) {
  Observables o;
  const std::vector<double>&x = state.positions, &v = state.velocities;
  const double n = static_cast<double>(v.size()) / 3;
  if (v.empty()) return o;
  for (std::size_t i = 0; i < v.size(); ++i) {
    o.mean_velocity[i % 3] += v[i] / n;
    o.net_force[i % 3] += forces[i];
  }
  for (std::size_t i = 0; i < v.size(); ++i) {
    const double d = v[i] - o.mean_velocity[i % 3];
    o.velocity_variance[i % 3] += d * d / n;
  }
  for (int k = 0; k < 3; ++k) o.mean_settling_velocity += o.mean_velocity[k] * gravity[k];
  const Gaps gaps = contacts.with_rods() ? contacts.gaps(state.coordinates()) : contacts.gaps(x);
  o.smallest_gap = gaps.bodies;
  o.smallest_wall_gap = gaps.wall;
  if (x.size() >= 6) {
    const Periods periods = Periods::of(domain);
    double r2 = 0;
    for (int k = 0; k < 3; ++k) {
      const double d = periods.nearest(k, x[k] - x[3 + k]);
      r2 += d * d;
    }
    o.separation = std::sqrt(r2);
  }
  return o;
}

void PeriodMeter::see(const BodyState& s) {
  if (s.positions.size() < 6) return;
  Height now{s.time, 0, 0};
  for (int k = 0; k < 3; ++k) {
    const double crossed = periods_.length[k] * (s.images[k] - s.images[3 + k]);
    now.value -= (s.positions[k] - s.positions[3 + k] + crossed) * gravity_[k];
    now.rate -= (s.velocities[k] - s.velocities[3 + k]) * gravity_[k];
  }
  if (last_ && last_->value != 0 && last_->value * now.value <= 0) {
    const double dt = now.time - last_->time;
    const auto height = [&](double u) {  // Hermite's cubic, u in [0,1]
      const double w = 1 - u;
      return w * w * ((1 + 2 * u) * last_->value + u * dt * last_->rate) +
             u * u * ((3 - 2 * u) * now.value - w * dt * now.rate);
    };
    double low = 0, high = 1;
    for (int i = 0; i < 60; ++i) {
      const double middle = 0.5 * (low + high);
      (height(middle) * last_->value > 0 ? low : high) = middle;
    }
    const double time = last_->time + 0.5 * (low + high) * dt;
    double& before = crossed_[last_->value > 0 ? 0 : 1];
    if (std::isfinite(before)) period_ = time - before;
    before = time;
  }
  last_ = now;
}

}  // namespace slurry
