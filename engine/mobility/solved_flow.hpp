// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "base/state.hpp"
#include "mobility/surroundings.hpp"
#include "slurry/cells.hpp"
#include "slurry/error_report.hpp"
#include "slurry/mobility.hpp"
#include "slurry/report.hpp"

namespace slurry {

/// Function that receives the finished part of a field, 0 to 1. An exception that it throws ends the work.
using FieldProgress = std::function<void(double)>;

/// Largest number of field points that are evaluated together. The limit keeps their memory small and lets progress be
/// reported.
inline constexpr std::size_t most_field_points = std::size_t(1) << 20;

/// Interface to the last solve of a mobility: its flow, its errors, and the state from which the next solve goes on. It
/// is the same for the mobility of points (PointMobility) and of bodies (Mobility).
class SolvedFlow {
 public:
  virtual ~SolvedFlow() = default;

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

  /// Computes how bodies (indices) turn in the last solve -> out (M,3) [1/time]. For rods it is n x dn/dt. For spheres
  /// and points that bear no torque it is half the curl, at their centres, of the flow that the others make. This is
  /// exact for Rotne-Prager spheres (Faxen). Error: rms over the bodies, relative to the rms of their angular
  /// velocities (or to 3/4 mu0 F/a if that is larger), about the tolerance. The part that the wall adds has pi d/h
  /// times this error close to the wall, at distance d and with wall points h apart. It costs several solves the first
  /// time, and one or two after that. NaN if the mobility does not know it.
  virtual void angular_velocities(std::span<const std::size_t>, std::span<double> out) {
    std::fill(out.begin(), out.end(), std::numeric_limits<double>::quiet_NaN());
  }

  virtual MeanFlow mean_flow() const = 0;
  /// Axial force of the fluid on the wall of a pipe over one period, for the last solve. It is computed from the
  /// traction on the wall, not from the balance of forces, so that the balance can be checked: net axial force =
  /// wall_drag + pi R^2 L dp/dx (theory/pipe-wall.md, P7). Its error is like that of the wall: it is a mean over the
  /// wall's grid. NaN if there is no wall.
  virtual double wall_drag() const { return std::numeric_limits<double>::quiet_NaN(); }

  /// Measures the sources of error of the last solve separately, relative to scale(). The sums are compared with sums
  /// over all pairs at up to `targets` random bodies; with three periodic directions there is no such sum, and this
  /// entry stays unknown. The slip is found at as many random points of the wall. Errors of an iterative solve are
  /// included. This is expensive. The error as a whole is measured by second_opinion.hpp.
  virtual ErrorReport measure(int targets, std::uint64_t seed) = 0;
  /// Returns only the errors asked for and predicted, which is cheap. If no force acts, nothing is summed and the
  /// predicted error is 0.
  virtual ErrorReport predict() const = 0;
  /// Velocity to which the errors are relative: the rms over the points or bodies of the last solve, or the rms of mu0
  /// F if that is larger.
  virtual double scale() const = 0;
  /// Makes the tolerance relative to this velocity from now on, if it is larger than the solver's own scale. 0: the
  /// tolerance is relative to the own scale. This is for forces that keep close bodies apart. The isolated velocities
  /// of the bodies under such forces are larger than their velocities.
  virtual void refer_to(double) {}

  /// Sets the surroundings. Throws InputError if they do not suit the domain.
  virtual void set(const Surroundings&) = 0;

  /// State on which the next solve depends besides its arguments: the values from which the plan was made. They are not
  /// tuned again after a restart. Empty: there is no such state, or the mobility cannot give it.
  virtual State state() const { return {}; }
  /// Gives this state to a new mobility of the same setup before its first solve. That solve must be at the places and
  /// loads of the last solve of the old mobility; it then has the same bits.
  virtual void restore(const State&) {}

  /// Boxes of the sum over the bodies at the last solve, and those that act on the chosen point [length]. None if the
  /// engine has no boxes, or nothing was summed.
  virtual SumCells cells(const ChosenPoint&) const { return {}; }
  virtual MobilityParameters parameters() const = 0;
  virtual StageTimes take_stage_times() = 0;
};

}  // namespace slurry
