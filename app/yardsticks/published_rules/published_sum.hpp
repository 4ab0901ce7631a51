// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "slurry/sum.hpp"

namespace slurry {

/// Sums with parameters by the rules of Kosmacher et al. 2026 (arXiv 2606.19059).  per_cell: sources of a cell as wide
/// as the cutoff (theirs: 160 to 1008).  The tolerance is theirs: absolute in a unit cube with sum |f|^2 = 1, whatever
/// the densities; the split is theirs, too.  Throws as evaluate_sum() and check_published().
SumResult evaluate_published_sum(const SumProblem& problem, const SumOptions& options, double per_cell);

/// Forecasts that sum.
SumForecasts forecast_published_sum(const SumProblem& problem, const SumOptions& options, double per_cell);

/// Throws InputError where the published rules have nothing to say: they are for velocities of points in a cube, on one
/// grid, by a tolerance of their own kind.
void check_published(const SumProblem& problem, const SumOptions& options);

}  // namespace slurry
