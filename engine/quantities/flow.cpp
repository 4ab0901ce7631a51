// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <numbers>

#include "quantities/radial_profiles.hpp"
#include "quantities/rows.hpp"

// The flow through a pipe, the forces that it balances, and what fills it.
namespace slurry {

using namespace quantity;

namespace {

Vector3 net_force(const Step& s) {
  Vector3 sum{0, 0, 0};
  for (std::size_t i = 0; i < s.forces.size(); ++i) sum[i % 3] += s.forces[i];
  return sum;
}

struct WallDrag {
  double force;
};

double wall_drag(const Step& s) {
  return s.once<WallDrag>([&s] { return WallDrag{s.wall_drag_of_flow ? s.wall_drag_of_flow() : unknown}; }).force;
}

/// Error of the balance: sum of forces = drag on the wall + pi R^2 L dp/dx (theory/pipe-wall.md (P7)).
double force_balance_error(const Step& s) {
  const Domain& d = s.scenario->domain;
  const double pressure = std::numbers::pi * d.radius * d.radius * d.length * s.pressure_gradient;
  double sum = 0;
  for (std::size_t i = 0; i + 2 < s.forces.size(); i += 3)
    sum += std::hypot(s.forces[i], s.forces[i + 1], s.forces[i + 2]);
  const double scale = std::max(std::abs(pressure), sum);
  return scale > 0 ? std::abs(net_force(s)[0] - wall_drag(s) - pressure) / scale : unknown;
}

const RadialProfiles& profiles(const Step& s) {
  return s.once<RadialProfiles>([&s] {
    return radial_profiles(s.scenario->domain, s.positions, s.velocities, s.radii, s.half_lengths, s.directors,
                           s.rates);
  });
}

/// Rods as spheroids.
double volume_fraction(const Step& s) {
  const Domain& d = s.scenario->domain;
  double volume = 0;
  for (std::size_t i = 0; i < s.bodies(); ++i)
    volume += 4.0 / 3.0 * std::numbers::pi * s.radii[i] * s.radii[i] * (s.is_rod(i) ? s.half_lengths[i] : s.radii[i]);
  return volume / (std::numbers::pi * d.radius * d.radius * d.length);
}

}  // namespace

std::vector<Quantity> flow_quantities() {
  return {
      {.name = "flux",
       .symbol = "flux",
       .title = "Flux",
       .description = "Volume of liquid and bodies through a section of the pipe per time",
       .unit = "length^2 velocity",
       .shown = in_chart | in_inspector,
       .valid = in_pipes,
       .compute = [](const Step& s, Out out) { out[0] = s.flux; }},
      {.name = "pressure_gradient",
       .symbol = "dp/dx",
       .title = "Pressure gradient",
       .description = "Mean gradient of the pressure along the pipe",
       .unit = "force/length^3",
       .shown = in_chart | in_inspector,
       .valid = in_pipes,
       .compute = [](const Step& s, Out out) { out[0] = s.pressure_gradient; }},
      {.name = "wall_drag",
       .symbol = "wall drag",
       .title = "Wall drag",
       .description = "Axial force of the liquid on the wall over one period, computed from the traction",
       .unit = "force",
       .shown = in_chart,
       .costly = true,
       .valid = in_pipes,
       .compute = [](const Step& s, Out out) { out[0] = wall_drag(s); }},
      {.name = "force_balance_error",
       .symbol = "force balance",
       .title = "Error of the force balance",
       .description =
           "Difference between the sum of forces and wall drag + πR²L dp/dx, relative to the larger of Σ|force| and "
           "|πR²L dp/dx|",
       .shown = nowhere,
       .costly = true,
       .averaged = false,
       .valid = in_pipes,
       .compute = [](const Step& s, Out out) { out[0] = force_balance_error(s); }},
      {.name = "net_force",
       .symbol = "ΣF",
       .title = "Net force",
       .description = "Sum of the forces on the bodies",
       .unit = "force",
       .length = 3,
       .shown = nowhere,
       .compute =
           [](const Step& s, Out out) {
             const Vector3 sum = net_force(s);
             std::copy(sum.begin(), sum.end(), out.begin());
           }},
      {.name = "volume_fraction",
       .symbol = "φ",
       .title = "Volume fraction",
       .description = "Fraction of the volume of the pipe that the bodies fill, with rods as spheroids",
       .shown = nowhere,
       .valid = in_pipes,
       .compute = [](const Step& s, Out out) { out[0] = volume_fraction(s); }},
      {.name = "volume_fraction_profile",
       .symbol = "φ(r)",
       .title = "Volume fraction across the pipe",
       .description = "Local volume fraction, in rings from the axis to the wall",
       .of = Of::profile,
       .length = profile_rings,
       .shown = in_chart,
       .valid = in_pipes,
       .compute = [](const Step& s,
                     Out out) { std::copy_n(profiles(s).volume_fraction.begin(), out.size(), out.begin()); }},
      {.name = "axial_velocity_profile",
       .symbol = "v(r)",
       .title = "Velocity across the pipe",
       .description = "Mean axial velocity over the volume of the bodies, in rings from the axis to the wall. A sphere "
                      "counts with the velocity of its centre, a rod also with its rotation",
       .unit = "velocity",
       .of = Of::profile,
       .length = profile_rings,
       .shown = in_chart,
       .valid = in_pipes,
       .compute = [](const Step& s,
                     Out out) { std::copy_n(profiles(s).axial_velocity.begin(), out.size(), out.begin()); }},
  };
}

}  // namespace slurry
