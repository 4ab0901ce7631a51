// SPDX-License-Identifier: BSD-3-Clause
#include "dynamics/run_meters.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace slurry {

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t most_pairs_of = 100;                   // bodies for which all pairs are looked at in every step
constexpr std::size_t remembered = std::size_t{4} << 20;     // numbers, of the way out of a run that turns round
constexpr std::size_t remembered_in_case = remembered / 32;  // where it may be turned round by hand
constexpr double hasimoto = 2.837297479480620;               // of the simple cubic lattice, Hasimoto, JFM 5, 317 (1959)

/// Positions with the periods that were crossed.
std::vector<double> unwrapped(const Periods& periods, const BodyState& s) {
  std::vector<double> x = s.positions;
  for (std::size_t i = 0; i < x.size(); ++i) x[i] += periods.length[i % 3] * s.images[i];
  return x;
}

}  // namespace

double percus_yevick_structure(double phi) {
  return std::pow(1 - phi, 4) / std::pow(1 + 2 * phi, 2);
}

RunMeters::RunMeters(const Scenario& s, std::span<const double> radii, std::span<const double> undisturbed)
    : periods_(Periods::of(s.domain)),
      gravity_(s.gravity),
      exit_distance_(s.run.exit_distance),
      undisturbed_(undisturbed.begin(), undisturbed.end()),
      correction_(unbounded_correction(s, radii)),
      planned_reversal_(s.run.reverse_at.has_value()),
      curve_(planned_reversal_ ? remembered : remembered_in_case) {}

/// The sum over wave vectors of a cell of side L misses 2.837297 S(0) a/L of the integral over all of them, in units of
/// F/(6 pi eta a): Hasimoto's lattice for S = 1, and with the structure factor for a suspension.
double RunMeters::unbounded_correction(const Scenario& s, std::span<const double> radii) const {
  const auto& cell = s.domain.cell;
  const bool cube = s.domain.kind == DomainKind::periodic_3 && cell[0] == cell[1] && cell[1] == cell[2];
  if (!cube || radii.empty() || s.solver.model != BodyModel::spheres) return unknown;
  double force = 0;
  for (const BodyGroup& g : s.bodies) {
    if (g.radius != radii[0]) return unknown;
    force += g.force * static_cast<double>(g.count);
  }
  const double n = static_cast<double>(radii.size()), a = radii[0], pi = std::numbers::pi;
  const double phi = n * 4 / 3 * pi * a * a * a / (cell[0] * cell[0] * cell[0]);
  return force / n / (6 * pi * s.viscosity * a) * hasimoto * percus_yevick_structure(phi) * a / cell[0];
}

void RunMeters::see(const BodyState& s) {
  if (s.positions.empty()) return;
  const std::vector<double> places = unwrapped(periods_, s);
  double mean[3] = {0, 0, 0}, along = 0, speed2 = 0;
  for (std::size_t i = 0; i < s.velocities.size(); ++i)
    mean[i % 3] += s.velocities[i] / (static_cast<double>(s.velocities.size()) / 3);
  for (int k = 0; k < 3; ++k) {
    along += mean[k] * gravity_[k];
    speed2 += mean[k] * mean[k];
  }
  known_.mean_speed = 0;
  for (std::size_t i = 0; i + 2 < s.velocities.size(); i += 3)
    known_.mean_speed += std::hypot(s.velocities[i], s.velocities[i + 1], s.velocities[i + 2]) * 3 /
                         static_cast<double>(s.velocities.size());
  if (start_.empty()) {
    start_ = places;
    start_time_ = s.time;
    known_.initial_settling_velocity = along;
    if (exit_distance_) known_.bound = 1;
  }
  if (speed2 > 0)
    known_.drift_angle = std::atan2(std::sqrt(std::max(0.0, speed2 - along * along)), along) * 180 / std::numbers::pi;
  known_.unbounded_settling_velocity = along + correction_;
  const double before = known_.largest_separation;
  known_.largest_separation = largest_separation(places);
  if (exit_distance_ && known_.bound == 1 && known_.largest_separation > *exit_distance_) {
    known_.bound = 0;
    const double part = (*exit_distance_ - before) / (known_.largest_separation - before);
    known_.exit_time = std::isfinite(part) ? last_time_ + part * (s.time - last_time_) : s.time;
  }
  known_.growth_rate = growth_rate(s, places);
  if (reversed_at_) {
    const double elapsed = s.time - *reversed_at_, forward = *reversed_at_ - start_time_;
    if (elapsed >= forward * (1 - 1e-9)) known_.return_error = return_error(places);
  }
  curve_.see(s.time, places, s.velocities);
  known_.reversal_error = curve_.error();
  spread(places);
  last_time_ = s.time;
}

void RunMeters::reversed(double time) {
  curve_.reversed(time);
  known_.return_error = known_.reversal_error = unknown;
  if (reversed_at_)
    reversed_at_.reset();
  else
    reversed_at_ = time;
}

void RunMeters::save(State& to) const {
  to.put("meters/start", start_);
  to.put("meters/history",
         std::vector<double>{start_time_, last_time_, reversed_at_.value_or(unknown), known_.initial_settling_velocity,
                             known_.largest_separation, known_.exit_time, known_.bound});
  if (planned_reversal_ || reversed_at_) curve_.save(to);
}

void RunMeters::load(const State& from) {
  const std::vector<double> h = from.list("meters/history");
  if (h.size() != 7) return;
  curve_.load(from);
  start_ = from.list("meters/start");
  start_time_ = h[0];
  last_time_ = h[1];
  if (std::isfinite(h[2])) reversed_at_ = h[2];
  known_.initial_settling_velocity = h[3];
  known_.largest_separation = h[4];
  known_.exit_time = h[5];
  known_.bound = h[6];
}

void RunMeters::fill(Observables& o) const {
  o.mean_speed = known_.mean_speed;
  o.drift_angle = known_.drift_angle;
  o.initial_settling_velocity = known_.initial_settling_velocity;
  o.unbounded_settling_velocity = known_.unbounded_settling_velocity;
  o.largest_separation = known_.largest_separation;
  o.exit_time = known_.exit_time;
  o.bound = known_.bound;
  o.growth_rate = known_.growth_rate;
  o.return_error = known_.return_error;
  o.reversal_error = known_.reversal_error;
  o.spread = known_.spread;
  o.extent = known_.extent;
  o.rms_radius = known_.rms_radius;
}

double RunMeters::largest_separation(const std::vector<double>& x) const {
  const std::size_t n = x.size() / 3;
  if (n < 2 || n > most_pairs_of) return unknown;
  double largest2 = 0;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < i; ++j) {
      double r2 = 0;
      for (std::size_t k = 0; k < 3; ++k) r2 += (x[3 * i + k] - x[3 * j + k]) * (x[3 * i + k] - x[3 * j + k]);
      largest2 = std::max(largest2, r2);
    }
  return std::sqrt(largest2);
}

/// The common motion of all bodies is no displacement.
double RunMeters::growth_rate(const BodyState& s, const std::vector<double>& places) const {
  const std::size_t n3 = places.size();
  if (undisturbed_.size() != n3 || n3 < 6) return unknown;
  const double n = static_cast<double>(n3) / 3;
  double shift[3] = {0, 0, 0}, speed[3] = {0, 0, 0};
  for (std::size_t i = 0; i < n3; ++i) {
    shift[i % 3] += (places[i] - undisturbed_[i]) / n;
    speed[i % 3] += s.velocities[i] / n;
  }
  double dd = 0, dv = 0, scale2 = 0;
  for (std::size_t i = 0; i < n3; ++i) {
    const double d = places[i] - undisturbed_[i] - shift[i % 3];
    dd += d * d;
    dv += d * (s.velocities[i] - speed[i % 3]);
    scale2 += places[i] * places[i];
  }
  return dd > 1e-24 * scale2 ? dv / dd : unknown;
}

void RunMeters::spread(const std::vector<double>& x) {
  const double n = static_cast<double>(x.size()) / 3;
  double radius2 = 0;
  for (std::size_t c = 0; c < 3; ++c) {
    double middle = 0, sum = 0, low = x[c], high = x[c];
    for (std::size_t i = c; i < x.size(); i += 3) {
      middle += x[i] / n;
      low = std::min(low, x[i]);
      high = std::max(high, x[i]);
    }
    for (std::size_t i = c; i < x.size(); i += 3) sum += (x[i] - middle) * (x[i] - middle) / n;
    known_.spread[c] = std::sqrt(sum);
    known_.extent[c] = high - low;
    radius2 += sum;
  }
  known_.rms_radius = std::sqrt(radius2);
}

double RunMeters::return_error(const std::vector<double>& places) const {
  double sum = 0;
  for (std::size_t i = 0; i < places.size(); ++i) sum += (places[i] - start_[i]) * (places[i] - start_[i]);
  return std::sqrt(3 * sum / static_cast<double>(places.size()));
}

}  // namespace slurry
