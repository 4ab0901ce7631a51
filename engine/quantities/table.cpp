// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <utility>

#include "geometry/periods.hpp"
#include "quantities/rows.hpp"
#include "slurry/snapshot.hpp"
#include "slurry/sum.hpp"

namespace slurry {

const QuantityTable& quantities() {
  static const QuantityTable table = [] {
    std::vector<Quantity> all;
    for (const auto part : {motion_quantities, place_quantities, reversal_quantities, flow_quantities, orbit_quantities,
                            total_quantities, error_quantities, body_quantities})
      for (Quantity& q : part()) all.push_back(std::move(q));
    return std::make_shared<const std::vector<Quantity>>(std::move(all));
  }();
  return table;
}

Step step_of(const Snapshot& s) {
  Step step;
  step.scenario = s.scenario.get();
  step.time = s.time;
  step.time_step = s.time_step;
  step.positions = s.positions;
  step.images = s.images;
  step.velocities = s.velocities;
  step.directors = s.directors;
  step.rates = s.rates;
  step.forces = s.forces;
  step.radii = s.radii;
  step.half_lengths = s.half_lengths;
  step.groups = s.groups;
  if (s.angular_velocities) step.angular = s.angular_velocities->values;
  return step;
}

const char* const gauge_sentence =
    "A net force acts along a periodic direction without a wall, so the velocities are known only up to a constant "
    "(the "
    "gauge). Only differences of velocities have a physical meaning.";

const char* gauge_sentence_of(Layer layer) {
  return layer == Layer::coulomb
             ? "The charges do not add up to zero, so the potential is known only up to a constant (the gauge). Only "
               "differences of the potential have a physical meaning."
             : gauge_sentence;
}

namespace {

/// The sum of forces is not zero beyond rounding.
bool is_net(const Vector3& sum, double scale) {
  return std::hypot(sum[0], sum[1], sum[2]) > 1e-12 * scale;
}

}  // namespace

bool depends_on_gauge(const Domain& domain, std::span<const double> forces) {
  if (domain.kind != DomainKind::periodic_1) return false;
  Vector3 sum{0, 0, 0};
  double scale = 0;
  for (std::size_t i = 0; i < forces.size(); ++i) {
    sum[i % 3] += forces[i];
    scale += std::abs(forces[i]);
  }
  return is_net(sum, scale);
}

bool depends_on_gauge(const Step& s) {
  if (!s.scenario || s.scenario->domain.kind != DomainKind::periodic_1) return false;
  if (depends_on_gauge(s.scenario->domain, s.forces)) return true;
  Vector3 sum{0, 0, 0};
  double scale = 0;
  for (const BodyGroup& g : s.scenario->bodies)
    for (std::size_t k = 0; k < 3; ++k) {
      const double force = static_cast<double>(g.count) * (g.force * s.scenario->gravity[k] + g.external_force[k]);
      sum[k] += force;
      scale += std::abs(force);
    }
  return is_net(sum, scale);
}

namespace quantity {

bool of_arranged(const Scenario& s, std::size_t bodies) {
  return bodies > 0 && bodies <= most_bodies_with_all_pairs &&
         std::all_of(s.bodies.begin(), s.bodies.end(), [](const BodyGroup& g) {
           return g.count <= 1 || g.placement == PlacementKind::positions || g.placement == PlacementKind::row ||
                  g.placement == PlacementKind::ring;
         });
}

namespace {

/// Whether a group, as it was placed, is shorter than half of every period, so that its images are told apart.
bool is_shorter_than_half_a_period(const Scenario& s, const BodyGroup& g) {
  const Periods periods = Periods::of(s.domain);
  for (std::size_t k = 0; k < 3; ++k) {
    if (periods.length[k] == 0) continue;
    double extent = 0;
    if (g.placement == PlacementKind::positions && !g.positions.empty()) {
      const auto [low, high] = std::minmax_element(g.positions.begin(), g.positions.end(),
                                                   [k](const auto& a, const auto& b) { return a[k] < b[k]; });
      extent = (*high)[k] - (*low)[k];
    } else if (g.placement == PlacementKind::row) {
      extent = k == 0 ? g.spacing * static_cast<double>(g.count - 1) : 2 * std::abs(g.wave_amplitude);
    } else if (g.placement == PlacementKind::ring) {
      extent = 2 * g.ring_radius;
    } else if (g.placement == PlacementKind::cloud) {
      extent = 2 * g.cloud_radius;
    } else if (g.count > 1) {
      return false;  // at random, or on a lattice, in the whole domain
    }
    if (2 * extent >= periods.length[k]) return false;
  }
  return true;
}

}  // namespace

bool of_groups(const Scenario& s, std::size_t bodies) {
  if (bodies < 2) return false;
  if (s.domain.kind == DomainKind::free_space || bodies == 2) return true;
  return std::all_of(s.bodies.begin(), s.bodies.end(),
                     [&s](const BodyGroup& g) { return g.count == 0 || is_shorter_than_half_a_period(s, g); });
}

static Vector3 mean_velocity(const Step& s, std::span<const double> velocities) {
  Vector3 mean{0, 0, 0};
  const double n = static_cast<double>(s.bodies());
  for (std::size_t i = 0; i < velocities.size(); ++i) mean[i % 3] += velocities[i] / n;
  return mean;
}

Vector3 mean_velocity(const Step& s) {
  return mean_velocity(s, s.velocities);
}

double settling_velocity(const Step& s) {
  return settling_velocity(s, s.velocities);
}

double settling_velocity(const Step& s, std::span<const double> velocities) {
  const Vector3 mean = mean_velocity(s, velocities);
  double along = 0;
  for (std::size_t k = 0; k < 3; ++k) along += mean[k] * s.scenario->gravity[k];
  return along;
}

namespace {

struct Places {
  std::vector<double> x;
};

}  // namespace

const std::vector<double>& places(const Step& s) {
  const auto& found = s.once<Places>([&s] {
    const Periods periods = Periods::of(s.scenario->domain);
    Places p{{s.positions.begin(), s.positions.end()}};
    for (std::size_t i = 0; i < p.x.size() && i < s.images.size(); ++i) p.x[i] += periods.length[i % 3] * s.images[i];
    return p;
  });
  return found.x;
}

}  // namespace quantity
}  // namespace slurry
