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
#include "slurry/domain.hpp"
#include "slurry/error_report.hpp"
#include "slurry/mobility.hpp"
#include "slurry/options.hpp"
#include "slurry/report.hpp"
#include "slurry/stage_variants.hpp"

namespace slurry {

/// Tightest tolerance that a mobility takes.
inline constexpr double tightest_mobility_tolerance = 1e-12;

/// A solver whose errors another one measures.
struct JudgedSolver : MobilityParameters {
  JudgedSolver(const MobilityParameters& p) : MobilityParameters(p) {}
  double finer = 10;  ///< the error of the judging wall grid is so much smaller
};

/// Called between the parts of a solve and of a measurement of errors; what it throws ends the work.
using BetweenParts = std::function<void()>;

/// Setup of the mobility of points, with the wishes for its sums; fixed for its life, except the surroundings.
struct PointMobilitySetup : SumWishes {
  Domain domain;
  Surroundings surroundings;  ///< but their background flow, which points are not told of
  std::vector<double> radii;  ///< one per point, or a single entry for all [length]
  BodyModel model = BodyModel::spheres;
  double tolerance = 1e-3;  ///< asked, as theory/conventions-and-gauges.md has it for mobility and run
  /// A second opinion of another solver: its sums are made by other means, if their engine has other means.
  bool second_opinion = false;
  std::optional<JudgedSolver> judged;  ///< the solver that a second opinion judges
  BetweenParts between_parts;          ///< may be empty

  void look_between_parts() const {
    if (between_parts) between_parts();
  }
};

/// Hears how much of a field is done, 0 to 1; what it throws ends the work.
using FieldProgress = std::function<void(double)>;

/// Points of a field that are evaluated at once, at most: what they need in memory stays small, and progress is told.
inline constexpr std::size_t most_field_points = std::size_t(1) << 20;

/// Velocities of points, finite spheres or not, from the forces on them:  V = M F + net flow.  All that is around them
/// is in M: other points, periods, the wall.  What bodies are made of points stands above (mobility.hpp).  Lives on the
/// runtime thread.
class PointMobility {
 public:
  virtual ~PointMobility() = default;

  /// positions (N,3) [length], forces (N,3) [force] -> velocities (N,3) [length/time].
  /// Throws InputError when a body is outside of the domain, names its index.
  virtual void solve(std::span<const double> positions, std::span<const double> forces,
                     std::span<double> velocities) = 0;

  /// Fluid velocity at points (M,3) inside the domain -> u (M,3), for positions and forces of the last solve.
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
  virtual double pressure(std::span<const double> points, double tolerance, std::span<double> p);

  /// How the flow of the last solve turns bodies that bear no torque: half its curl at the centre of each of `bodies`
  /// (indices), without what that body itself makes there -> out (M,3) [1/time].  Exact for Rotne-Prager's spheres
  /// (Faxen).  Error: rms over the bodies, relative to their rms (or to 3/4 mu0 F/a where that is larger), about the
  /// tolerance; of what the wall adds pi d/h times as much close to it, d away with wall points h apart.  As costly as
  /// several solves the first time, then as one or two.  NaN from a mobility that does not know.
  virtual void angular_velocities(std::span<const std::size_t>, std::span<double> out) {
    std::fill(out.begin(), out.end(), std::numeric_limits<double>::quiet_NaN());
  }

  virtual MeanFlow mean_flow() const = 0;
  /// Axial force of the fluid on the wall of a pipe over one period, for the last solve, from the traction on the wall
  /// and not from the balance: net axial force = wall_drag + pi R^2 L dp/dx is there to be checked
  /// (theory/pipe-wall.md, P7).  Error: like the wall's (the mean over its grid).  NaN where there is no wall.
  virtual double wall_drag() const { return std::numeric_limits<double>::quiet_NaN(); }

  /// Sources of error of the last solve, each by itself: the sums against all pairs at up to `targets` random bodies
  /// (with three periodic directions there is no such sum, and it stays open), the slip at as many random points of the
  /// wall.  Expensive; second_opinion.hpp measures the whole.
  virtual ErrorReport measure(int targets, std::uint64_t seed) = 0;
  /// asked and predicted alone; cheap.  Where no force acts nothing is summed, and 0 is predicted.
  virtual ErrorReport predict() const = 0;
  /// Velocity that the errors are relative to: rms over the points of the last solve, or of mu0 F where that is larger.
  virtual double scale() const = 0;
  /// Makes the tolerance relative to this velocity from now on, if it is larger than the solver's own scale; 0:
  /// relative to the own scale. Forces that keep close bodies apart would move each of them, alone, faster than it
  /// moves.
  virtual void refer_to(double) {}

  virtual void set(const Surroundings&) = 0;

  /// State on which the next solve depends besides its arguments: the values from which its plan was made, never tuned
  /// again after a restart.  Empty: there is no such state, or the mobility cannot give it.
  virtual State state() const { return {}; }
  /// Gives it to a new mobility of the same setup, before its first solve; that solve must be at the positions and
  /// forces of the last one of the mobility it comes from, and gives the same bits.
  virtual void restore(const State&) {}

  virtual MobilityParameters parameters() const = 0;
  virtual StageTimes take_stage_times() = 0;
};

/// Chooses the direct sum for small systems, the Ewald sum otherwise.  Throws InputError, RefusedError.
std::unique_ptr<PointMobility> make_point_mobility(const PointMobilitySetup& setup);

}  // namespace slurry
