// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "dynamics/integrator.hpp"
#include "dynamics/return_curve.hpp"
#include "slurry/snapshot.hpp"

namespace slurry {

/// Quantities that need the history of a run, or the whole of its bodies: when a group came apart, how fast a
/// disturbance grows, how exactly a reversed run returns.
class RunMeters {
 public:
  RunMeters() = default;
  /// undisturbed (N,3): places that displacements are measured from [length]; radii (N) [length].
  RunMeters(const Scenario& scenario, std::span<const double> radii, std::span<const double> undisturbed);

  /// After each step, and once before the first.
  void see(const BodyState& state);
  /// The run turns round here.
  void reversed(double time);
  void save(State& to) const;
  void load(const State& from);
  /// Adds what is known to the observables of the newest state.
  void fill(Observables& observables) const;

 private:
  double largest_separation(const std::vector<double>& places) const;
  double growth_rate(const BodyState& state, const std::vector<double>& places) const;
  double return_error(const std::vector<double>& places) const;
  void spread(const std::vector<double>& places);
  double unbounded_correction(const Scenario& scenario, std::span<const double> radii) const;

  Periods periods_;
  std::array<double, 3> gravity_{};
  std::optional<double> exit_distance_;
  std::vector<double> undisturbed_, start_;
  double correction_ = std::numeric_limits<double>::quiet_NaN();  ///< of the settling velocity, for an infinite cell
  double start_time_ = 0, last_time_ = 0;
  std::optional<double> reversed_at_;
  bool planned_reversal_ = false;
  ReturnCurve curve_;
  Observables known_;
};

/// S(0) of hard spheres in equilibrium after Percus and Yevick: (1-phi)^4/(1+2 phi)^2.
double percus_yevick_structure(double volume_fraction);

}  // namespace slurry
