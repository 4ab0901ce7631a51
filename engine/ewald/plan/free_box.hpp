// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "slurry/options.hpp"
#include "summation/pair_counts.hpp"

namespace slurry {

/// The box that a sum is planned for: nothing but the grid and its padding depends on its free lengths, so they are
/// widened where the points (N,3), (M,3) [length] need it, and take another length where the cost model says that this
/// is cheaper.  Throws as select_ewald_parameters does.
Box box_for_points(const Box& given, const EwaldOptions& options, const SumCounts& counts, const PairCounts& pairs,
                   const std::vector<double>& sources, const std::vector<double>& targets);

}  // namespace slurry
