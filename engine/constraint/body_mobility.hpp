// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "bodies/body_points.hpp"
#include "bodies/line_flow.hpp"
#include "mobility/mobility.hpp"
#include "mobility/point_mobility.hpp"

namespace slurry {

/// Setup for the motion of bodies. It does not change later, except the surroundings.
struct BodyMobilitySetup {
  PointMobilitySetup sums;  ///< domain, surroundings, tolerance and method; its radii and its model are not used
  std::vector<BodyKind> kinds;
  std::vector<int> kind_of;  ///< index of the kind of each body
  /// largest slip over the velocity, for points with unknown forces; empty: follows from the tolerance
  std::optional<double> solve_tolerance;
  int most_iterations = 200;
  bool rods_fit = false;  ///< the caller ensures that rods fit into the pipe as they lie, whatever their length
};

/// Share of the tolerance that an iterative solve may use. Squared errors add up, so the sums keep nearly the whole
/// tolerance.
inline constexpr double solve_share = 0.2;

/// Tolerance of the sums that get a share (at most 1) of a tolerance. The share is not taken below the tightest
/// tolerance, because only rounding errors are left there. A tolerance that can be asked for thus never gives a share
/// that cannot.
inline double share_of_sums(double tolerance, double share) {
  return std::max(tolerance * share, std::min(tolerance, tightest_mobility_tolerance));
}

using MakePointMobility = std::function<std::unique_ptr<PointMobility>(const PointMobilitySetup&)>;

/// Computes motions of spheres, points, line rods and rigid chains from their loads, in every domain of PointMobility.
/// One PointMobility of finite spheres with several sizes sums the point sources of all bodies. The model of a body
/// corrects the effect of its own sources on itself (body_model.hpp). Forces that do not follow from the load are found
/// by right-preconditioned GMRES, which starts from the forces of the last solve. (F, T x n) -> (U, dn/dt) is symmetric
/// up to the tolerance. Source: theory/rods.md.
class BodyMobility final : public Mobility {
 public:
  /// Throws InputError for invalid kinds, for a rod longer than the pipe's diameter (unless rods_fit) or than a
  /// period, for a background flow in a domain other than free space, and for points together with bodies of finite
  /// size.
  explicit BodyMobility(const BodyMobilitySetup& setup, const MakePointMobility& make = make_point_mobility);

  SolveReport solve(const BodyPlaces& places, const BodyLoads& loads, const BodyMotion& motion) override;
  SolveCost cost() const override;
  void repeat_sums() override;
  void field(std::span<const double> points, std::span<double> u) override;
  void field_to_tolerance(std::span<const double> points, std::span<double> u, const FieldProgress& progress) override;
  double predicted_field_error() const override { return sums_->predicted_field_error(); }
  std::vector<double> independent_field(std::span<const double> points) override;
  double measure_field_error(std::span<const double> points, std::span<const double> u, std::uint64_t seed) override;
  double pressure(std::span<const double> points, double tolerance, std::span<double> p) override;
  std::vector<double> independent_pressure(std::span<const double> points) override;
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
  SumCells cells(const ChosenPoint& chosen) const override { return sums_->cells(chosen); }
  MobilityParameters parameters() const override { return sums_->parameters(); }
  StageTimes take_stage_times() override { return sums_->take_stage_times(); }

  const BodyPoints& bodies() const { return points_; }

 private:
  const Surroundings& around() const { return setup_.sums.surroundings; }
  /// Whether there are point bodies. Their own motion under their forces is not part of the sums.
  bool has_points() const { return points_.has(BodyKind::Shape::point); }
  /// Whether bodies move by more than their sums: an imposed flow acts on them, or they are rods, which feel the strain
  /// of the flow between the bodies.
  bool has_background() const { return points_.has_rods() || around().flow.any(); }
  void check(const BodyPlaces& places, const BodyLoads& loads, const BodyMotion& motion) const;
  void check_rod(std::size_t body, const BodyPlaces& places) const;
  void make_sums(const BodyPlaces& places, const BodyLoads& loads);
  void remake_sums(double ratio);
  void take_restored(const BodyPlaces& places, const BodyLoads& loads);
  BackgroundFlow background() const;
  /// Adds factor times the background flow at points of the fluid.
  void add_background(double factor, std::span<const double> points, std::span<double> u) const;
  void add_background_pressure(std::span<const double> points, std::span<double> p) const;
  /// The flow that the points of line rods lack near them.
  LineFlow lines() const;
  /// Adds a flow to the velocities of all points.
  void add_flow(const BackgroundFlow& flow, std::span<double> v) const;
  void begin_with_last_forces(const BodyPlaces& places);
  /// Finds the forces with which the points of every body move rigidly. Forces that follow from the loads must already
  /// be set.
  void find_forces(const BodyPlaces& places, const BackgroundFlow& flow);
  /// Computes the velocities of the points with unknown forces that these forces alone cause.
  void unknown_product(std::span<const double> f, std::span<double> v);
  double coupling_of(const BodyPlaces& places, std::span<const double> z, std::span<const double> product) const;
  /// Finds the slip of these points relative to a rigid motion. Writes it to slip_left_ and returns it divided by the
  /// velocity.
  double find_slip(const BodyMotion& motion);
  /// Rms velocity that single bodies in free space would have under these loads. For a rod that a torque turns, the
  /// speed of its ends counts too (theory/conventions-and-gauges.md, "Words for errors").
  double rms_alone(const BodyPlaces& places, const BodyLoads& loads) const;
  /// Rms over the bodies of the change of the flow from the centre of a rod to its ends; 0 for other bodies. A flow
  /// that turns rods in place gives their ends about this speed.
  double rms_along_rods(const BodyPlaces& places, const BackgroundFlow& flow) const;
  double scale_of_points() const;
  ErrorReport of_bodies(ErrorReport r) const;
  /// Factor from the error of a single point to the error of a body's motion, which averages over its points.
  double averaging() const;

  BodyMobilitySetup setup_;
  MakePointMobility make_;
  BodyPoints points_;
  std::unique_ptr<PointMobility> sums_;
  std::vector<double> x_, f_, v_;          ///< points: positions, forces, velocities
  std::vector<double> unknown_;            ///< forces found by the last solve
  std::vector<double> directors_, rates_;  ///< directors and rates of the last solve
  double reference_ = 0;                   ///< velocity set by refer_to()
  double slip_reached_ = 0;                ///< slip by the recurrence of the solve, rms over the points [velocity]
  double slip_left_ = 0;                   ///< slip computed from the velocities
  double coupling_ = 1;         ///< factor from a slip to the motion that removing it would cause for other bodies
  double force_per_point_ = 0;  ///< force per point in products, which gives their tolerance a fixed meaning
  double point_scale_ = 0, scale_ = 0;  ///< velocities to which the tolerances of points and of bodies refer
  /// planned for forces; before there are forces, the tolerance has no velocity scale from them
  bool planned_ = false;
  bool planned_without_loads_ = false;  ///< planned for bodies that move only because of a flow or torques
  double sums_ratio_ = 1;               ///< tolerance of the sums over that of the bodies
  State restored_;                      ///< plan read from another run, until the first solve
  SolveReport report_;
};

}  // namespace slurry
