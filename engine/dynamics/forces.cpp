// SPDX-License-Identifier: BSD-3-Clause
#include "dynamics/forces.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace slurry {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double reach = 16;  // ranges beyond which nothing is left of an exponential: 1e-7

}  // namespace

Forces::Forces(const Scenario& s, std::span<const double> radii, std::span<const std::int32_t> groups)
    : domain_(s.domain),
      driving_(s.driving),
      axis_(s.gravity),
      groups_(s.bodies),
      group_of_(groups.begin(), groups.end()),
      radii_(radii.begin(), radii.end()),
      steady_(3 * groups.size()),
      repulsion_(s.solver.repulsion_force),
      range_(s.solver.repulsion_range),
      list_(s.domain) {
  for (std::size_t i = 0; i < group_of_.size(); ++i) {
    const BodyGroup& g = groups_[static_cast<std::size_t>(group_of_[i])];
    for (std::size_t k = 0; k < 3; ++k) steady_[3 * i + k] = g.force * s.gravity[k] + g.external_force[k];
  }
  for (const BodyGroup& g : groups_) ring_ = ring_ || g.tangential_force != 0 || g.ring_stiffness != 0;
  for (double a : radii_) largest_radius_ = std::max(largest_radius_, a);
}

double Forces::drive(double time, long phase) const {
  switch (driving_.kind) {
    case DrivingKind::steady:
      break;
    case DrivingKind::oscillating:
      return std::cos(2 * std::numbers::pi * time / driving_.period);
    case DrivingKind::reversing:
      return phase % 2 == 0 ? 1 : -1;
  }
  return 1;
}

long Forces::phase(double time) const {
  if (driving_.kind != DrivingKind::reversing) return 0;
  return static_cast<long>(std::floor(2 * time / driving_.period + 1e-9));
}

double Forces::next_switch(long phase) const {
  if (driving_.kind != DrivingKind::reversing) return infinity;
  return 0.5 * driving_.period * static_cast<double>(phase + 1);
}

void Forces::evaluate(std::span<const double> x, double drive, std::span<double> f) {
  for (std::size_t i = 0; i < f.size(); ++i) f[i] = drive * steady_[i];
  if (ring_) add_ring(x, f);
  if (repulsion_ > 0) add_repulsion(x, f);
}

/// Around the axis through the origin (the middle of a cell) along gravity: a force along the ring, and a spring to its
/// radius.
void Forces::add_ring(std::span<const double> x, std::span<double> f) const {
  for (std::size_t i = 0; i < group_of_.size(); ++i) {
    const BodyGroup& g = groups_[static_cast<std::size_t>(group_of_[i])];
    if (g.tangential_force == 0 && g.ring_stiffness == 0) continue;
    double out[3], along = 0, r2 = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      out[k] = x[3 * i + k] - (domain_.kind == DomainKind::periodic_3 ? 0.5 * domain_.cell[k] : 0);
      along += out[k] * axis_[k];
    }
    for (std::size_t k = 0; k < 3; ++k) {
      out[k] -= along * axis_[k];
      r2 += out[k] * out[k];
    }
    const double r = std::sqrt(r2);
    if (r == 0) continue;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t p = (k + 1) % 3, q = (k + 2) % 3;
      const double tangent = (axis_[p] * out[q] - axis_[q] * out[p]) / r;
      f[3 * i + k] += g.tangential_force * tangent - g.ring_stiffness * (r - g.ring_radius) * out[k] / r;
    }
  }
}

double Forces::repulsion(double gap) const {
  return gap > 0 ? repulsion_ * std::exp(-gap / range_) : repulsion_ * (1 - gap / range_);
}

void Forces::add_repulsion(std::span<const double> x, std::span<double> f) {
  largest_ = 0;
  if (radii_.size() > 1) list_.build(x, 2 * largest_radius_ + reach * range_);
  const Periods& periods = list_.periods();
  for (std::size_t i = 0; i < radii_.size(); ++i) {
    if (radii_.size() > 1)
      for (int m = 0; m < list_.counts()(i); ++m) {
        const auto j = static_cast<std::size_t>(list_.lists()(i, m));
        double d[3], r2 = 0;
        for (std::size_t k = 0; k < 3; ++k) {
          d[k] = periods.nearest(static_cast<int>(k), x[3 * i + k] - x[3 * j + k]);
          r2 += d[k] * d[k];
        }
        const double r = std::sqrt(r2), strength = repulsion(r - radii_[i] - radii_[j]);
        largest_ = std::max(largest_, strength);
        for (std::size_t k = 0; k < 3; ++k) f[3 * i + k] += r > 0 ? strength * d[k] / r : 0;
      }
    if (domain_.kind != DomainKind::pipe) continue;
    const double r = std::hypot(x[3 * i + 1], x[3 * i + 2]), gap = domain_.radius - radii_[i] - r;
    if (r == 0 || gap > reach * range_) continue;
    const double strength = repulsion(gap);
    largest_ = std::max(largest_, strength);
    for (std::size_t k = 1; k < 3; ++k) f[3 * i + k] -= strength * x[3 * i + k] / r;
  }
}

double Forces::longest_step(double viscosity) const {
  if (repulsion_ <= 0 || largest_ <= 0) return infinity;
  return 0.25 * range_ * 6 * std::numbers::pi * viscosity * largest_radius_ / largest_;
}

}  // namespace slurry
