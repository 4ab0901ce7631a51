// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "summation/pair_counts.hpp"
#include "summation/sum_plan.hpp"

namespace slurry {

/// Parameters of an Ewald sum over points that move.  Those of select_ewald_parameters are for random forces; two
/// things are added to an absolute tolerance.  Parallel forces in one periodic direction make a smooth far field that
/// grows with the sum of the forces, not with the root of the sum of their squares, and the window reproduces it with a
/// fixed relative error: a wider window where that matters.  And a target that is a source sees its own error at its
/// peak, which counts when there are few neighbours inside the cutoff.  pairs: counted from the points where they
/// cluster; empty: they are spread evenly.  Throws as select_ewald_parameters.
EwaldParameters parameters_for_moving_points(const SumTask& task, const SumCounts& counts,
                                             const PairCounts& pairs = {});

}  // namespace slurry
