// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "slurry/sum.hpp"
#include "summation/engine.hpp"

namespace slurry {

/// Largest number of bytes that evaluate_sum() takes at one time beyond its input: plan, points, results, and the
/// second opinion that measures the error. Throws as planning does.
double sum_memory(const SumPlan& plan, const SumLoad& load, const SumOptions& options);

/// Bytes of the results that are asked for at this number of targets.
double result_memory(const EwaldOptions& options, std::size_t targets);

/// Bytes of a second sum (`witness`) that another sum is compared with, while the results of that sum are held at
/// `targets` targets. The points are copied and moved.
double witness_memory(const SumPlan& witness, const SumLoad& load, std::size_t targets);

/// Message for a plan whose sum_memory() exceeds `available` bytes. It gives the numbers, and says what would fit.
/// request: the request from which the plan was made, with the tolerance of the plan.
std::string memory_sentence(const PlanRequest& request, const SumPlan& plan, const SumLoad& load,
                            const SumOptions& options, double available);

}  // namespace slurry
