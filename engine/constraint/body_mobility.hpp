// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "bodies/body_points.hpp"
#include "mobility/mobility.hpp"
#include "mobility/point_mobility.hpp"

namespace slurry {

/// Setup of the motion of bodies; fixed for its life, except the surroundings.
struct BodyMobilitySetup {
  PointMobilitySetup sums;  ///< domain, surroundings, tolerance, method; its radii and its model are not used
  std::vector<BodyKind> kinds;
  std::vector<int> kind_of;               ///< one per body
  std::optional<double> solve_tolerance;  ///< largest slip of the points whose forces are unknown, over their velocity;
                                          ///< empty: a share of the tolerance
  int most_iterations = 200;
  bool rods_fit = false;  ///< whoever places rods sees that they fit into the pipe as they lie, however long they are
};

/// Share of the tolerance that an iterative solve may leave.  Squares add up, so hardly anything is taken from the
/// sums.
inline constexpr double solve_share = 0.2;

using MakePointMobility = std::function<std::unique_ptr<PointMobility>(const PointMobilitySetup&)>;

/// Motions of spheres, points, line rods and rigid chains from the loads on them, in every domain that a PointMobility
/// knows.  The point sources of all bodies go through one PointMobility of finite spheres of several sizes; what a
/// model's own sources do to it is made right by the model (body_model.hpp), and forces that no load gives are found by
/// right-preconditioned GMRES, begun from those of the last solve.
/// Symmetric in (F, T x n) -> (U, dn/dt) to the tolerance.  Source: theory/rods.md.
class BodyMobility final : public Mobility {
 public:
  /// Throws InputError: kinds, a rod longer than the pipe is wide (unless rods_fit) or than half a period, a background
  /// flow in a domain that is not free space, points beside bodies that have a size.
  explicit BodyMobility(const BodyMobilitySetup& setup, const MakePointMobility& make = make_point_mobility);

  SolveReport solve(const BodyPlaces& places, const BodyLoads& loads, const BodyMotion& motion) override;
  SolveCost cost() const override;
  void repeat_sums() override;
  void field(std::span<const double> points, std::span<double> u) override;
  void field_to_tolerance(std::span<const double> points, std::span<double> u, const FieldProgress& progress) override;
  double predicted_field_error() const override { return sums_->predicted_field_error(); }
  double measure_field_error(std::span<const double> points, std::span<const double> u, std::uint64_t seed) override;
  double pressure(std::span<const double> points, double tolerance, std::span<double> p) override;
  void angular_velocities(std::span<const std::size_t> bodies, std::span<double> out) override;
  MeanFlow mean_flow() const override;
  double wall_drag() const override;
  ErrorReport measure(int targets, std::uint64_t seed) override;
  ErrorReport predict() const override;
  double scale() const override { return has_background() || has_points() ? scale_ : sums_->scale(); }
  void refer_to(double velocity) override;
  void set(const Surroundings& surroundings) override;
  State state() const override;
  void restore(const State& state) override { restored_ = state; }
  MobilityParameters parameters() const override { return sums_->parameters(); }
  StageTimes take_stage_times() override { return sums_->take_stage_times(); }

  const BodyPoints& bodies() const { return points_; }

 private:
  const Surroundings& around() const { return setup_.sums.surroundings; }
  /// A flow between the bodies has a strain, which rods alone feel.
  /// Bodies are points: their own motion under their forces is no part of the sums.
  bool has_points() const { return points_.has(BodyKind::Shape::point); }
  bool has_background() const { return points_.has_rods() || around().flow.any(); }
  void check(const BodyPlaces& places, const BodyLoads& loads, const BodyMotion& motion) const;
  void check_rod(std::size_t body, const BodyPlaces& places) const;
  void make_sums(const BodyPlaces& places, const BodyLoads& loads);
  void remake_sums(double ratio);
  void take_restored(const BodyPlaces& places, const BodyLoads& loads);
  BackgroundFlow background() const;
  /// factor times the flow there, added at points of the fluid.
  void add_background(double factor, std::span<const double> points, std::span<double> u) const;
  /// Adds a flow to velocities of all points.
  void add_flow(const BackgroundFlow& flow, std::span<double> v) const;
  void begin_with_last_forces(const BodyPlaces& places);
  /// Forces by which the points of every body move as one; those that follow from the loads are there.
  void find_forces(const BodyPlaces& places, const BackgroundFlow& flow);
  /// Velocities of the points with unknown forces from these forces alone.
  void unknown_product(std::span<const double> f, std::span<double> v);
  double coupling_of(const BodyPlaces& places, std::span<const double> z, std::span<const double> product) const;
  /// Finds the slip of these points in a rigid motion: writes it to slip_left_ and returns it over their velocity.
  double find_slip(const BodyMotion& motion);
  /// Rms velocity that the bodies would have under these forces, each alone in free space.
  double rms_alone(const BodyPlaces& places, const BodyLoads& loads) const;
  double scale_of_points() const;
  ErrorReport of_bodies(ErrorReport r) const;
  /// Factor on errors of single points for the motion of a body, over which they are averaged.
  double averaging() const;

  BodyMobilitySetup setup_;
  MakePointMobility make_;
  BodyPoints points_;
  std::unique_ptr<PointMobility> sums_;
  std::vector<double> x_, f_, v_;          ///< points: positions, forces, velocities
  std::vector<double> unknown_;            ///< forces that were found
  std::vector<double> directors_, rates_;  ///< directors and rates of the last solve
  double reference_ = 0;                   ///< as refer_to has it
  double slip_reached_ = 0;                ///< by the recurrence of the solve, rms over the points [velocity]
  double slip_left_ = 0;                   ///< as it is
  double coupling_ = 1;                    ///< from a slip to the motion that other bodies would get if it were met
  double force_per_point_ = 0;             ///< force per point of products, so that their tolerance means the same
  double point_scale_ = 0, scale_ = 0;     ///< velocities that the tolerances of points and of bodies refer to
  bool planned_ = false;                   ///< for forces; until there are some, the tolerance has no scale of theirs
  bool planned_without_loads_ = false;     ///< for bodies that only a flow or torques move
  double sums_ratio_ = 1;                  ///< tolerance of the sums over that of the bodies
  State restored_;                         ///< plan of another run, until the first solve
  SolveReport report_;
};

}  // namespace slurry
