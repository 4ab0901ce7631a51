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
/// flow gives.  Right-preconditioned GMRES; the preconditioner is (I + 0.6 mu0 zeta)^-1, by conjugate gradients on the
/// sparse matrix.  Begun from the x of the last solve.
class LubricatedMobility final : public Mobility {
 public:
  /// bodies: what `mobility` moves, in these surroundings.  solve_tolerance: of |F - zeta u - (I + zeta mu) x| over
  /// |F - zeta u|.  Throws InputError for bodies between which no resistance is known.
  LubricatedMobility(std::unique_ptr<Mobility> mobility, const Domain& domain, const BodyPoints& bodies,
                     const Surroundings& surroundings, LubricationLaw law, double solve_tolerance);

  SolveReport solve(const BodyPlaces& places, const BodyLoads& loads, const BodyMotion& motion) override;
  void field(std::span<const double> points, std::span<double> u) override { mobility_->field(points, u); }
  void field_to_tolerance(std::span<const double> points, std::span<double> u) override {
    mobility_->field_to_tolerance(points, u);
  }
  /// Of the flow of the forces on the fluid; narrow gaps themselves turn nothing here.
  void angular_velocities(std::span<const std::size_t> bodies, std::span<double> out) override {
    mobility_->angular_velocities(bodies, out);
  }
  MeanFlow mean_flow() const override { return mobility_->mean_flow(); }
  /// With the resistance between the bodies and the wall.
  double wall_drag() const override;
  ErrorReport measure(int targets, std::uint64_t seed) override { return mobility_->measure(targets, seed); }
  ErrorReport predict() const override { return mobility_->predict(); }
  void set(const Surroundings& surroundings) override {
    around_ = surroundings;
    mobility_->set(surroundings);
  }
  State state() const override;
  void restore(const State& state) override { restored_ = state; }
  MobilityParameters parameters() const override { return mobility_->parameters(); }
  StageTimes take_stage_times() override { return mobility_->take_stage_times(); }

 private:
  void find_forces(const BodyPlaces& places, const BodyLoads& loads, const BodyMotion& motion);
  /// The next solve as that run's last one, at its positions and forces.
  void take_restored();
  void precondition(std::span<const double> z, std::span<double> x) const;

  std::unique_ptr<Mobility> mobility_;
  Surroundings around_;
  std::vector<double> radii_;  ///< of the bodies, one where all are equal
  ResistanceMatrix zeta_;
  double solve_tolerance_;
  std::vector<double> x_;           ///< forces on the fluid
  std::vector<double> velocities_;  ///< of the last solve
  State restored_;                  ///< plan of another run, until the first solve
  SolveReport report_;
};

}  // namespace slurry
