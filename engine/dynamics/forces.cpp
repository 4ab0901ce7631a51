// SPDX-License-Identifier: BSD-3-Clause
#include "dynamics/forces.hpp"

#include <cmath>
#include <numbers>

#include "dynamics/drive.hpp"

namespace slurry {

Forces::Forces(const Scenario& s, std::span<const double> radii, std::span<const std::int32_t> groups)
    : domain_(s.domain),
      driving_(s.driving),
      axis_(s.gravity),
      groups_(s.bodies),
      group_of_(groups.begin(), groups.end()),
      steady_(3 * groups.size()),
      steady_torques_(3 * groups.size()),
      repulsion_(s.domain, s.solver.repulsion_force, s.solver.repulsion_range, {radii.begin(), radii.end()},
                 half_axes_of(groups)) {
  for (std::size_t i = 0; i < group_of_.size(); ++i) {
    const BodyGroup& g = groups_[static_cast<std::size_t>(group_of_[i])];
    for (std::size_t k = 0; k < 3; ++k) {
      steady_[3 * i + k] = g.force * s.gravity[k] + g.external_force[k];
      steady_torques_[3 * i + k] = g.torque[k];
    }
  }
  for (const BodyGroup& g : groups_) ring_ = ring_ || g.tangential_force != 0 || g.ring_stiffness != 0;
}

std::vector<double> Forces::half_axes_of(std::span<const std::int32_t> groups) const {
  std::vector<double> h;
  for (std::int32_t i : groups) {
    const BodyGroup& g = groups_[static_cast<std::size_t>(i)];
    h.push_back(g.reach() - g.radius);
  }
  return h;
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
  return phase_of_drive(driving_, time);
}

double Forces::next_switch(long phase) const {
  return switch_after(driving_, phase);
}

double Forces::longest_step_of_drive() const {
  return longest_step_of(driving_);
}

void Forces::evaluate(std::span<const double> x, double drive, std::span<double> f, std::span<double> torques) {
  for (std::size_t i = 0; i < f.size(); ++i) f[i] = drive * steady_[i];
  for (std::size_t i = 0; i < torques.size(); ++i) torques[i] = drive * steady_torques_[i];
  if (ring_) add_ring(x, f);
  if (!repulsion_.any()) return;
  contact_forces_.assign(f.size(), 0.0);
  repulsion_.add(x, contact_forces_, torques);
  for (std::size_t i = 0; i < f.size(); ++i) f[i] += contact_forces_[i];
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

}  // namespace slurry
