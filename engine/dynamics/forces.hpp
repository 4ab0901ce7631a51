// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "geometry/neighbour_list.hpp"
#include "slurry/scenario.hpp"

namespace slurry {

/// Forces on the bodies of a scenario: gravity and external forces, driven in time; drives and springs along a ring,
/// steric repulsion between spheres and from the wall (pipe-suspension.md 4.3, force form).
class Forces {
 public:
  /// radii (N) [length]; groups (N), indices into scenario.bodies.
  Forces(const Scenario& scenario, std::span<const double> radii, std::span<const std::int32_t> groups);

  /// Some force depends on places or on time.
  bool vary() const { return ring_ || repulsion_ > 0 || driving_.kind != DrivingKind::steady; }

  /// What the driven forces and flows are multiplied with.  reversing: constant between two switches; phase says
  /// between which.
  double drive(double time, long phase) const;
  /// Number of switches of a reversing drive behind this time; 0 for others.
  long phase(double time) const;
  /// Time of the next switch; infinity for others.
  double next_switch(long phase) const;

  /// positions (N,3) [length] -> forces (N,3) [force], where the driven ones are multiplied with `drive`.
  void evaluate(std::span<const double> positions, double drive, std::span<double> forces);

  /// Largest repulsion of the last evaluation [force].
  double largest_repulsion() const { return largest_; }
  /// Longest step that resolves the repulsion: 0.25 range/(mu0 F) (pipe-suspension.md 4.3); infinity without.
  double longest_step(double viscosity) const;

 private:
  void add_ring(std::span<const double> x, std::span<double> f) const;
  void add_repulsion(std::span<const double> x, std::span<double> f);
  /// Repulsion at a gap; below 0 it goes on as a straight line.
  double repulsion(double gap) const;

  Domain domain_;
  DrivingOptions driving_;
  std::array<double, 3> axis_;
  std::vector<BodyGroup> groups_;
  std::vector<std::int32_t> group_of_;
  std::vector<double> radii_, steady_;
  bool ring_ = false;
  double repulsion_, range_, largest_radius_ = 0, largest_ = 0;
  NeighbourList list_;
};

}  // namespace slurry
