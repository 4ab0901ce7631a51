// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "summation/pair_counts.hpp"
#include "summation/sum_plan.hpp"

namespace slurry {

/// Parameters of an Ewald sum over points that move. select_ewald_parameters assumes random forces; two effects are
/// added here for absolute tolerances. First, parallel forces in one periodic direction make a smooth far field. It
/// grows with the sum of the forces, not with the root of the sum of their squares, and the window reproduces it with a
/// fixed relative error. The window is made wider if this matters. Second, a target that is a source sees its own error
/// at its peak, which counts if there are few neighbours within the cutoff. pairs: counted from the points if they
/// cluster; empty if they are evenly spread. Throws the errors of select_ewald_parameters.
EwaldParameters parameters_for_moving_points(const SumTask& task, const SumCounts& counts,
                                             const PairCounts& pairs = {});

}  // namespace slurry
