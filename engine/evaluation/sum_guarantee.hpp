// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <vector>

#include "slurry/sum.hpp"
#include "summation/sum_plan.hpp"

namespace slurry {

/// Sums at ever tighter tolerances until an upper bound of the measured error of every result is below
/// options.tolerance.
///
/// The error is measured at all targets, or at more than a thousand of them if there are many. The chosen targets are
/// those with the largest values, where near collisions show, and a random choice from strata of equal density around
/// the target. Crowded regions are thus seen even if they hold few targets. The squared error over all targets is
/// estimated stratum by stratum. The bound is one-sided, of 99 % (TargetSample::squared_difference).
///
/// The truth is the sum of all pairs if it exists and the pairs are few enough. Otherwise it is two second opinions,
/// far tighter than the tolerance, by different means. All their positions are shifted, so that they do not even share
/// the rounding of coordinates. Their difference from each other is added to the bound.
///
/// sum_at(tolerance): the sum with its predictions. witness_bytes(plan): bytes of a sum that it is measured against,
/// with everything held beside that sum. Throws RefusedError, with the error that was reached, if the tightest sum does
/// not suffice, or if a sum to measure against does not fit into memory.
SumResult guaranteed_sum(const SumProblem& p, const SumOptions& options, const std::vector<double>& targets,
                         const std::function<SumResult(double)>& sum_at,
                         const std::function<double(const SumPlan&)>& witness_bytes);

}  // namespace slurry
