// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/state.hpp"
#include "mobility/surroundings.hpp"
#include "slurry/cells.hpp"
#include "slurry/domain.hpp"
#include "slurry/error_report.hpp"
#include "slurry/mobility.hpp"
#include "slurry/options.hpp"
#include "slurry/report.hpp"
#include "slurry/stage_variants.hpp"

namespace slurry {

/// Tightest tolerance that a mobility accepts.
inline constexpr double tightest_mobility_tolerance = 1e-12;

/// Parameters of a solver whose errors a second solver measures.
struct JudgedSolver : MobilityParameters {
  JudgedSolver(const MobilityParameters& p) : MobilityParameters(p) {}
  double finer = 10;  ///< factor by which the error of the second solver's wall grid is smaller
};

/// Function that is called between the parts of a solve and of a measurement of errors. An exception that it throws
/// ends the work.
using BetweenParts = std::function<void()>;

/// Setup of the mobility of points, with the wishes for its sums. It is fixed for the life of the mobility, except for
/// the surroundings.
struct PointMobilitySetup : SumWishes {
  Domain domain;
  Surroundings surroundings;  ///< surroundings; their background flow is not used
  std::vector<double> radii;  ///< one per point, or a single entry for all [length]
  BodyModel model = BodyModel::spheres;
  double tolerance = 1e-3;  ///< error asked for, as theory/conventions-and-gauges.md defines it for mobility and run
  /// True: this solver is the second opinion on another one. Its sums are then computed by other means, if their engine
  /// has other means.
  bool second_opinion = false;
  std::optional<JudgedSolver> judged;  ///< solver on which this one is the second opinion
  BetweenParts between_parts;          ///< called between parts of the work; may be empty

  void look_between_parts() const {
    if (between_parts) between_parts();
  }
};

/// Function that receives the finished part of a field, 0 to 1. An exception that it throws ends the work.
using FieldProgress = std::function<void(double)>;

/// Largest number of field points that are evaluated together. The limit keeps their memory small and lets progress be
/// reported.
inline constexpr std::size_t most_field_points = std::size_t(1) << 20;

/// Velocities of points or spheres from the forces on them: V = M F + net flow. M contains the effect of all
/// surroundings: the other points, the periodic images and the wall. Bodies made of several points stand one level
/// above (mobility.hpp). The object lives on the runtime thread.
class PointMobility {
 public:
  virtual ~PointMobility() = default;

  /// Computes velocities (N,3) [length/time] from positions (N,3) [length] and forces (N,3) [force]. Throws InputError
  /// if a body is outside of the domain; the message names its index.
  virtual void solve(std::span<const double> positions, std::span<const double> forces,
                     std::span<double> velocities) = 0;

  /// Computes the fluid velocity u (M,3) at points (M,3) inside the domain, for the positions and forces of the last
  /// solve. It is as accurate as the velocities of the bodies. Closer to a wall than the bodies come, it is less
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
  /// at their outside. tolerance: relative to the rms of p. Returns the expected rms error, at least that of rounding.
  /// Throws RefusedError.
  virtual double pressure(std::span<const double> points, double tolerance, std::span<double> p);
  /// Computes the pressure (M) at points (M,3) by other means than those of the last pressure(), and more accurately.
  /// Empty if there are no other means, or no memory for them.
  virtual std::vector<double> independent_pressure(std::span<const double> /*points*/) { return {}; }

  /// Computes how the flow of the last solve turns bodies (indices) that bear no torque -> out (M,3) [1/time]. It is
  /// half the curl of the flow at the centre of the body, without the flow that the body itself makes. This is exact
  /// for Rotne-Prager spheres (Faxen).
  /// Error: rms over the bodies, relative to the rms of their angular velocities (or to 3/4 mu0 F/a if that is larger),
  /// about the tolerance. The part that the wall adds has pi d/h times this error close to the wall, at distance d and
  /// with wall points h apart. The first call costs several solves, a later one one or two. NaN if the mobility does
  /// not know it.
  virtual void angular_velocities(std::span<const std::size_t>, std::span<double> out) {
    std::fill(out.begin(), out.end(), std::numeric_limits<double>::quiet_NaN());
  }

  virtual MeanFlow mean_flow() const = 0;
  /// Axial force of the fluid on the wall of a pipe over one period, for the last solve. It is computed from the
  /// traction on the wall, not from the balance of forces, so that the balance can be checked: net axial force =
  /// wall_drag + pi R^2 L dp/dx (theory/pipe-wall.md, P7). Its error is like that of the wall: it is a mean over the
  /// wall's grid. NaN if there is no wall.
  virtual double wall_drag() const { return std::numeric_limits<double>::quiet_NaN(); }

  /// Measures the sources of error of the last solve separately. The sums are compared with sums over all pairs at up
  /// to `targets` random bodies; with three periodic directions there is no such sum, and this entry stays unknown. The
  /// slip is found at as many random points of the wall. This is expensive. The error as a whole is measured by
  /// second_opinion.hpp.
  virtual ErrorReport measure(int targets, std::uint64_t seed) = 0;
  /// Returns only the errors asked for and predicted, which is cheap. If no force acts, nothing is summed and the
  /// predicted error is 0.
  virtual ErrorReport predict() const = 0;
  /// Velocity to which the errors are relative: the rms over the points of the last solve, or the rms of mu0 F if that
  /// is larger.
  virtual double scale() const = 0;
  /// Makes the tolerance relative to this velocity from now on, if it is larger than the solver's own scale. 0: the
  /// tolerance is relative to the own scale. This is for forces that keep close bodies apart. The isolated velocities
  /// of the bodies under such forces are larger than their velocities.
  virtual void refer_to(double) {}

  virtual void set(const Surroundings&) = 0;

  /// State on which the next solve depends besides its arguments: the values from which the plan was made. They are not
  /// tuned again after a restart. Empty: there is no such state, or the mobility cannot give it.
  virtual State state() const { return {}; }
  /// Gives this state to a new mobility of the same setup before its first solve. That solve must be at the positions
  /// and forces of the last solve of the old mobility; it then has the same bits.
  virtual void restore(const State&) {}

  /// Boxes of the sum over the bodies at the last solve, and those that act on the chosen point [length]. None if the
  /// engine has no boxes, or nothing was summed.
  virtual SumCells cells(const ChosenPoint&) const { return {}; }
  virtual MobilityParameters parameters() const = 0;
  virtual StageTimes take_stage_times() = 0;
};

/// Makes a mobility. It chooses the direct sum for small systems and the Ewald sum otherwise. Throws InputError and
/// RefusedError.
std::unique_ptr<PointMobility> make_point_mobility(const PointMobilitySetup& setup);

}  // namespace slurry
