// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "constraint/body_mobility.hpp"

namespace slurry {

/// Spheres and rods behind the calls of a Mobility, so that what steps and measures spheres does so for rods:
/// positions are centres (N,3) followed by directors (N,3), velocities are U (N,3) followed by dn/dt (N,3), forces
/// (N,3).
class RodMobility final : public Mobility {
 public:
  explicit RodMobility(const BodyMobilitySetup& setup, const BodyMobility::Make& make = make_mobility)
      : bodies_(setup, make), torques_(3 * setup.kind_of.size(), 0.0) {}

  void solve(std::span<const double> positions, std::span<const double> forces, std::span<double> velocities) override;
  void field(std::span<const double> points, std::span<double> u) override { bodies_.field(points, u); }
  void field_to_tolerance(std::span<const double> points, std::span<double> u) override {
    bodies_.field_to_tolerance(points, u);
  }
  void angular_velocities(std::span<const std::size_t> bodies, std::span<double> out) override {
    bodies_.angular_velocities(bodies, out);
  }
  MeanFlow mean_flow() const override { return bodies_.mean_flow(); }
  double wall_drag() const override { return bodies_.wall_drag(); }
  ErrorReport measure(int targets, std::uint64_t seed) override { return bodies_.measure(targets, seed); }
  ErrorReport predict() const override { return bodies_.predict(); }
  void set_net_flow(const NetFlow& flow) override { bodies_.set_net_flow(flow); }
  void set_viscosity(double viscosity) override { bodies_.set_viscosity(viscosity); }
  State state() const override { return bodies_.state(); }
  void restore(const State& state) override { bodies_.restore(state); }
  MobilityParameters parameters() const override { return bodies_.parameters(); }
  StageTimes take_stage_times() override { return bodies_.take_stage_times(); }

  /// External torques (N,3) [force length]; zero until set.
  void set_torques(std::span<const double> torques) { torques_.assign(torques.begin(), torques.end()); }
  void set_flow(const BackgroundFlow& flow) { bodies_.set_flow(flow); }
  ChainReport chains() const { return bodies_.chains(); }

 private:
  BodyMobility bodies_;
  std::vector<double> torques_;
};

}  // namespace slurry
