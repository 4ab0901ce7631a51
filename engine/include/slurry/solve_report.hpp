// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>

namespace slurry {

/// Result of an iterative solve (rigid chains, lubrication).
struct SolveReport {
  int iterations = 0;   ///< 0: there was nothing to solve
  double residual = 0;  ///< final residual, in the norm of the solver; for bodies, relative
  bool converged = true;
};

/// Time of a solve when its memory is already allocated.
struct SolveCost {
  int sums = 1;            ///< hydrodynamic sums in a solve with as many iterations as the last one
  double own_seconds = 0;  ///< seconds of the last solve without its sums
  /// Median time of a few sums at the present positions. NaN: not timed (TimeSums).
  double seconds_per_sum = std::numeric_limits<double>::quiet_NaN();
};

}  // namespace slurry
