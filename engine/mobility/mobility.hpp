// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "base/state.hpp"
#include "bodies/body_loads.hpp"
#include "mobility/point_mobility.hpp"
#include "mobility/surroundings.hpp"
#include "slurry/cells.hpp"
#include "slurry/error_report.hpp"
#include "slurry/mobility.hpp"
#include "slurry/report.hpp"
#include "slurry/solve_report.hpp"

namespace slurry {

/// Motions of bodies from the loads on them: (F, T x n) -> (U, dn/dt). The map is linear, apart from the contribution
/// of the surroundings, and symmetric. The object lives on the runtime thread.
class Mobility {
 public:
  virtual ~Mobility() = default;

  /// Finds the motions of bodies, and returns the report of the iterative solve; "did not converge" is no exception.
  /// Throws InputError when a body is outside of the domain (names its index), a director has no unit length, a load or
  /// a position is not finite, or a body bears a torque that it cannot bear.
  virtual SolveReport solve(const BodyPlaces& places, const BodyLoads& loads, const BodyMotion& motion) = 0;

  /// Cost of the last solve. It lacks seconds_per_sum, for which the caller times repeat_sums().
  virtual SolveCost cost() const = 0;
  /// Evaluates the sums of the last solve once more, with the final values of all iterations, so that the caller can
  /// time them.
  virtual void repeat_sums() = 0;

  /// Computes the fluid velocity u (M,3) at points (M,3) inside the domain for the last solve, including all imposed
  /// flow. It is as accurate as the velocities of the bodies. Closer to a wall than the bodies come, it is less
  /// accurate (pipe/wall_error.hpp).
  virtual void field(std::span<const double> points, std::span<double> u) = 0;
  /// Computes the field with a tolerance relative to the rms of u. It makes its own plan, so use it for files and not
  /// for every step. The engine is chosen for bodies and points together.
  virtual void field_to_tolerance(std::span<const double> points, std::span<double> u, const FieldProgress& = {}) {
    field(points, u);
  }
  /// Expected rms error of the last field_to_tolerance() for the present forces [velocity]. NaN if it is not known.
  virtual double predicted_field_error() const { return std::numeric_limits<double>::quiet_NaN(); }
  /// Computes the velocity (M,3) at points (M,3) by other means than those of the last field_to_tolerance(), and more
  /// accurately. Empty if there are no other means, or no memory for them.
  virtual std::vector<double> independent_field(std::span<const double> /*points*/) { return {}; }
  /// The rms over points (M,3) of |u - u of an independent evaluation| [velocity]. u (M,3): result of the last
  /// field_to_tolerance() at these points. If there are many points, some are chosen at random (seed), and some where
  /// the largest errors are expected. NaN if there is no independent evaluation.
  virtual double measure_field_error(std::span<const double> /*points*/, std::span<const double> /*u*/,
                                     std::uint64_t /*seed*/) {
    return std::numeric_limits<double>::quiet_NaN();
  }

  /// Computes the pressure p (M) at points of the fluid (M,3) for the last solve [pressure]. It is 0 at infinity, has
  /// mean 0 in periodic cells, and in a pipe it includes the mean gradient times x. Spheres make the pressure of points
  /// at their outside. tolerance: relative to the rms of p. Returns the expected rms error; 0 means rounding alone.
  /// Throws RefusedError.
  virtual double pressure(std::span<const double> points, double tolerance, std::span<double> p) = 0;
  /// Computes the pressure (M) at points (M,3) by other means than those of the last pressure(), and more accurately.
  /// Empty if there are no other means, or no memory for them.
  virtual std::vector<double> independent_pressure(std::span<const double> /*points*/) { return {}; }

  /// Computes how bodies (indices) turn in the last solve (M,3) [1/time]. For rods it is n x dn/dt. For spheres it is
  /// half the curl, at their centres, of the flow that the others make. This is exact for Rotne-Prager spheres (see
  /// PointMobility). It costs several solves the first time, and one or two after that. NaN if the mobility does not
  /// know it.
  virtual void angular_velocities(std::span<const std::size_t>, std::span<double> out) {
    std::fill(out.begin(), out.end(), std::numeric_limits<double>::quiet_NaN());
  }

  virtual MeanFlow mean_flow() const = 0;
  /// Drag on the wall (PointMobility::wall_drag). NaN if it is not known.
  virtual double wall_drag() const { return std::numeric_limits<double>::quiet_NaN(); }

  /// Errors of the last solve as PointMobility defines them, in units of the bodies' velocities, together with the
  /// errors of its own iterative solve.
  virtual ErrorReport measure(int targets, std::uint64_t seed) = 0;
  virtual ErrorReport predict() const = 0;
  /// Scale of the velocities of bodies, and the velocity to which errors refer (PointMobility::scale,
  /// PointMobility::refer_to).
  virtual double scale() const = 0;
  virtual void refer_to(double) {}

  /// Sets the surroundings. Throws InputError if they do not suit the domain.
  virtual void set(const Surroundings&) = 0;

  /// State on which the next solve depends besides its arguments.  A run continues with the same bits if this is given
  /// to a new mobility of the same setup before its first solve, which is at the places and loads of the last one.
  virtual State state() const { return {}; }
  virtual void restore(const State&) {}

  /// Boxes of the sum over the bodies at the last solve, and those that act on the chosen point [length]. None if the
  /// engine has no boxes, or nothing was summed.
  virtual SumCells cells(const ChosenPoint&) const { return {}; }
  virtual MobilityParameters parameters() const = 0;
  virtual StageTimes take_stage_times() = 0;
};

}  // namespace slurry
