// SPDX-License-Identifier: BSD-3-Clause
#include "models/round_off.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace slurry::ui {
namespace {

constexpr double share = 1e-12;

double size(const std::array<double, 3>& v) {
  return std::hypot(v[0], v[1], v[2]);
}

/// Velocity that forces or flows can give a body, the larger of the two.
double largest_velocity(const Scenario& s) {
  constexpr double pi = std::numbers::pi;
  double largest = 0;
  for (const BodyGroup& g : s.bodies) {
    const double force = std::abs(g.force) + std::abs(g.tangential_force) + size(g.external_force) +
                         std::abs(g.ring_stiffness) * g.ring_radius + size(g.torque) / g.radius +
                         std::abs(s.solver.repulsion_force);
    largest = std::max(
        {largest, force / (6 * pi * s.viscosity * g.radius), std::abs(s.shear_rate) * std::max(g.reach(), g.radius)});
  }
  if (s.domain.kind != DomainKind::pipe) return largest;
  const double area = pi * s.domain.radius * s.domain.radius, flow = std::abs(s.net_flow.value);
  if (s.net_flow.kind == NetFlowKind::gradient) largest = std::max(largest, flow * area / (4 * pi * s.viscosity));
  if (s.net_flow.kind == NetFlowKind::flux) largest = std::max(largest, 2 * flow / area);
  return largest;
}

}  // namespace

double round_off_of(std::string_view unit, const Scenario& s) {
  if (s.bodies.empty()) return 0;
  const double velocity = largest_velocity(s), length = s.bodies.front().radius;
  if (unit == "velocity") return share * velocity;
  if (unit == "velocity^2") return share * velocity * velocity;
  if (unit == "velocity/length") return share * velocity / length;
  if (unit == "length^2 velocity") return share * velocity * s.domain.radius * s.domain.radius;
  return 0;
}

}  // namespace slurry::ui
