// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <vector>

#include "slurry/quantity.hpp"

// The parts of the table, one file each, in the order in which they are shown.
namespace slurry {

std::vector<Quantity> motion_quantities();
std::vector<Quantity> place_quantities();
std::vector<Quantity> reversal_quantities();
std::vector<Quantity> flow_quantities();
std::vector<Quantity> orbit_quantities();
std::vector<Quantity> total_quantities();
std::vector<Quantity> error_quantities();
std::vector<Quantity> body_quantities();

namespace quantity {

using Out = std::span<double>;
inline constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

inline bool in_pipes(const Scenario& s, std::size_t) {
  return s.domain.kind == DomainKind::pipe;
}
inline bool of_pairs(const Scenario&, std::size_t bodies) {
  return bodies > 1;
}
/// Whether a force pulls the bodies along gravity, so that they settle.
inline bool of_settling(const Scenario& s, std::size_t) {
  for (const BodyGroup& g : s.bodies)
    if (g.force != 0) return true;
  return false;
}
inline bool of_rods(const Scenario& s, std::size_t) {
  for (const BodyGroup& g : s.bodies)
    if (g.shape == BodyShape::rod) return true;
  return false;
}

/// Whether a few bodies were placed one by one, so that each of them can be told apart.
bool of_arranged(const Scenario& s, std::size_t bodies);
/// Whether the bodies are a group with fluid around it, and do not fill a periodic domain. This is so for two bodies
/// and in free space. It is also so if each kind was placed as a group shorter than half the period.
bool of_groups(const Scenario& s, std::size_t bodies);

inline double dot(const Vector3& x, const Vector3& y) {
  return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}

/// Mean of the bodies' velocities at the end of the step [length/time].
Vector3 mean_velocity(const Step& step);
/// The component of mean_velocity() along gravity [length/time].
double settling_velocity(const Step& step);
/// The component along gravity of the mean of other velocities of the same bodies, (N,3) [length/time].
double settling_velocity(const Step& step, std::span<const double> velocities);
/// Positions with the periods that were crossed (N,3).
const std::vector<double>& places(const Step& step);

inline constexpr std::size_t most_bodies_with_all_pairs = 100;  // looked at in every step
/// Largest distance between the places of two bodies [length]; NaN: fewer than two bodies, or too many.
double largest_separation(const Step& step);

}  // namespace quantity
}  // namespace slurry
