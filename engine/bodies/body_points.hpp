// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "bodies/background_flow.hpp"
#include "bodies/body_kind.hpp"

namespace slurry {

/// The sources of all bodies in one row: body i has points first(i) .. first(i) + kind(i).points().
class BodyPoints {
 public:
  /// kind_of: index into kinds, one per body.  Throws InputError for an index that is none.
  BodyPoints(std::vector<BodyKind> kinds, std::vector<int> kind_of);

  std::size_t bodies() const { return kind_of_.size(); }
  std::size_t points() const { return sizes_.size(); }
  const BodyKind& kind(std::size_t body) const { return kinds_[static_cast<std::size_t>(kind_of_[body])]; }
  std::size_t first(std::size_t body) const { return first_[body]; }
  const std::vector<double>& sizes() const { return sizes_; }  ///< one per point [length]
  bool has(BodyKind::Shape shape) const;
  bool has_rods() const { return has(BodyKind::Shape::rod_line) || has(BodyKind::Shape::rod_chain); }

  /// positions, directors (bodies,3) -> points (points,3) [length].
  void place(std::span<const double> positions, std::span<const double> directors, std::span<double> points) const;

  /// Forces (points,3) of spheres and line rods from loads (bodies,3): f_k = w_k F + t_k T x n.  Chains: zero.
  void spread_loads(std::span<const double> directors, std::span<const double> forces, std::span<const double> torques,
                    std::span<double> point_forces) const;

  /// Motion of spheres and line rods from the velocities v (points,3) of all point sums, the bodies' own included, and
  /// the loads; chains are left as they are.  velocities, rates = dn/dt (bodies,3).  The term of the background strain
  /// is not included.  Source: theory/rods.md (D3).
  void gather_motion(double viscosity, std::span<const double> directors, std::span<const double> forces,
                     std::span<const double> torques, std::span<const double> v, std::span<double> velocities,
                     std::span<double> rates) const;

  /// rates -= (1 - B)(I - nn) E n of the background at the centres, for every rod.
  void add_background_strain(const BackgroundFlow& flow, std::span<const double> positions,
                             std::span<const double> directors, std::span<double> rates) const;

 private:
  std::vector<BodyKind> kinds_;
  std::vector<int> kind_of_;
  std::vector<std::size_t> first_;
  std::vector<double> sizes_;
};

/// T x n.
inline void turning_load(const double* torque, const double* n, double* g) {
  g[0] = torque[1] * n[2] - torque[2] * n[1];
  g[1] = torque[2] * n[0] - torque[0] * n[2];
  g[2] = torque[0] * n[1] - torque[1] * n[0];
}

/// v without its part along n.
inline void remove_along(const double* n, double* v) {
  const double s = n[0] * v[0] + n[1] * v[1] + n[2] * v[2];
  for (int c = 0; c < 3; ++c) v[c] -= s * n[c];
}

}  // namespace slurry
