// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "slurry/options.hpp"
#include "summation/pair_counts.hpp"
#include "summation/survey.hpp"

namespace slurry {

/// The box for which a sum is planned. Only the grid and its padding depend on the free lengths. The free lengths are
/// therefore widened if the points need it, and changed if the cost model predicts a cheaper sum. Throws the errors of
/// select_ewald_parameters.
Box box_for_points(const Box& given, const EwaldOptions& options, const SumCounts& counts, const PairCounts& pairs,
                   const Survey& points);

}  // namespace slurry
