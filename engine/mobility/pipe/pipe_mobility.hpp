// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <limits>
#include <memory>
#include <numbers>
#include <optional>
#include <random>
#include <span>
#include <vector>

#include "geometry/pipe.hpp"
#include "mobility/body_sizes.hpp"
#include "mobility/domains.hpp"
#include "mobility/pipe/pipe_flow.hpp"
#include "mobility/pipe/planner.hpp"
#include "mobility/pipe/solver.hpp"
#include "mobility/pressure_sum.hpp"
#include "mobility/rotlet_sum.hpp"

namespace slurry {

/// Mobility in a pipe, with the data that it keeps between solves. pipe_mobility.cpp does the solves, errors.cpp
/// measures their errors.
class PipeMobility final : public PointMobility {
 public:
  using Space = Kokkos::DefaultHostExecutionSpace;
  explicit PipeMobility(const PointMobilitySetup& setup)
      : setup_(setup),
        pipe_{setup.domain.radius, setup.domain.length},
        length_(pipe_.length / pipe_.radius),
        curl_(sum_options(setup)) {}

  void solve(std::span<const double> positions, std::span<const double> forces, std::span<double> velocities) override;
  void field(std::span<const double> points, std::span<double> u) override;
  void field_to_tolerance(std::span<const double> points, std::span<double> u, const FieldProgress& progress) override;
  double predicted_field_error() const override { return field_error_; }
  std::vector<double> independent_field(std::span<const double> points) override;
  double measure_field_error(std::span<const double> points, std::span<const double> u, std::uint64_t seed) override;
  double pressure(std::span<const double> points, double tolerance, std::span<double> p) override;
  std::vector<double> independent_pressure(std::span<const double> points) override;
  void angular_velocities(std::span<const std::size_t> bodies, std::span<double> out) override;
  MeanFlow mean_flow() const override {
    return pipe_flow::mean_flow(pipe_, setup_.surroundings.viscosity, setup_.surroundings.net_flow,
                                zero_gradient_flux());
  }
  double wall_drag() const override;
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
  SumCells cells(const ChosenPoint& chosen) const override;
  MobilityParameters parameters() const override;
  StageTimes take_stage_times() override;

 private:
  double radius_of(std::size_t i) const { return setup_.model == BodyModel::points ? 0 : setup_.given_radius(i); }
  /// Factor that turns sums of G f, with lengths in R, into velocities.
  double unit() const { return 1 / (8 * std::numbers::pi * setup_.surroundings.viscosity * pipe_.radius); }
  /// Factor that turns pressures of sums of G f, with lengths in R, into pressures.
  double pressure_unit() const { return 1 / (8 * std::numbers::pi * pipe_.radius * pipe_.radius); }
  double zero_gradient_flux() const { return flux_per_viscosity_ / setup_.surroundings.viscosity; }

  void take_bodies(std::span<const double> positions, std::span<const double> forces);
  void add_mean_flow(std::span<const double> positions, bool bodies, std::span<double> v) const;
  pipe_planner::Knowledge knowledge(double tolerance) const;
  /// Computes the pressure of bodies and images at points, without the mean gradient. solver: a solver that is planned
  /// for these points.
  PressureSum pressure_of(const PipeSolver<Space>& solver, std::span<const double> points, double tolerance,
                          std::span<double> p, const std::optional<PressureSum>& judged) const;
  double velocity_scale(std::span<const double> velocities) const;
  /// Velocity to which reported errors are relative (theory/conventions-and-gauges.md, "asked"). For points that were
  /// given with a radius it can be larger than scale_, for which a plan is made.
  double reported_scale() const {
    const double scale = std::max(scale_, given_body_ / setup_.surroundings.viscosity);
    return scale > std::numeric_limits<double>::min() ? scale : 0;  // nothing acts and nothing moves
  }
  double absolute_tolerance() const { return setup_.tolerance * scale_ / unit(); }
  double predicted_sums() const {
    return solver_->predicted_sum_error(forces2_, net_force_, solver_->image_forces2(), solver_->image_velocity(),
                                        pipe_planner::images_coherence(bodies_));
  }
  double predicted_total() const { return std::hypot(predicted_sums(), wall_error()); }
  double wall_error() const;
  /// Returns the plan with a solver that calls the setup's function between its parts.
  PipePlan heeding(PipePlan plan) const;
  void check_points(std::span<const double> points) const;
  void take_restored_plan();
  void solve_as_restored(std::span<const double> positions, std::span<double> velocities);
  void solve_again();
  /// Returns the positions and the forces of the bodies and of the images, in one array each.
  std::array<Vectors<Space>, 2> all_sources(const PipeSolver<Space>& solver) const;
  void evaluate_field(PipeSolver<Space>& solver, std::span<const double> points, std::span<double> u,
                      const FieldProgress& progress = {});
  void field_at_once(PipeSolver<Space>& solver, std::span<const double> points, std::span<double> u);
  std::unique_ptr<PipeSolver<Space>> field_solver_for(pipe_planner::Knowledge k, std::span<const double> points);

  /// How a field or a pressure was computed, for a second opinion on it.
  struct JudgedField {
    WallGrid wall;
    bool all_pairs = false;
    double of_velocity = 0;  ///< absolute tolerance of the solver
    double relative = 0;     ///< tolerance that was asked for
    PressureSum pressure;    ///< how the pressure was summed
  };
  /// Returns the plan's data for a more accurate solver with another wall grid and other sums, at this number of
  /// points.
  pipe_planner::Knowledge to_judge(const JudgedField& judged, std::size_t points) const;

  /// Data of the last solve that measurements use. Others may solve anew between the parts of a measurement.
  struct Solved {
    Vectors<Space> positions, forces, image_points, image_forces;
    double axial;
    double velocity;  ///< factor from sums of G f to multiples of the velocity to which errors are relative
  };
  Solved solved() const;
  void measure_sums(ErrorReport& report, const Solved& solved, int targets, std::mt19937_64& random);
  void measure_no_slip(ErrorReport& report, const Solved& solved, int targets, std::mt19937_64& random);
  double predicted_rounding() const;
  /// Computes the direct sum of G f over bodies and images at points. radii: radii of the points.
  std::vector<double> direct_sum(const Solved& solved, std::span<const double> points, const BodySizes& radii) const;
  std::vector<double> plain_sum(const Solved& solved, std::span<const double> points, const BodySizes& radii) const;
  std::vector<double> direct_sum_of_block(const Solved& solved, std::span<const double> points,
                                          const BodySizes& radii) const;

  PointMobilitySetup setup_;
  Pipe pipe_;
  double length_;

  BodySizes sizes_;
  std::vector<WallBody> bodies_;
  std::vector<double> scaled_, forces_, last_;  ///< positions/R, forces, velocities of the last solve
  Vectors<Space> x_, f_, v_;
  double forces2_ = 0, net_force_ = 0, flux_per_viscosity_ = 0,
         single_body_ = 0;                ///< single_body: rms of mu0 F times viscosity
  double given_body_ = 0;                 ///< rms of mu0 F times viscosity for the radii as given, also those of points
  double scale_ = 0;                      ///< scale of velocities, for the tolerance
  double reference_ = 0;                  ///< velocity given by refer_to
  double scale_forces2_ = 0;              ///< value of forces2_ for which the scale was computed
  std::optional<double> image_forces2_;   ///< sum of |q|^2 of the images, per spacing squared
  std::optional<double> image_velocity_;  ///< rms over the bodies of the velocity from the images
  int idle_ = 0;
  State restored_;  ///< plan of another run, until the first solve
  std::unique_ptr<PipeSolver<Space>> solver_, field_solver_;
  double field_error_ = std::numeric_limits<double>::quiet_NaN();  ///< expected error of the last field
  std::optional<JudgedField> judged_field_, judged_pressure_;  ///< last field and pressure; empty: nothing was summed
  RotletSum curl_;
  StageTimes other_times_;
};

}  // namespace slurry
