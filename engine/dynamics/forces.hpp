// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dynamics/repulsion.hpp"
#include "slurry/scenario.hpp"

namespace slurry {

/// Forces and torques on the bodies of a scenario: gravity, external forces and torques, with their change in time;
/// tangential forces and springs of a ring; repulsion of bodies from each other and from the wall.
class Forces {
 public:
  /// radii (N) [length]; groups (N), indices into scenario.bodies.
  Forces(const Scenario& scenario, std::span<const double> radii, std::span<const std::int32_t> groups);

  /// Whether some force depends on positions or on time.
  bool vary() const { return ring_ || repulsion_.any() || driving_.kind != DrivingKind::steady; }

  /// Factor of the driven forces and flows at a time. A reversing drive is constant between two switches; `phase`
  /// numbers these intervals.
  double drive(double time, long phase) const;
  /// Number of switches of a reversing drive up to this time. 0 for other drives.
  long phase(double time) const;
  /// Time of the next switch. Infinity for drives that do not reverse.
  double next_switch(long phase) const;

  /// Longest step that resolves an oscillating drive: a twentieth of its period [time]. Infinity for other drives.
  double longest_step_of_drive() const;

  /// Computes forces (N,3) [force] and torques (N,3) [force length] from positions (N,3) [length], which are followed
  /// by directors (N,3) if there are rods. Driven forces and torques are multiplied by `drive`. torques may be empty if
  /// there are no rods.
  void evaluate(std::span<const double> coordinates, double drive, std::span<double> forces, std::span<double> torques);

  /// Repulsion in the last evaluation (N,3) [force]. Empty if there is none.
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
