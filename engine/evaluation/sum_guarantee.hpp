// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <vector>

#include "slurry/sum.hpp"
#include "summation/sum_plan.hpp"

namespace slurry {

/// Sums at ever tighter tolerances until the measured error of everything asked for is below options.tolerance.
///
/// Measured at all targets, or at more than a thousand of them where there are many: those with the largest values
/// (near collisions show there) and a random choice from strata of equal density around the target, so that crowded
/// regions are seen however few targets they hold.  The squared error over all targets is estimated stratum by stratum;
/// the bound is one-sided, of 99 % (TargetSample::squared_difference).
/// The truth is the sum of all pairs where one exists and they are few enough; else two second opinions far tighter
/// than the tolerance, by different means and with all positions shifted, so that not even the rounding of coordinates
/// is shared; their difference from each other is added to the bound.
///
/// sum_at(tolerance): the sum with its predictions; witness_bytes(plan): what a sum that it is measured against takes,
/// with what is held beside it.  Throws RefusedError, with what was reached, where the tightest sum does not suffice,
/// and where a sum to measure against does not fit into the memory there is.
SumResult guaranteed_sum(const SumProblem& p, const SumOptions& options, const std::vector<double>& targets,
                         const std::function<SumResult(double)>& sum_at,
                         const std::function<double(const SumPlan&)>& witness_bytes);

}  // namespace slurry
