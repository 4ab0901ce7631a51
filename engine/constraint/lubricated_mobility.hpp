// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "constraint/gmres.hpp"
#include "mobility/lubrication.hpp"
#include "mobility/mobility.hpp"

namespace slurry {

/// Spheres with lubrication, found by a solve (theory/lubrication.md (L4)):  v = mu x + u,  x = F - zeta v,  so that
/// (I + zeta mu) x = F - zeta u, with the mobility mu and the velocities u that an imposed flow gives.
/// Right-preconditioned GMRES; the preconditioner is (I + 0.6 mu0 zeta)^-1, by conjugate gradients on the sparse
/// matrix.  Begun from the x of the last solve.
class LubricatedMobility final : public Mobility {
 public:
  using Make = std::function<std::unique_ptr<Mobility>(const MobilitySetup&)>;
  /// solve_tolerance: of |F - zeta u - (I + zeta mu) x| over |F - zeta u|; empty: a tenth of the setup's tolerance.
  /// Throws InputError for points.
  LubricatedMobility(const MobilitySetup& setup, LubricationLaw law, std::optional<double> solve_tolerance = {},
                     const Make& make = make_mobility);

  void solve(std::span<const double> positions, std::span<const double> forces, std::span<double> velocities) override;
  void field(std::span<const double> points, std::span<double> u) override { inner_->field(points, u); }
  void field_to_tolerance(std::span<const double> points, std::span<double> u) override {
    inner_->field_to_tolerance(points, u);
  }
  /// Of the flow of the forces on the fluid; narrow gaps themselves turn nothing here.
  void angular_velocities(std::span<const std::size_t> bodies, std::span<double> out) override {
    inner_->angular_velocities(bodies, out);
  }
  MeanFlow mean_flow() const override { return inner_->mean_flow(); }
  /// With the friction between the bodies and the wall.
  double wall_drag() const override;
  ErrorReport measure(int targets, std::uint64_t seed) override { return inner_->measure(targets, seed); }
  ErrorReport predict() const override { return inner_->predict(); }
  void set_net_flow(const NetFlow& flow) override {
    setup_.net_flow = flow;
    inner_->set_net_flow(flow);
  }
  void set_viscosity(double viscosity) override {
    setup_.viscosity = viscosity;
    inner_->set_viscosity(viscosity);
  }
  State state() const override;
  void restore(const State& state) override { restored_ = state; }
  MobilityParameters parameters() const override { return inner_->parameters(); }
  StageTimes take_stage_times() override { return inner_->take_stage_times(); }

  /// Of the last solve; the residual is relative.
  GmresReport report() const { return report_; }

 private:
  void solve_for(std::span<const double> positions, std::span<const double> forces, std::span<double> velocities);
  /// The next solve as that run's last one, at its positions and forces.
  void take_restored_plan();
  void precondition(std::span<const double> z, std::span<double> x) const;

  MobilitySetup setup_;
  double solve_tolerance_;
  std::unique_ptr<Mobility> inner_;
  LubricationMatrix zeta_;
  std::vector<double> x_;           ///< forces on the fluid
  std::vector<double> velocities_;  ///< of the last solve
  State restored_;                  ///< plan of another run, until the first solve
  GmresReport report_;
};

}  // namespace slurry
