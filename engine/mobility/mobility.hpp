// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>

#include "base/state.hpp"
#include "bodies/body_loads.hpp"
#include "mobility/point_mobility.hpp"
#include "mobility/surroundings.hpp"
#include "slurry/error_report.hpp"
#include "slurry/mobility.hpp"
#include "slurry/report.hpp"
#include "slurry/solve_report.hpp"

namespace slurry {

/// Motions of bodies from the loads on them: (F, T x n) -> (U, dn/dt), linear but for what the surroundings bring, and
/// symmetric.  Lives on the runtime thread.
class Mobility {
 public:
  virtual ~Mobility() = default;

  /// Finds the motions of bodies, and returns the report of the iterative solve; "did not converge" is no exception.
  /// Throws InputError when a body is outside of the domain (names its index), a director has no unit length, a load or
  /// a position is not finite, or a body bears a torque that it cannot bear.
  virtual SolveReport solve(const BodyPlaces& places, const BodyLoads& loads, const BodyMotion& motion) = 0;

  /// Cost of the last solve, without seconds_per_sum, for which the caller times repeat_sums().
  virtual SolveCost cost() const = 0;
  /// Evaluates the sums of the last solve once more, where all iterations ended, for the time that it takes.
  virtual void repeat_sums() = 0;

  /// Fluid velocity at points (M,3) inside the domain -> u (M,3) for the last solve, all imposed flow included.
  /// As accurate as the bodies' solve; closer to a wall than the bodies come, less (pipe/wall_error.hpp).
  virtual void field(std::span<const double> points, std::span<double> u) = 0;
  /// Field with a tolerance relative to the rms of u.  It makes a plan of its own, so it is for files, not for every
  /// step.  The engine is chosen for bodies and points together.
  virtual void field_to_tolerance(std::span<const double> points, std::span<double> u, const FieldProgress& = {}) {
    field(points, u);
  }
  /// Expected rms error of the last field_to_tolerance() for the forces at hand [velocity]; NaN: not known.
  virtual double predicted_field_error() const { return std::numeric_limits<double>::quiet_NaN(); }
  /// rms over those points of |u - what an independent evaluation gives there| [velocity]; of many points it is found
  /// at some, at random (seed) and where errors are expected to be largest.  NaN: there is no independent evaluation.
  virtual double measure_field_error(std::span<const double> /*points*/, std::span<const double> /*u*/,
                                     std::uint64_t /*seed*/) {
    return std::numeric_limits<double>::quiet_NaN();
  }

  /// Pressure at points of the fluid (M,3) -> p (M) for the last solve [pressure]: 0 at infinity, in periodic cells of
  /// mean 0, in a pipe with the mean gradient times x.  Spheres have the pressure of points outside.  tolerance:
  /// relative to its rms.  Returns the expected rms error; 0: rounding alone.  Throws RefusedError.
  virtual double pressure(std::span<const double> points, double tolerance, std::span<double> p) = 0;

  /// How bodies (indices) turn in the last solve -> (M,3) [1/time].  Rods: n x dn/dt.  Spheres: half the curl of the
  /// flow at their centres without what they themselves make there, exact for Rotne-Prager's (PointMobility says how
  /// well), which costs several solves the first time, then one or two.  NaN from a mobility that does not know.
  virtual void angular_velocities(std::span<const std::size_t>, std::span<double> out) {
    std::fill(out.begin(), out.end(), std::numeric_limits<double>::quiet_NaN());
  }

  virtual MeanFlow mean_flow() const = 0;
  /// Drag on the wall (PointMobility::wall_drag); NaN if it is not known.
  virtual double wall_drag() const { return std::numeric_limits<double>::quiet_NaN(); }

  /// Errors of the last solve, as PointMobility has them, in units of the bodies' velocities; those of its own solve
  /// besides.
  virtual ErrorReport measure(int targets, std::uint64_t seed) = 0;
  virtual ErrorReport predict() const = 0;
  /// Scale of the velocities of bodies, and a velocity to refer to (PointMobility::scale, PointMobility::refer_to).
  virtual double scale() const = 0;
  virtual void refer_to(double) {}

  /// Throws InputError where they do not go with the domain.
  virtual void set(const Surroundings&) = 0;

  /// State on which the next solve depends besides its arguments.  A run continues with the same bits if this is given
  /// to a new mobility of the same setup before its first solve, which is at the places and loads of the last one.
  virtual State state() const { return {}; }
  virtual void restore(const State&) {}

  virtual MobilityParameters parameters() const = 0;
  virtual StageTimes take_stage_times() = 0;
};

}  // namespace slurry
