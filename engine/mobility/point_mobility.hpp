// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "mobility/solved_flow.hpp"
#include "mobility/surroundings.hpp"
#include "slurry/domain.hpp"
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
  /// Throws InputError if the numbers of positions (N,3), forces (N,3) and radii do not fit together.
  void check_numbers(std::span<const double> positions, std::span<const double> forces) const;
  /// Radius that was given with a body, whether the model uses it or not [length]. It is 0 if none was given.
  double given_radius(std::size_t i) const {
    if (radii.size() == 1) return radii[0];
    return i < radii.size() ? radii[i] : 0;
  }
};

/// Velocities of points or spheres from the forces on them: V = M F + net flow. M contains the effect of all
/// surroundings: the other points, the periodic images and the wall. Bodies made of several points stand one level
/// above (mobility.hpp). The object lives on the runtime thread.
class PointMobility : public SolvedFlow {
 public:
  /// Computes velocities (N,3) [length/time] from positions (N,3) [length] and forces (N,3) [force]. Throws InputError
  /// if a body is outside of the domain; the message names its index.
  virtual void solve(std::span<const double> positions, std::span<const double> forces,
                     std::span<double> velocities) = 0;
};

/// Makes a mobility. It chooses the direct sum for small systems and the Ewald sum otherwise. Throws InputError and
/// RefusedError.
std::unique_ptr<PointMobility> make_point_mobility(const PointMobilitySetup& setup);

}  // namespace slurry
