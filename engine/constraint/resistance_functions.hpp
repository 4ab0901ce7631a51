// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "bodies/body_kind.hpp"
#include "slurry/scenario.hpp"

// Resistance between close spheres and of spheres close to a wall, minus the part that the Rotne-Prager mobility
// contains (theory/lubrication.md).
namespace slurry::lubrication {

/// Drag on each of two equal spheres that approach each other along their line of centres, over 6 pi eta a U. s: gap
/// over a. The result is exact, in bispherical coordinates: Maude, Brit. J. Appl. Phys. 12 (1961) 293; Brenner (1961).
double approaching_spheres(double s);
/// Drag on a sphere that moves towards a plane wall, over 6 pi eta a U. s: gap over a. The result is exact: Brenner,
/// Chem. Eng. Sci. 16 (1961) 242.
double sphere_towards_wall(double s);
/// Drag on each of two equal spheres that are pushed past each other, by opposite forces across their line of centres,
/// over 6 pi eta a U. The spheres are free to turn. s: gap over a. The relative error is 1e-6, and 1e-4 below s = 1e-3
/// (theory/lubrication.md (L5)).
double passing_spheres(double s);
/// Drag on a sphere that moves along a plane wall and is free to turn, over 6 pi eta a U. s: gap over a, at most 2. The
/// relative error is 1e-3 (theory/lubrication.md (L6)).
double sphere_along_wall(double s);
/// Drags of the four motions above, in the Rotne-Prager approximation: 1/(1 - 3a/2r + a^3/r^3) for spheres that
/// approach each other, 1/(1 - 3a/4r - a^3/2r^3) for spheres that pass each other, and Blake's images of a finite
/// sphere for a wall. s: gap over a.
double approaching_spheres_rotne_prager(double s);
double passing_spheres_rotne_prager(double s);
double sphere_towards_wall_rotne_prager(double s);
double sphere_along_wall_rotne_prager(double s);

/// Smallest gap [radii] that counts as a gap; a smaller one counts as contact. It equals the tolerance of contacts.
inline constexpr double smallest_gap = 1e-6;
/// Largest gap with a resistance [radii]. The exact law is faded out from half of this gap.
inline constexpr double reach = 2;

/// Resistance in units of 6 pi eta a against the relative velocity along and across the line of centres, or towards and
/// along the wall.
struct Resistance {
  double normal = 0, tangential = 0;
};
/// Resistance of two equal spheres of radius a with the gap s a.
Resistance of_pair(LubricationLaw law, double s);
/// Resistance of a sphere with the gap s a to the wall of a pipe of radius a/ratio (ratio 0: a plane). The normal part
/// is exact for a plane and includes the squeezing force of the curved gap. The tangential part is that of a sphere
/// which is free to turn, along a plane.
Resistance of_wall(LubricationLaw law, double s, double ratio);

/// Resistance between close surfaces of two kinds of body. The ratio of radii matters at a wall only. To add a pair of
/// kinds, add a row.
struct Row {
  BodyKind::Shape one;
  std::optional<BodyKind::Shape> other;  ///< empty: the wall of a pipe
  Resistance (*of)(LubricationLaw law, double s, double ratio);
};
/// Row for two kinds of body. Null if their resistance is not known.
const Row* find_row(BodyKind::Shape one, std::optional<BodyKind::Shape> other);

}  // namespace slurry::lubrication
