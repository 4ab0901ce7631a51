// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dynamics/repulsion.hpp"
#include "slurry/scenario.hpp"

namespace slurry {

/// Forces and torques on the bodies of a scenario: gravity, external forces and torques, driven in time; drives and
/// springs along a ring; steric repulsion of bodies from each other and from the wall.
class Forces {
 public:
  /// radii (N) [length]; groups (N), indices into scenario.bodies.
  Forces(const Scenario& scenario, std::span<const double> radii, std::span<const std::int32_t> groups);

  /// Some force depends on places or on time.
  bool vary() const { return ring_ || repulsion_.any() || driving_.kind != DrivingKind::steady; }

  /// Factor on the driven forces and flows.  A reversing drive is constant between two switches; phase says between
  /// which.
  double drive(double time, long phase) const;
  /// Number of switches of a reversing drive behind this time; 0 for others.
  long phase(double time) const;
  /// Time of the next switch; infinity for others.
  double next_switch(long phase) const;

  /// Longest step that follows an oscillating drive, a twentieth of its period [time]; infinity for others.
  double longest_step_of_drive() const;

  /// positions (N,3) [length], then directors (N,3) where there are rods -> forces (N,3) [force], torques (N,3) [force
  /// length]; the driven ones are multiplied with `drive`.  torques may be empty where there is no rod.
  void evaluate(std::span<const double> coordinates, double drive, std::span<double> forces, std::span<double> torques);

  /// Repulsion in the last evaluation (N,3) [force]; empty: there is none.
  std::span<const double> contact_forces() const { return contact_forces_; }

  const Repulsion& repulsion() const { return repulsion_; }

 private:
  /// Half axes of the bodies' capsules, without the caps; 0: a sphere [length].
  std::vector<double> half_axes_of(std::span<const std::int32_t> groups) const;
  void add_ring(std::span<const double> x, std::span<double> f) const;

  Domain domain_;
  DrivingOptions driving_;
  std::array<double, 3> axis_;
  std::vector<BodyGroup> groups_;
  std::vector<std::int32_t> group_of_;
  std::vector<double> steady_, steady_torques_, contact_forces_;
  bool ring_ = false;
  Repulsion repulsion_;
};

}  // namespace slurry
