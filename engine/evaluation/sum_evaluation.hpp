// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <vector>

#include "slurry/sum.hpp"
#include "summation/plain_sum.hpp"
#include "summation/sum_plan.hpp"

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

/// The sum that a plan stands for, once, at `targets` (M,3).
SumEvaluation evaluate_plan(const SumProblem& p, const SumPlan& plan, const std::vector<double>& targets);

/// Whether evaluate_directly() has an answer.
bool exact_sum_exists(const Box& box, const EwaldOptions& options);

/// By the engine that errs by rounding alone: all pairs (and images).  Throws InputError where there is no such sum.
SumEvaluation evaluate_directly(const SumProblem& p, const EwaldOptions& options, const std::vector<double>& targets);

/// The same in free space and with one periodic direction, pair after pair and image after image in extended precision
/// (summation/plain_sum.hpp): of every layer, gradients and pressures included.  It shares no loop with any sum.
SumEvaluation evaluate_plainly(const SumProblem& p, const EwaldOptions& options, const std::vector<double>& targets);
/// The images that it goes over, which its cost goes with.
plain::Images plain_images(const SumProblem& p, const std::vector<double>& targets);
/// Pairs that this takes a second for, or so.
inline constexpr double plain_pairs_in_a_second = 2e7;

}  // namespace slurry
