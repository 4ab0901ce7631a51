// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <numbers>

#include "quantities/rows.hpp"

// How the bodies move: means over all of them at one time.
namespace slurry {

using namespace quantity;

namespace {

/// S(0) of hard spheres in equilibrium after Percus and Yevick.
double percus_yevick_structure(double phi) {
  return std::pow(1 - phi, 4) / std::pow(1 + 2 * phi, 2);
}

constexpr double hasimoto = 2.837297479480620;  // of the simple cubic lattice, Hasimoto, JFM 5, 317 (1959)

bool suspension_in_a_cube(const Scenario& s, std::size_t bodies) {
  // The structure of a lattice, a row or a cloud is not that of hard spheres at random; that of listed spheres is
  // unknown, and one sphere alone is a lattice with its images.
  const bool at_random = bodies > 1 && std::all_of(s.bodies.begin(), s.bodies.end(), [](const BodyGroup& g) {
                           return g.placement == PlacementKind::random;
                         });
  if (!at_random || !of_settling(s, bodies)) return false;
  const auto& cell = s.domain.cell;
  const bool cube = s.domain.kind == DomainKind::periodic_3 && cell[0] == cell[1] && cell[1] == cell[2];
  if (!cube || bodies == 0 || s.solver.model != BodyModel::spheres || s.bodies.empty()) return false;
  // With lubrication the fluid around a long wave is more viscous, by a factor that is not known here; rods have
  // another structure.
  if (s.solver.lubrication != LubricationLaw::none) return false;
  return std::all_of(s.bodies.begin(), s.bodies.end(), [&](const BodyGroup& g) {
    return g.shape == BodyShape::sphere && g.radius == s.bodies.front().radius;
  });
}

/// The sum over wave vectors of a cell of side L misses 2.837297 S(0) a/L of the integral over all of them, in units of
/// F/(6 pi eta a): Hasimoto's lattice for S = 1, and with the structure factor for a suspension. F is the mean of the
/// forces that act now, along gravity; forces between the bodies add nothing to it.
double missing_in_a_cube(const Step& s) {
  const Scenario& of = *s.scenario;
  double force = 0;
  for (std::size_t i = 0; i < s.forces.size(); ++i) force += s.forces[i] * of.gravity[i % 3];
  const double n = static_cast<double>(s.bodies()), a = of.bodies.front().radius, side = of.domain.cell[0];
  const double phi = n * 4 / 3 * std::numbers::pi * a * a * a / (side * side * side);
  return force / n / (6 * std::numbers::pi * of.viscosity * a) * hasimoto * percus_yevick_structure(phi) * a / side;
}

void velocity_variance(const Step& s, Out out) {
  const Vector3 mean = mean_velocity(s);
  const double n = static_cast<double>(s.bodies());
  std::fill(out.begin(), out.end(), 0.0);
  for (std::size_t i = 0; i < s.velocities.size(); ++i) {
    const double d = s.velocities[i] - mean[i % 3];
    out[i % 3] += d * d / n;
  }
}

double along_gravity(const Scenario& s, const Vector3& velocity) {
  return dot(s.gravity, velocity);
}

double settling_spread(const Step& s) {
  const double mean = settling_velocity(s);
  const Vector3& g = s.scenario->gravity;
  double sum = 0;
  for (std::size_t i = 0; i + 2 < s.velocities.size(); i += 3) {
    const double d = s.velocities[i] * g[0] + s.velocities[i + 1] * g[1] + s.velocities[i + 2] * g[2] - mean;
    sum += d * d;
  }
  return std::sqrt(sum / static_cast<double>(s.bodies()));
}

double mean_speed(const Step& s) {
  double sum = 0;
  for (std::size_t i = 0; i + 2 < s.velocities.size(); i += 3)
    sum += std::hypot(s.velocities[i], s.velocities[i + 1], s.velocities[i + 2]) * 3 /
           static_cast<double>(s.velocities.size());
  return sum;
}

double drift_angle(const Step& s) {
  const Vector3 v = mean_velocity(s);
  const Vector3& g = s.scenario->gravity;
  // the cross product is exact for small angles, where the square root of speed^2 - along^2 is rounding alone
  const double across = std::hypot(g[1] * v[2] - g[2] * v[1], g[2] * v[0] - g[0] * v[2], g[0] * v[1] - g[1] * v[0]);
  const double along = dot(g, v);
  return across > 0 || along != 0 ? std::atan2(across, along) * 180 / std::numbers::pi : unknown;
}

/// Mean over the rods alone.
double order_parameter(const Step& s) {
  double sum = 0;
  std::size_t rods = 0;
  for (std::size_t i = 0; 3 * i < s.directors.size(); ++i) {
    if (!s.is_rod(i)) continue;
    double cosine = 0;
    for (std::size_t c = 0; c < 3; ++c) cosine += s.directors[3 * i + c] * s.scenario->gravity[c];
    sum += 1.5 * cosine * cosine - 0.5;
    ++rods;
  }
  return rods > 0 ? sum / static_cast<double>(rods) : unknown;
}

}  // namespace

std::vector<Quantity> motion_quantities() {
  return {
      {.name = "mean_settling_velocity",
       .symbol = "⟨v·g⟩",
       .title = "Settling velocity",
       .description = "Mean velocity of the bodies along gravity, ⟨v·g⟩",
       .unit = "velocity",
       .shown = in_chart | in_inspector,
       .band = "settling_velocity_deviation",
       .of_the_frame = true,
       .mean_of_velocity = along_gravity,
       .valid = of_settling,
       .compute = [](const Step& s, Out out) { out[0] = settling_velocity(s); }},
      {.name = "settling_velocity_deviation",
       .symbol = "σ(v·g)",
       .title = "Deviation of the settling velocity",
       .description = "Standard deviation over the bodies of their velocity along gravity",
       .unit = "velocity",
       .shown = nowhere,
       .valid = [](const Scenario& scenario,
                   std::size_t bodies) { return bodies > 1 && of_settling(scenario, bodies); },
       .compute = [](const Step& s, Out out) { out[0] = settling_spread(s); }},
      {.name = "mean_axial_velocity",
       .symbol = "⟨v_x⟩",
       .title = "Mean velocity along the axis",
       .description = "Mean velocity of the bodies along x, the axis of a pipe",
       .unit = "velocity",
       .shown = in_chart | in_inspector,
       .of_the_frame = true,
       .mean_of_velocity = [](const Scenario&, const Vector3& v) { return v[0]; },
       .valid = [](const Scenario& scenario, std::size_t bodies) { return !of_settling(scenario, bodies); },
       .compute = [](const Step& s, Out out) { out[0] = mean_velocity(s)[0]; }},
      {.name = "mean_velocity",
       .symbol = "⟨v⟩",
       .title = "Mean velocity",
       .description = "Mean velocity of the bodies",
       .unit = "velocity",
       .length = 3,
       .shown = nowhere,
       .of_the_frame = true,
       .compute =
           [](const Step& s, Out out) {
             const Vector3 mean = mean_velocity(s);
             std::copy(mean.begin(), mean.end(), out.begin());
           }},
      {.name = "velocity_variance",
       .symbol = "variance x, y, z",
       .title = "Variance of the velocity",
       .description = "Variance of the velocity over the bodies, per direction",
       .unit = "velocity^2",
       .length = 3,
       .shown = in_inspector,
       .valid = of_pairs,
       .compute = velocity_variance},
      {.name = "mean_speed",
       .symbol = "⟨|v|⟩",
       .title = "Mean speed",
       .description = "Mean of the speed |v| over the bodies",
       .unit = "velocity",
       .shown = nowhere,
       .of_the_frame = true,
       .mean_of_velocity = [](const Scenario&, const Vector3& v) { return std::hypot(v[0], v[1], v[2]); },
       .compute = [](const Step& s, Out out) { out[0] = mean_speed(s); }},
      {.name = "drift_angle",
       .symbol = "drift",
       .title = "Drift angle",
       .description = "Angle between the mean velocity of the bodies and gravity",
       .unit = "°",
       .shown = nowhere,
       .of_the_frame = true,
       .valid = of_settling,
       .compute = [](const Step& s, Out out) { out[0] = drift_angle(s); }},
      {.name = "unbounded_settling_velocity",
       .symbol = "⟨v·g⟩∞",
       .title = "Settling velocity without the cell",
       .description =
           "Mean settling velocity of an infinite suspension: the settling velocity of equal spheres, placed at "
           "random in a periodic cube, corrected for the leading effect of the size of the cube",
       .unit = "velocity",
       .shown = nowhere,
       .beside = "mean_settling_velocity",
       .mean_of_velocity = along_gravity,
       .valid = suspension_in_a_cube,
       .compute = [](const Step& s, Out out) { out[0] = settling_velocity(s) + missing_in_a_cube(s); }},
      {.name = "order_parameter",
       .symbol = "order",
       .title = "Order of rods",
       .description = "Mean of (3 cos²θ − 1)/2 over the rods, where θ is the angle between rod and gravity. It is 1 "
                      "for rods along gravity, 0 for random directions, and −1/2 for rods across gravity",
       .shown = in_chart,
       .valid = of_rods,
       .compute = [](const Step& s, Out out) { out[0] = order_parameter(s); }},
  };
}

}  // namespace slurry
