// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "planning/pair_counts.hpp"
#include "planning/sum_plan.hpp"
#include "slurry/machine_rates.hpp"
#include "slurry/sum.hpp"

namespace slurry {

/// The sum by their rules, the lengths of which scale with the cube's edge.  same: the targets are the sources.
SumPlan published_plan(const SumProblem& p, const SumOptions& options, const SumCounts& counts, const PairCounts& pairs,
                       const MachineRates& rates, bool same);

/// What its error is measured for: against our split, by as much tighter as the sum is expected to be better than the
/// tolerance, which is of another kind.
SumOptions judged_published(const SumOptions& options, const SumResult& r);

}  // namespace slurry
