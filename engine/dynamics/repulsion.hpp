// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "geometry/neighbour_list.hpp"
#include "slurry/domain.hpp"

namespace slurry {

/// Steric repulsion F(h) = F0 exp(-h/range) of spheres, and of rods as capsules, where h is the gap between their
/// surfaces. For negative gaps it continues as a straight line (theory/contacts-and-integrators.md (I1)).
///
/// In a pair, it acts at the nearest points of the surfaces, along the line between them, with opposite forces on both
/// bodies. It therefore has a potential, and the total force and torque of a pair vanish. The gap between a rod and the
/// wall is smallest at one of the rod's ends; the wall pushes each end inwards.
class Repulsion {
 public:
  /// force: F0 [force]; range [length]; radii (N) [length]; half_axes (N): half length of a capsule's axis without its
  /// caps [length], 0 for a sphere.
  Repulsion(const Domain& domain, double force, double range, std::vector<double> radii, std::vector<double> half_axes);

  bool any() const { return force_ > 0; }

  /// coordinates: centres (N,3) [length], followed by directors (N,3) if there are rods. Adds to forces (N,3) [force]
  /// and to torques about the centres (N,3) [force length]. torques may be empty if there are no rods.
  void add(std::span<const double> coordinates, std::span<double> forces, std::span<double> torques);

  /// Largest force of the last call [force].
  double largest() const { return largest_; }
  /// Longest step that resolves the forces of the last call: 0.25 range/(mu0 F), with mu0 of the smaller sphere. The
  /// end of a rod counts as a sphere of the rod's thickness. Infinity if there is no repulsion.
  double longest_step(double viscosity) const;

 private:
  struct Loads {
    std::span<double> forces, torques;
  };
  void add_pair(std::span<const double> x, std::size_t i, std::size_t j, Loads loads);
  void add_wall(std::span<const double> x, std::size_t i, double lever, Loads loads);
  /// Applies a force along a unit direction at the point of a body's axis at the distance `lever` from its centre.
  void push(std::span<const double> x, std::size_t i, double lever, const double* direction, double strength,
            Loads loads) const;
  /// Returns the force at a gap. Keeps the largest force, and the largest stiffness relative to the mobility of the
  /// more mobile body.
  double strength(double gap, double smaller_radius);
  const double* director(std::span<const double> x, std::size_t i) const { return &x[3 * (radii_.size() + i)]; }

  Domain domain_;
  double force_, range_;
  std::vector<double> radii_, half_axes_;
  double longest_reach_ = 0;
  double largest_ = 0, largest_per_radius_ = 0;
  NeighbourList list_;
};

}  // namespace slurry
