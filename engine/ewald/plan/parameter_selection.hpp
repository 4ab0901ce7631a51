// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "slurry/options.hpp"
#include "slurry/report.hpp"
#include "summation/engine.hpp"
#include "summation/pair_counts.hpp"

namespace slurry {

/// Selects every parameter from the tolerance. pairs: counted from the points; without counts, points are assumed to be
/// evenly spread. Throws RefusedError below the floor of the precision, NoGridError if no grid fits the box, InputError
/// for a bad box.
EwaldParameters select_ewald_parameters(const Box& box, const EwaldOptions& options, const SumCounts& counts,
                                        const PairCounts& pairs = {});

}  // namespace slurry
