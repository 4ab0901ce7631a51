// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "slurry/sum.hpp"
#include "summation/engine.hpp"

namespace slurry {

/// Bytes that evaluate_sum() takes beyond its input, at most at once: plan, points, results, and the second opinion
/// that the error is measured with.  Throws as planning does.
double sum_memory(const SumPlan& plan, const SumLoad& load, const SumOptions& options);

/// What is asked for at so many targets.
double result_memory(const EwaldOptions& options, std::size_t targets);

/// The same of a plan that another sum is compared with while its results are held at `targets` targets: its points are
/// copied and moved.
double witness_memory(const SumPlan& witness, const SumLoad& load, std::size_t targets);

/// For a plan whose sum_memory() exceeds `available` bytes: the numbers, and what would fit.  request: that the plan
/// was made from, its tolerance as the plan has it.
std::string memory_sentence(const PlanRequest& request, const SumPlan& plan, const SumLoad& load,
                            const SumOptions& options, double available);

}  // namespace slurry
