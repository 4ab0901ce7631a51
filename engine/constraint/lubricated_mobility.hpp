// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>

#include "bodies/body_points.hpp"
#include "constraint/resistance_matrix.hpp"
#include "mobility/mobility.hpp"

namespace slurry {

/// Adds the lubrication resistance of narrow gaps to any mobility by a solve (theory/lubrication.md (L4)): v = mu x + u
/// with x = F - zeta v, and therefore (I + zeta mu) x = F - zeta u. Here mu is the mobility and u are the velocities
/// that an imposed flow causes. GMRES is preconditioned from the left by mu0 (I + 0.6 mu0 zeta)^-1, which is computed
/// by conjugate gradients on the sparse matrix. The preconditioned residual approximates the error of the velocities
/// (theory/lubrication.md, "Solve"). The solve starts from the x of the last solve.
class LubricatedMobility final : public Mobility {
 public:
  /// Tolerances relative to the scale of the velocities. all: the result including its sums; solve: the linear solve
  /// alone.
  struct Tolerances {
    double all, solve;
  };
  /// bodies: the bodies that `mobility` moves, in these surroundings. Throws InputError if the resistance between some
  /// kinds of bodies is not known.
  LubricatedMobility(std::unique_ptr<Mobility> mobility, const Domain& domain, const BodyPoints& bodies,
                     const Surroundings& surroundings, LubricationLaw law, Tolerances tolerances);

  SolveReport solve(const BodyPlaces& places, const BodyLoads& loads, const BodyMotion& motion) override;
  SolveCost cost() const override;
  void repeat_sums() override { mobility_->repeat_sums(); }
  void field(std::span<const double> points, std::span<double> u) override { mobility_->field(points, u); }
  void field_to_tolerance(std::span<const double> points, std::span<double> u, const FieldProgress& progress) override {
    mobility_->field_to_tolerance(points, u, progress);
  }
  double predicted_field_error() const override { return mobility_->predicted_field_error(); }
  std::vector<double> independent_field(std::span<const double> points) override {
    return mobility_->independent_field(points);
  }
  double measure_field_error(std::span<const double> points, std::span<const double> u, std::uint64_t seed) override {
    return mobility_->measure_field_error(points, u, seed);
  }
  double pressure(std::span<const double> points, double tolerance, std::span<double> p) override {
    return mobility_->pressure(points, tolerance, p);
  }
  std::vector<double> independent_pressure(std::span<const double> points) override {
    return mobility_->independent_pressure(points);
  }
  /// Angular velocities in the flow of the forces on the fluid. The narrow gaps themselves contribute no rotation.
  void angular_velocities(std::span<const std::size_t> bodies, std::span<double> out) override {
    mobility_->angular_velocities(bodies, out);
  }
  MeanFlow mean_flow() const override { return mobility_->mean_flow(); }
  /// Drag on the wall, with the resistance between the bodies and the wall.
  double wall_drag() const override;
  ErrorReport measure(int targets, std::uint64_t seed) override;
  ErrorReport predict() const override;
  double scale() const override { return scale_ > 0 ? scale_ : mobility_->scale(); }
  void set(const Surroundings& surroundings) override {
    around_ = surroundings;
    mobility_->set(surroundings);
  }
  State state() const override;
  void restore(const State& state) override { restored_ = state; }
  SumCells cells(const ChosenPoint& chosen) const override { return mobility_->cells(chosen); }
  MobilityParameters parameters() const override { return mobility_->parameters(); }
  /// Stage "solve": time of the solve without its sums.
  StageTimes take_stage_times() override;

 private:
  SolveReport solve_timed(const BodyPlaces& places, const BodyLoads& loads, const BodyMotion& motion);
  void find_forces(const BodyPlaces& places, const BodyLoads& loads, const BodyMotion& motion);
  /// Prepares the next solve so that it starts like the last solve of the restored run, at that run's positions and
  /// forces.
  void take_restored();
  void precondition(std::span<const double> z, std::span<double> x) const;
  /// Multiplies the forces by mu0 of every sphere, which gives velocities; power -1 does the reverse.
  void alone(int power, std::span<double> forces) const;
  /// Velocity scale: the rms velocity of single spheres under their forces or the rms velocity of their motion,
  /// whichever is larger.
  double scale_of(std::span<const double> forces, std::span<const double> velocities) const;
  ErrorReport with_solve(ErrorReport report) const;

  std::unique_ptr<Mobility> mobility_;
  Surroundings around_;
  std::vector<double> radii_;  ///< radii of the bodies, or one radius if all are equal
  ResistanceMatrix zeta_;
  Tolerances tolerances_;
  std::vector<double> x_;           ///< forces on the fluid
  std::vector<double> velocities_;  ///< velocities of the last solve
  double scale_ = 0;                ///< scale of these velocities; 0: no resistance acts
  double left_ = 0;                 ///< rms of F - zeta v - x as a velocity: the error that the solve leaves
  double sums_seconds_ = 0;         ///< seconds of the sums in the present solve
  double own_seconds_ = 0;          ///< seconds of the last solve without its sums
  double untold_seconds_ = 0;       ///< seconds of all solves since the stage times were last taken
  State restored_;                  ///< plan read from another run, until the first solve
  SolveReport report_;              ///< its residual is that of the preconditioned solve, over the scale
};

}  // namespace slurry
