// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "bodies/background_flow.hpp"
#include "bodies/body_loads.hpp"
#include "bodies/body_model.hpp"

namespace slurry {

/// The nodes of all bodies in one list. Body i has the points first(i) to first(i) + kind(i).points() - 1; its model
/// defines what they do. Points whose forces are found by a solve have a second numbering in the same order, without
/// the other points.
class BodyPoints {
 public:
  /// kind_of: index into kinds for each body. Throws InputError for an invalid index.
  BodyPoints(std::vector<BodyKind> kinds, std::vector<int> kind_of);

  std::size_t bodies() const { return kind_of_.size(); }
  std::size_t points() const { return sizes_.size(); }
  const std::vector<BodyKind>& kinds() const { return kinds_; }
  const BodyKind& kind(std::size_t body) const { return kinds_[static_cast<std::size_t>(kind_of_[body])]; }
  std::size_t first(std::size_t body) const { return first_[body]; }
  const std::vector<double>& sizes() const { return sizes_; }  ///< one per point [length]
  /// One radius per body [length], or a single radius if all are equal.
  std::vector<double> body_radii() const;
  bool has(BodyKind::Shape shape) const;
  bool has_rods() const { return has(BodyKind::Shape::rod_line) || has(BodyKind::Shape::rod_chain); }

  /// Computes the positions of all points (points,3) from the places of the bodies [length].
  void place(const BodyPlaces& places, std::span<double> points) const;

  /// Computes forces on the points (points,3) that have the loads as resultants. Unknown forces are the nearest to
  /// those in the list.
  void expand(double viscosity, std::span<const double> directors, const BodyLoads& loads,
              std::span<double> point_forces) const;

  /// Computes the motion from the velocities v (points,3) of the sums over all points, which include the bodies' own
  /// points, and from the loads. The term of the background strain is not included. Source: theory/rods.md (D3).
  void project(double viscosity, std::span<const double> directors, const BodyLoads& loads, std::span<const double> v,
               const BodyMotion& motion) const;

  /// Subtracts (1 - B)(I - nn) E n of the background flow at the centre from the rate of every rod.
  void add_background_strain(const BackgroundFlow& flow, const BodyPlaces& places, std::span<double> rates) const;

  // The following functions concern only the points with unknown forces, with arrays (unknown_points(),3). Motions are
  // those of all bodies (N,3).
  std::size_t unknown_points() const { return unknown_.size(); }
  void gather(std::span<const double> all, std::span<double> unknown) const;
  void scatter(std::span<const double> unknown, std::span<double> all) const;
  /// Rigid motions nearest to the velocities of the points. Bodies without unknown forces are left unchanged.
  void rigid_motion(std::span<const double> directors, std::span<const double> v, const BodyMotion& motion) const;
  /// Adds factor K V to v.
  void add_rigid(double factor, const BodyMotion& motion, std::span<double> v) const;
  /// Computes the forces on the points that would give them the velocities v if each body were alone.
  void answer(double viscosity, std::span<const double> directors, std::span<const double> v,
              std::span<double> forces) const;
  /// Rotates the forces with the bodies.
  void turn(std::span<const double> from, std::span<const double> to, std::span<double> forces) const;

 private:
  /// Calls f(kind, model, body, index of its first component among the unknowns).
  template <class F>
  void each_with_unknowns(const F& f) const;

  std::vector<BodyKind> kinds_;
  std::vector<int> kind_of_;
  std::vector<std::size_t> first_, unknown_;  ///< unknown: number among all points
  std::vector<double> sizes_;
};

}  // namespace slurry
