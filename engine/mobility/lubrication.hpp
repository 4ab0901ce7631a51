// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "geometry/neighbour_list.hpp"
#include "slurry/domain.hpp"
#include "slurry/scenario.hpp"

// Friction between close spheres, and of spheres with a close wall, beyond what the Rotne-Prager mobility holds
// (theory/lubrication.md).
namespace slurry {

namespace lubrication {

/// Drag on each of two equal spheres that approach each other along their line of centres, over 6 pi eta a U; s: gap
/// over a.  Exact, in bispherical coordinates: Maude, Brit. J. Appl. Phys. 12 (1961) 293; Brenner (1961).
double approaching_spheres(double s);
/// Drag on a sphere that moves towards a plane wall, over 6 pi eta a U; s: gap over a.  Exact: Brenner, Chem. Eng. Sci.
/// 16 (1961) 242.
double sphere_towards_wall(double s);
/// The same at the level of Rotne-Prager: 1/(1 - 3a/2r + a^3/r^3), and Blake's images of a finite sphere.
double approaching_spheres_rotne_prager(double s);
double sphere_towards_wall_rotne_prager(double s);
double sphere_along_wall_rotne_prager(double s);

/// Smallest gap that is told from contact, in radii: the tolerance of contacts.
inline constexpr double smallest_gap = 1e-6;
/// Beyond this gap, in radii, there is no friction; the exact law is faded out from half of it.
inline constexpr double reach = 2;

/// Friction in units of 6 pi eta a, on the relative velocity along and across the line of centres, or towards and along
/// the wall.
struct Friction {
  double normal = 0, tangential = 0;
};
/// Of two equal spheres at gap s a.
Friction of_pair(LubricationLaw law, double s);
/// Of a sphere at gap s a from the wall of a pipe of radius a/ratio (0: a plane).  Normal: exact for a plane, with the
/// squeezing force of the curved gap; tangential: -(8/15) ln s + 0.9588 (Goldman, Cox & Brenner 1967) less Rotne-Prager
/// where that is positive.
Friction of_wall(LubricationLaw law, double s, double ratio);

}  // namespace lubrication

/// The friction matrix of a suspension, zeta: symmetric, positive semidefinite, sparse.
/// Unequal spheres: as equal ones of radius 2 a_i a_j/(a_i + a_j), which keeps the leading term exact.
class LubricationMatrix {
 public:
  LubricationMatrix(const Domain& domain, std::vector<double> radii, LubricationLaw law);

  /// positions (N,3) [length]; radii as given: one per body, or one for all.
  void build(double viscosity, std::span<const double> positions);
  bool empty() const { return pairs_.empty() && walls_.empty(); }

  /// y += factor zeta x; x [length/time], y [force].
  void add(double factor, std::span<const double> x, std::span<double> y) const;
  /// Axial force that the wall takes from the friction of bodies that move with velocities x (N,3).
  double axial_wall_force(std::span<const double> x) const;
  /// Diagonal blocks of zeta, (N,3,3).
  std::vector<double> diagonal() const;

 private:
  struct Pair {
    int i, j;
    double n[3], normal, tangential;
  };
  struct Wall {
    int i;
    double n[3], normal, tangential;
  };
  double radius(std::size_t i) const { return radii_.size() == 1 ? radii_[0] : radii_[i]; }

  Domain domain_;
  std::vector<double> radii_;
  LubricationLaw law_;
  NeighbourList list_;
  std::size_t bodies_ = 0;
  std::vector<Pair> pairs_;
  std::vector<Wall> walls_;
};

}  // namespace slurry
