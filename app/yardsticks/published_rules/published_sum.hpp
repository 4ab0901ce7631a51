// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "slurry/sum.hpp"

namespace slurry {

/// Evaluates a sum with parameters by the rules of Kosmacher et al. 2026 (arXiv 2606.19059). per_cell: number of
/// sources in a cell as wide as the cutoff (160 to 1008 in the paper). The tolerance is defined as in the paper:
/// absolute in a unit cube with sum |f|^2 = 1, for any densities. The split is also that of the paper. Throws like
/// evaluate_sum() and check_published().
SumResult evaluate_published_sum(const SumProblem& problem, const SumOptions& options, double per_cell);

/// Forecasts such a sum.
SumForecasts forecast_published_sum(const SumProblem& problem, const SumOptions& options, double per_cell);

/// Throws InputError if the published rules do not apply. They are for velocities of points in a cube, on one grid,
/// with a tolerance of their own kind.
void check_published(const SumProblem& problem, const SumOptions& options);

}  // namespace slurry
