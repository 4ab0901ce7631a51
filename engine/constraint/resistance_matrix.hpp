// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "bodies/body_points.hpp"
#include "constraint/resistance_functions.hpp"
#include "geometry/neighbour_list.hpp"
#include "slurry/domain.hpp"

namespace slurry {

/// Resistance matrix zeta of close surfaces in a suspension. It is symmetric, positive semidefinite and sparse. Two
/// unequal spheres are treated as equal spheres of radius 2 a_i a_j/(a_i + a_j), which keeps the leading term exact.
class ResistanceMatrix {
 public:
  /// Throws InputError if the resistance between some kinds of bodies is not known.
  ResistanceMatrix(const Domain& domain, const BodyPoints& bodies, LubricationLaw law);

  /// Computes the matrix for positions (N,3) [length].
  void build(double viscosity, std::span<const double> positions);
  bool empty() const { return pairs_.empty() && walls_.empty(); }

  /// Computes y += factor zeta x, with x [length/time] and y [force].
  void add(double factor, std::span<const double> x, std::span<double> y) const;
  /// Axial force on the wall from the resistance of bodies that move with velocities x (N,3).
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
    double n[3], axial, normal, across;  ///< directions: along the pipe, towards the nearest wall, and across both
  };
  double radius(std::size_t i) const { return radii_.size() == 1 ? radii_[0] : radii_[i]; }

  Domain domain_;
  std::vector<double> radii_;  ///< one radius per body, or one if all are equal
  std::vector<BodyKind::Shape> shapes_;
  LubricationLaw law_;
  NeighbourList list_;
  std::size_t bodies_ = 0;
  std::vector<Pair> pairs_;
  std::vector<Wall> walls_;
};

}  // namespace slurry
