// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "bodies/body_points.hpp"

namespace slurry {

/// Rigid motion of the chains of a suspension (theory/rods.md (D4)).  With the forces f of the blobs, their
/// velocities w (everything that moves them), motions V = (U, dn/dt) of the chains and K V = U + s_i dn/dt,
///   w = K V,   K^T f = (F, T x n);
/// a spin about the director moves no blob.  Vectors run over the blobs of the chains alone, chain after chain.
/// What one chain does to itself (M_b) is inverted in its own frame, where the directions along and across separate.
class ChainConstraint {
 public:
  explicit ChainConstraint(const BodyPoints& bodies);

  std::size_t chains() const { return bodies_.size(); }
  std::size_t blobs() const { return point_.size(); }
  std::size_t body(std::size_t chain) const { return bodies_[chain]; }
  std::size_t point(std::size_t blob) const { return point_[blob]; }  ///< its number among all points of all bodies

  /// Motion V (chains,3) each of U and dn/dt nearest to velocities v (blobs,3): (K^T M_b^-1 K)^-1 K^T M_b^-1 v.
  void project(std::span<const double> directors, std::span<const double> v, std::span<double> velocities,
               std::span<double> rates) const;
  /// v -= K V.
  void subtract_rigid(std::span<const double> velocities, std::span<const double> rates, std::span<double> v) const;
  /// f = M_b^-1 v.
  void friction(double viscosity, std::span<const double> directors, std::span<const double> v,
                std::span<double> f) const;
  /// Motion of every chain alone under its load; forces, torques (bodies,3) of all bodies.
  void isolated(double viscosity, std::span<const double> directors, std::span<const double> forces,
                std::span<const double> torques, std::span<double> velocities, std::span<double> rates) const;
  /// f += what brings K^T f to the loads with the least change in the norm of M_b.
  void balance(double viscosity, std::span<const double> directors, std::span<const double> forces,
               std::span<const double> torques, std::span<double> f) const;
  /// Turns f with the chains, from old directors to new ones.
  void turn(std::span<const double> from, std::span<const double> to, std::span<double> f) const;

 private:
  const BodyKind& kind(std::size_t chain) const { return points_.kind(bodies_[chain]); }
  void isolated_load(double viscosity, const BodyKind& kind, const double* n, const double* force, const double* load,
                     double* velocity, double* rate) const;

  const BodyPoints& points_;
  std::vector<std::size_t> bodies_, first_, point_;
};

}  // namespace slurry
