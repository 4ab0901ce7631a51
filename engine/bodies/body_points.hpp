// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "bodies/background_flow.hpp"
#include "bodies/body_loads.hpp"
#include "bodies/body_model.hpp"

namespace slurry {

/// The nodes of all bodies in one row: body i has points first(i) .. first(i) + kind(i).points(), and its model says
/// what they do.  Points whose forces a solve finds are numbered once more, in the same order, without the others.
class BodyPoints {
 public:
  /// kind_of: index into kinds, one per body.  Throws InputError for an index that is none.
  BodyPoints(std::vector<BodyKind> kinds, std::vector<int> kind_of);

  std::size_t bodies() const { return kind_of_.size(); }
  std::size_t points() const { return sizes_.size(); }
  const std::vector<BodyKind>& kinds() const { return kinds_; }
  const BodyKind& kind(std::size_t body) const { return kinds_[static_cast<std::size_t>(kind_of_[body])]; }
  std::size_t first(std::size_t body) const { return first_[body]; }
  const std::vector<double>& sizes() const { return sizes_; }  ///< one per point [length]
  /// One per body [length], or a single one where all are equal.
  std::vector<double> body_radii() const;
  bool has(BodyKind::Shape shape) const;
  bool has_rods() const { return has(BodyKind::Shape::rod_line) || has(BodyKind::Shape::rod_chain); }

  /// places -> points (points,3) [length].
  void place(const BodyPlaces& places, std::span<double> points) const;

  /// Forces (points,3) that bear the loads; unknown ones are the nearest to those that the list holds.
  void expand(double viscosity, std::span<const double> directors, const BodyLoads& loads,
              std::span<double> point_forces) const;

  /// Motion from the velocities v (points,3) of all point sums, the bodies' own included, and the loads.  The term of
  /// the background strain is not included.  Source: theory/rods.md (D3).
  void project(double viscosity, std::span<const double> directors, const BodyLoads& loads, std::span<const double> v,
               const BodyMotion& motion) const;

  /// rates -= (1 - B)(I - nn) E n of the background at the centres, for every rod.
  void add_background_strain(const BackgroundFlow& flow, const BodyPlaces& places, std::span<double> rates) const;

  // Of the points with unknown forces alone, (unknown_points(),3) each; motions are of all bodies (N,3).
  std::size_t unknown_points() const { return unknown_.size(); }
  void gather(std::span<const double> all, std::span<double> unknown) const;
  void scatter(std::span<const double> unknown, std::span<double> all) const;
  /// Rigid motion nearest to velocities of the points; of bodies without unknown forces nothing.
  void rigid_motion(std::span<const double> directors, std::span<const double> v, const BodyMotion& motion) const;
  /// v += factor K V.
  void add_rigid(double factor, const BodyMotion& motion, std::span<double> v) const;
  /// Forces by which every body alone would move like v.
  void answer(double viscosity, std::span<const double> directors, std::span<const double> v,
              std::span<double> forces) const;
  /// Turns forces with the bodies.
  void turn(std::span<const double> from, std::span<const double> to, std::span<double> forces) const;

 private:
  /// f(kind, model, body, place of its first component among the unknown).
  template <class F>
  void each_with_unknowns(const F& f) const;

  std::vector<BodyKind> kinds_;
  std::vector<int> kind_of_;
  std::vector<std::size_t> first_, unknown_;  ///< unknown: number among all points
  std::vector<double> sizes_;
};

}  // namespace slurry
