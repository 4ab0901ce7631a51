// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "summation/engine.hpp"

namespace slurry {

/// Lists the variants of the stages that sums of one grid have in common, in the order of the work. The cost model
/// predicts the rows that it knows, and the published models count the work of the rows that they describe. The counts
/// and rates are those of the request. Returns nothing for a plan of several grids.
std::vector<VariantForecast> forecast_ewald_variants(const PlanRequest& request, const SumPlan& plan);

}  // namespace slurry
