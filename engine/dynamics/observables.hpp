// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <limits>
#include <optional>
#include <span>

#include "dynamics/contacts.hpp"
#include "dynamics/integrator.hpp"
#include "slurry/snapshot.hpp"

namespace slurry {

/// Means and extremes over the bodies; flux, pressure gradient and period are left to the caller.
/// gravity: unit vector; forces (N,3) [force].
Observables observe(const BodyState& state, std::span<const double> forces, const std::array<double, 3>& gravity,
                    const Domain& domain, Contacts& contacts);

/// Measures the period of an orbit: the time between two crossings, in the same sense, of the heights of bodies 0
/// and 1. A crossing is located between two steps by the cubic through both heights and speeds.
class PeriodMeter {
 public:
  PeriodMeter(const Domain& domain, const std::array<double, 3>& gravity)
      : periods_(Periods::of(domain)), gravity_(gravity) {}

  /// After each step, and once before the first.
  void see(const BodyState& state);

  void save(State& to) const;
  void load(const State& from);

  /// The newest one [time]; NaN before two crossings in the same sense.
  double period() const { return period_; }

 private:
  struct Height {
    double time, value, rate;  ///< of body 0 above body 1, against gravity
  };
  Periods periods_;
  std::array<double, 3> gravity_;
  std::optional<Height> last_;
  std::array<double, 2> crossed_{std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()};
  double period_ = std::numeric_limits<double>::quiet_NaN();
};

/// Twice the time between two passages of the first director through the plane across x, when it tumbles.
class RotationMeter {
 public:
  void see(const BodyState& state);
  void save(State& to) const;
  void load(const State& from);
  double period() const { return period_; }  ///< newest one [time]; NaN: none yet

 private:
  double last_time_ = 0, last_ = 0, last_rate_ = 0;
  double crossed_ = std::numeric_limits<double>::quiet_NaN();
  double period_ = std::numeric_limits<double>::quiet_NaN();
};

}  // namespace slurry
