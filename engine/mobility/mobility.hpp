// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "bodies/body_loads.hpp"
#include "mobility/point_mobility.hpp"
#include "mobility/solved_flow.hpp"
#include "slurry/solve_report.hpp"

namespace slurry {

/// Motions of bodies from the loads on them: (F, T x n) -> (U, dn/dt). The map is linear, apart from the contribution
/// of the surroundings, and symmetric. The object lives on the runtime thread.
class Mobility : public SolvedFlow {
 public:
  /// Finds the motions of bodies, and returns the report of the iterative solve; "did not converge" is no exception.
  /// Throws InputError when a body is outside of the domain (names its index), a director has no unit length, a load or
  /// a position is not finite, or a body bears a torque that it cannot bear.
  virtual SolveReport solve(const BodyPlaces& places, const BodyLoads& loads, const BodyMotion& motion) = 0;

  /// Cost of the last solve. It lacks seconds_per_sum, for which the caller times repeat_sums().
  virtual SolveCost cost() const = 0;
  /// Evaluates the sums of the last solve once more, with the final values of all iterations, so that the caller can
  /// time them.
  virtual void repeat_sums() = 0;
};

}  // namespace slurry
