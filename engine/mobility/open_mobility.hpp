// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numbers>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "accuracy/velocity_scale.hpp"
#include "evaluation/periodic_sum.hpp"
#include "mobility/body_sizes.hpp"
#include "mobility/crowding.hpp"
#include "mobility/domains.hpp"
#include "mobility/open_box.hpp"
#include "mobility/pressure_sum.hpp"
#include "mobility/rotlet_sum.hpp"
#include "mobility/stragglers.hpp"
#include "mobility/velocity_norms.hpp"
#include "slurry/runtime.hpp"
#include "summation/pair_counts.hpp"
#include "summation/plain_sum.hpp"

namespace slurry {

/// Results of a sum that computes the velocity alone.
inline std::vector<SumFields<Host>> velocity_alone(const Vectors<Host>& u) {
  std::vector<SumFields<Host>> results(1);
  results[0].velocity = u;
  return results;
}

/// Mobility in free space, or with one or three periodic directions, with the data that it keeps between solves.
/// open_mobility.cpp does the solves and measures their errors; open_field.cpp computes fields and pressures.
///
/// Gauge with one periodic direction: theory/conventions-and-gauges.md (C8), with the caller's unit of length in its
/// logarithm. With three, the mean velocity over the cell is zero.
class OpenMobility final : public PointMobility {
 public:
  using Space = Kokkos::DefaultHostExecutionSpace;

  explicit OpenMobility(const PointMobilitySetup& setup) : setup_(setup), curl_(sum_options(setup)) {}

  void solve(std::span<const double> positions, std::span<const double> forces, std::span<double> velocities) override;
  void field(std::span<const double> points, std::span<double> u) override { evaluate_field(points, u, scale_, {}); }
  void field_to_tolerance(std::span<const double> points, std::span<double> u, const FieldProgress& progress) override;
  double predicted_field_error() const override { return field_error_; }
  double measure_field_error(std::span<const double> points, std::span<const double> u, std::uint64_t seed) override;
  std::vector<double> independent_field(std::span<const double> points) override;
  double pressure(std::span<const double> points, double tolerance, std::span<double> p) override;
  std::vector<double> independent_pressure(std::span<const double> points) override;
  void angular_velocities(std::span<const std::size_t> bodies, std::span<double> out) override;
  MeanFlow mean_flow() const override { return {}; }
  ErrorReport measure(int targets, std::uint64_t seed) override;
  ErrorReport predict() const override;
  double scale() const override { return reported_scale(); }
  void refer_to(double velocity) override { reference_ = velocity; }
  void set(const Surroundings& surroundings) override {
    // bodies under forces move as much slower as the fluid becomes thicker, and a plan for them stays right
    scale_ *= setup_.surroundings.viscosity / surroundings.viscosity;
    setup_.surroundings = surroundings;
  }
  State state() const override;
  void restore(const State& state) override { restored_ = state; }
  SumCells cells(const ChosenPoint& chosen) const override {
    if (!sum_ || forces2_ == 0) return {};
    SumCells cells = sum_->cells(chosen);
    if (!cells.leaves.empty() && stragglers_.any())
      cells.rest = "Bodies far away from all others lie in no box and act pair by pair.";
    return cells;
  }
  MobilityParameters parameters() const override {
    MobilityParameters p;
    if (!sum_) return p;
    p.device = Runtime::device(setup_.device);
    p.all_pairs = sum_->is_exact();
    p.bodies_choice = sum_->choice();
    if (p.all_pairs) p.own = setup_.own;
    p.bodies_sum = sum_->report();
    p.bodies_plan = sum_->shared_plan();
    return p;
  }
  StageTimes take_stage_times() override {
    StageTimes t = std::exchange(times_, StageTimes{});
    if (sum_) t += sum_->take_stage_times();
    return t;
  }

 private:
  using Sum = std::unique_ptr<PeriodicSum>;

  double unit() const { return 1 / (8 * std::numbers::pi * setup_.surroundings.viscosity); }
  void take_bodies(std::span<const double> positions, std::span<const double> forces);
  Box box_around(std::span<const double> points) const {
    return slurry::box_around(setup_.domain, sizes_.largest(), positions_, points);
  }
  /// Positions of the bodies that the sum takes; it leaves stragglers out.
  std::span<const double> summed_positions() const { return stragglers_.any() ? stragglers_.positions() : positions_; }
  std::span<const double> summed_forces() const { return stragglers_.any() ? stragglers_.forces() : host_forces_; }
  Box summed_box() const { return slurry::box_around(setup_.domain, sizes_.largest(), summed_positions(), {}); }
  bool plan_fits(const Box& box) const;
  double first_scale(const Box& box) const;
  double sampled_velocity() const;
  /// How the bodies cluster at their present places, for the near field's share of a plan. It is empty if they do not.
  PairCounts clusters(const Box& box) const;
  Sum make_sum(const Box& box, double tolerance, const PlanNorms& norms, const PairCounts& pairs,
               std::size_t extra_targets, std::optional<SumChoice> chosen = {}) const;
  SourceSet<Space> bodies() const { return {x_, sizes_.radius, radii_}; }
  /// Compute the sum of G f at the bodies, or at points.
  void sum_at_bodies(PeriodicSum& sum, std::span<double> out);
  void sum_at_points(PeriodicSum& sum, std::span<const double> points, std::span<double> out) const;
  plain::Images images() const;
  double predicted(const PeriodicSum& sum) const {
    if (sum.is_exact()) return 0;
    const std::span<const double> f = summed_forces();
    const ErrorNorms norms = error_norms(sum.plan(), summed_positions(), f);
    const double squares = sum.errors_are_of_points() ? norms_of_forces(f).squares : norms.squares;
    return sum.predicted_rms_error(squares, norms.net);
  }
  /// Expected rounding error of the sums at the bodies. Terms round without order, whatever they add up to: as much as
  /// the terms of forces without order. The far field of a cell is a half to a quarter of the field of such forces
  /// (measured: 800 spheres in a cube, 500 in a cloud).
  double predicted_rounding() const { return rounding_of(box_around({}), *sum_); }
  double rounding_of(const Box& box, const PeriodicSum& sum) const {
    return sum.plan().rounding * std::sqrt(crowded_norms(box, positions_, host_forces_).squares) *
           far_velocity_scale(box);
  }
  double velocity_scale(std::span<const double> velocities) const {
    const double own = std::max(rms(velocities), single_body_ / setup_.surroundings.viscosity);
    return reference_ > 0 ? std::min(own, reference_) : own;
  }
  /// Velocity to which reported errors are relative (theory/conventions-and-gauges.md, "asked"). For points that were
  /// given with a radius it can be larger than scale_, for which a plan is made.
  double reported_scale() const { return std::max(scale_, given_body_ / setup_.surroundings.viscosity); }
  Sum make_field_sum(const Box& box, std::span<const double> points) const;
  double predicted_at(const PeriodicSum& sum, std::span<const double> points) const;
  void evaluate_field(std::span<const double> points, std::span<double> u, double scale, const FieldProgress& progress);
  void take_restored_plan();
  void solve_as_restored(std::span<double> velocities);

  PointMobilitySetup setup_;
  BodySizes sizes_;
  SphereRadii<Space> radii_;  ///< one radius per body, if they differ
  std::vector<double> positions_, host_forces_, last_;
  Vectors<Space> x_, f_, result_;
  double forces2_ = 0, single_body_ = 0, scale_ = 0;
  double given_body_ = 0;  ///< rms of mu0 F times viscosity for the radii as given, also those of points
  double reference_ = 0;   ///< velocity set by refer_to()
  Sum sum_;
  PlanNorms planned_norms_;
  PairCounts planned_pairs_;
  double planned_tolerance_ = 0;
  /// error and tolerance of the last field
  double field_error_ = std::numeric_limits<double>::quiet_NaN(), field_tolerance_ = 0;
  std::optional<PressureSum> judged_pressure_;  ///< last pressure; empty: nothing was summed
  double pressure_tolerance_ = 0;               ///< tolerance of the last pressure
  bool field_is_direct_ = false;
  State restored_;  ///< plan of another run, until the first solve
  Box planned_box_;
  StragglerSum stragglers_;
  RotletSum curl_;
  std::optional<Box> curl_box_;
  StageTimes times_;
};

}  // namespace slurry
