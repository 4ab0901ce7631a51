// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <vector>

#include "planning/sum_plan.hpp"
#include "slurry/sum.hpp"
#include "summation/plain_sum.hpp"

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

/// An Ewald sum on one grid with parameters given; same: the targets are the sources.
SumEvaluation evaluate_with(const SumProblem& p, const EwaldOptions& options, const EwaldParameters& parameters,
                            const SumCounts& counts, const std::vector<double>& targets, bool same,
                            const StageVariantNames& variants = {});

/// Loops of sums that others are measured against: one target after the other.  The symmetric and the grouped ones,
/// which are quicker, share what they lose by rounding (two points in a cube: 1.1e-12, these 5e-14).
const StageVariantNames& loops_of_witnesses();

/// Whether evaluate_directly() has an answer.
bool direct_sum_exists(const Box& box, const EwaldOptions& options);

/// All pairs (and images): no grid, no split, errors of rounding alone.  Throws InputError where there is no direct
/// sum.
SumEvaluation evaluate_directly(const SumProblem& p, const EwaldOptions& options, const std::vector<double>& targets);

/// The same in free space and with one periodic direction, pair after pair and image after image in extended precision
/// (summation/plain_sum.hpp): of every layer, gradients and pressures included.  It shares no loop with any sum.
SumEvaluation evaluate_plainly(const SumProblem& p, const EwaldOptions& options, const std::vector<double>& targets);
/// The images that it goes over, which its cost goes with.
plain::Images plain_images(const SumProblem& p, const std::vector<double>& targets);
/// Pairs that this takes a second for, or so.
inline constexpr double plain_pairs_in_a_second = 2e7;

}  // namespace slurry
