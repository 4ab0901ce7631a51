// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "slurry/options.hpp"
#include "summation/pair_counts.hpp"
#include "summation/survey.hpp"

namespace slurry {

/// The box that a sum is planned for: nothing but the grid and its padding depends on its free lengths, so they are
/// widened where the points need it, and take another length where the cost model says that this
/// is cheaper.  Throws as select_ewald_parameters does.
Box box_for_points(const Box& given, const EwaldOptions& options, const SumCounts& counts, const PairCounts& pairs,
                   const Survey& points);

}  // namespace slurry
