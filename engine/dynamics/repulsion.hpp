// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "geometry/neighbour_list.hpp"
#include "slurry/domain.hpp"

namespace slurry {

/// Steric repulsion F(h) = F0 exp(-h/range) of spheres and of rods, as capsules, at the gap h between their surfaces;
/// below contact it goes on as a straight line (theory/contacts-and-integrators.md (I1)).
///
/// Of a pair it acts where the surfaces are nearest, along the line between these points, opposite on both; so it
/// has a potential, and force and moment of force of a pair vanish.  The gap between a rod and the wall is least, for
/// itself, at either end, and at both ends the wall pushes inwards.
class Repulsion {
 public:
  /// force F0 [force]; range [length]; radii (N) [length]; half_axes (N): of a capsule's axis, without its caps; 0: a
  /// sphere [length].
  Repulsion(const Domain& domain, double force, double range, std::vector<double> radii, std::vector<double> half_axes);

  bool any() const { return force_ > 0; }

  /// coordinates: centres (N,3) [length], then directors (N,3) where there are rods.  Adds to forces (N,3) [force] and,
  /// about the centres, to torques (N,3) [force length], which may be empty where there is no rod.
  void add(std::span<const double> coordinates, std::span<double> forces, std::span<double> torques);

  /// Largest force of the last call [force].
  double largest() const { return largest_; }
  /// Longest step that resolves the forces of the last call: 0.25 range/(mu0 F), with mu0 of the smaller sphere (the
  /// end of a rod gives way no easier than a sphere of its thickness); infinity without.
  double longest_step(double viscosity) const;

 private:
  struct Loads {
    std::span<double> forces, torques;
  };
  void add_pair(std::span<const double> x, std::size_t i, std::size_t j, Loads loads);
  void add_wall(std::span<const double> x, std::size_t i, double lever, Loads loads);
  /// A force along a unit direction on the axis of a body, `lever` from its centre.
  void push(std::span<const double> x, std::size_t i, double lever, const double* direction, double strength,
            Loads loads) const;
  /// Force at a gap; remembers how large, and how stiff for the more mobile body, it came out.
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
