// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <vector>

#include "slurry/sum.hpp"
#include "summation/nested_ewald.hpp"

namespace slurry {

/// Everything that was asked for at the targets, in host memory, with the errors that the parameters promise.
struct SumEvaluation {
  std::vector<double> velocities, gradients, pressures, potentials;
  double predicted = 0, predicted_gradient = 0, predicted_pressure = 0;  // absolute, rms over targets
  std::array<double, 3> zero_mode_constant{};                            // of the net force, beside what the grid holds
  StageTimes times;
  StageVariantNames variants;
  double plan_seconds = 0, cpu_seconds = 0;  // transforms and tables; the rest
};

/// One sum with parameters given, at `targets` (M,3); same: they are the sources.
SumEvaluation evaluate_with(const SumProblem& p, const EwaldParameters& parameters, const SumCounts& counts,
                            const std::vector<double>& targets, bool same, Device device,
                            const EwaldStages& stages = {});

/// The same with a grid for every core: velocities alone.
SumEvaluation evaluate_nested(const SumProblem& p, const NestedParameters& parameters, const SumCounts& counts,
                              const std::vector<double>& targets, bool same, Device device,
                              const EwaldStages& stages = {});

/// True where evaluate_directly() has an answer: free space, and the velocities of the single layer in one periodic
/// direction.
bool direct_sum_exists(const SumProblem& p, const EwaldOptions& options);

/// All pairs (and images): no grid, no split, errors of rounding alone.  Throws InputError where there is no direct
/// sum.
SumEvaluation evaluate_directly(const SumProblem& p, const EwaldOptions& options, const std::vector<double>& targets);

}  // namespace slurry
