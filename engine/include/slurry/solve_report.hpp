// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace slurry {

/// What an iterative solve did (rigid chains, lubrication).
struct SolveReport {
  int iterations = 0;   ///< 0: there was nothing to solve
  double residual = 0;  ///< at the end, as the solver measures it; of bodies relative
  bool converged = true;
};

}  // namespace slurry
