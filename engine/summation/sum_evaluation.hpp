// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "slurry/sum.hpp"

namespace slurry {

/// Everything that was asked for at the targets, in host memory, with the errors that the parameters promise.
struct SumEvaluation {
  std::vector<double> velocities, gradients, pressures, potentials;
  double predicted = 0, predicted_gradient = 0, predicted_pressure = 0;  // absolute, rms over targets
  StageTimes times;
  double plan_seconds = 0, cpu_seconds = 0;  // transforms and tables; the rest
};

/// One sum with parameters given, at `targets` (M,3); same: they are the sources.
SumEvaluation evaluate_with(const SumProblem& p, const EwaldParameters& parameters, const SumCounts& counts,
                            const std::vector<double>& targets, bool same);

}  // namespace slurry
