// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <vector>

#include "slurry/sum.hpp"
#include "summation/plain_sum.hpp"
#include "summation/sum_plan.hpp"
#include "summation/survey.hpp"

namespace slurry {

/// Results that were asked for at the targets, in host memory, with the errors that the parameters promise.
struct SumEvaluation {
  std::vector<double> velocities, gradients, pressures, potentials;
  double predicted = 0, predicted_gradient = 0, predicted_pressure = 0;  // absolute, rms over targets
  std::array<double, 3> zero_mode_constant{};                            // of the net force, beside what the grid holds
  StageTimes times;
  StageVariantNames variants;
  double plan_seconds = 0, cpu_seconds = 0;  // transforms and tables; the rest
};

/// Makes the sum of a plan and evaluates it once at `targets` (M,3). points: survey of the sources and these targets.
SumEvaluation evaluate_plan(const SumProblem& p, const SumPlan& plan, const std::vector<double>& targets,
                            const Survey& points);
/// Makes the sum of a plan and evaluates it once at `targets` (M,3). It surveys the points itself.
SumEvaluation evaluate_plan(const SumProblem& p, const SumPlan& plan, const std::vector<double>& targets);

/// Whether evaluate_directly() can do the sum.
bool exact_sum_exists(const Box& box, const EwaldOptions& options);

/// Evaluates the sum by the engine that has rounding errors only, over all pairs and their images. Throws InputError if
/// there is no such sum.
SumEvaluation evaluate_directly(const SumProblem& p, const EwaldOptions& options, const std::vector<double>& targets);

/// Evaluates the sum pair after pair and image after image in extended precision (summation/plain_sum.hpp), in free
/// space or with one periodic direction. All layers, gradients and pressures are included. No loop is shared with any
/// other sum.
SumEvaluation evaluate_plainly(const SumProblem& p, const EwaldOptions& options, const std::vector<double>& targets);
/// Images that evaluate_plainly() adds up. Its cost is proportional to their number.
plain::Images plain_images(const SumProblem& p, const std::vector<double>& targets);
/// Approximate number of pairs that evaluate_plainly() does in a second.
inline constexpr double plain_pairs_in_a_second = 2e7;

}  // namespace slurry
