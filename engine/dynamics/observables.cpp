// SPDX-License-Identifier: BSD-3-Clause
#include "dynamics/observables.hpp"

#include <cmath>

namespace slurry {

namespace {

/// Where Hermite's cubic through values and rates at two times is zero; the values differ in sign.
double zero_between(double start, double end, std::array<double, 2> first, std::array<double, 2> second) {
  const double dt = end - start;
  const auto value = [&](double u) {  // u in [0,1]
    const double w = 1 - u;
    return w * w * ((1 + 2 * u) * first[0] + u * dt * first[1]) +
           u * u * ((3 - 2 * u) * second[0] - w * dt * second[1]);
  };
  double low = 0, high = 1;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (value(middle) * first[0] > 0 ? low : high) = middle;
  }
  return start + 0.5 * (low + high) * dt;
}

}  // namespace

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
  if (contacts.with_rods()) {
    double sum = 0;
    std::size_t rods = 0;
    for (std::size_t i = 0; 3 * i < state.directors.size(); ++i) {
      if (!contacts.is_rod(i)) continue;
      double cosine = 0;
      for (std::size_t c = 0; c < 3; ++c) cosine += state.directors[3 * i + c] * gravity[c];
      sum += 1.5 * cosine * cosine - 0.5;
      ++rods;
    }
    if (rods > 0) o.order_parameter = sum / static_cast<double>(rods);
  }
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

void PeriodMeter::save(State& to) const {
  if (last_) to.put("period/last", std::vector<double>{last_->time, last_->value, last_->rate});
  to.put("period/found", std::vector<double>{crossed_[0], crossed_[1], period_});
}

void PeriodMeter::load(const State& from) {
  const std::vector<double> last = from.list("period/last"), found = from.list("period/found");
  if (last.size() == 3) last_ = Height{last[0], last[1], last[2]};
  if (found.size() != 3) return;
  crossed_ = {found[0], found[1]};
  period_ = found[2];
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
    const double time = zero_between(last_->time, now.time, {last_->value, last_->rate}, {now.value, now.rate});
    double& before = crossed_[last_->value > 0 ? 0 : 1];
    if (std::isfinite(before)) period_ = time - before;
    before = time;
  }
  last_ = now;
}

void RotationMeter::save(State& to) const {
  to.put("rotation", std::vector<double>{last_time_, last_, last_rate_, crossed_, period_});
}

void RotationMeter::load(const State& from) {
  const std::vector<double> r = from.list("rotation");
  if (r.size() != 5) return;
  last_time_ = r[0];
  last_ = r[1];
  last_rate_ = r[2];
  crossed_ = r[3];
  period_ = r[4];
}

void RotationMeter::see(const BodyState& s) {
  if (s.directors.empty()) return;
  const double now = s.directors[0], rate = s.rates[0];
  if (last_ != 0 && last_ * now <= 0 && s.time > last_time_) {
    const double time = zero_between(last_time_, s.time, {last_, last_rate_}, {now, rate});
    if (std::isfinite(crossed_)) period_ = 2 * (time - crossed_);
    crossed_ = time;
  }
  last_time_ = s.time;
  last_ = now;
  last_rate_ = rate;
}

}  // namespace slurry
