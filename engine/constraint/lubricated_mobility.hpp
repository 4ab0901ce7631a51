// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>

#include "bodies/body_points.hpp"
#include "constraint/resistance_matrix.hpp"
#include "mobility/mobility.hpp"

namespace slurry {

/// Adds to any mobility the resistance of close surfaces, found by a solve (theory/lubrication.md (L4)):  v = mu x + u,
/// x = F - zeta v,  so that (I + zeta mu) x = F - zeta u, with the mobility mu and the velocities u that an imposed
/// flow gives.  GMRES preconditioned from the left by mu0 (I + 0.6 mu0 zeta)^-1, by conjugate gradients on the sparse
/// matrix: what it leaves is, about, the error of the velocities (theory/lubrication.md, "Solve").  Begun from the x of
/// the last solve.
class LubricatedMobility final : public Mobility {
 public:
  /// Tolerances, relative to the scale of the velocities: all is that of the result with its sums, solve that of the
  /// linear solve alone.
  struct Tolerances {
    double all, solve;
  };
  /// bodies: what `mobility` moves, in these surroundings.  Throws InputError for bodies between which no resistance is
  /// known.
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
  double measure_field_error(std::span<const double> points, std::span<const double> u, std::uint64_t seed) override {
    return mobility_->measure_field_error(points, u, seed);
  }
  double pressure(std::span<const double> points, double tolerance, std::span<double> p) override {
    return mobility_->pressure(points, tolerance, p);
  }
  /// Angular velocities in the flow of the forces on the fluid.  Narrow gaps themselves turn nothing here.
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
  MobilityParameters parameters() const override { return mobility_->parameters(); }
  /// "solve": what the solve takes beside its sums.
  StageTimes take_stage_times() override;

 private:
  SolveReport solve_timed(const BodyPlaces& places, const BodyLoads& loads, const BodyMotion& motion);
  void find_forces(const BodyPlaces& places, const BodyLoads& loads, const BodyMotion& motion);
  /// The next solve as that run's last one, at its positions and forces.
  void take_restored();
  void precondition(std::span<const double> z, std::span<double> x) const;
  /// mu0 of every sphere times forces -> velocities; factor -1: back.
  void alone(int power, std::span<double> forces) const;
  /// Velocity scale: that of each sphere alone under its force, or that of their motion, whichever is larger.
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
  double left_ = 0;                 ///< error that the solve leaves, from F - zeta v - x, rms [velocity]
  double sums_seconds_ = 0;         ///< seconds of the sums in the solve under way
  double own_seconds_ = 0;          ///< seconds of the last solve without its sums
  double untold_seconds_ = 0;       ///< seconds of all solves whose stage times nobody has taken
  State restored_;                  ///< plan of another run, until the first solve
  SolveReport report_;              ///< residual: as the solve reckons it, over the scale
};

}  // namespace slurry
