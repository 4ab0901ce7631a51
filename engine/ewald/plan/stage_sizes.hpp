// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include "ewald/far/far_grid.hpp"
#include "ewald/stages/model_sizes.hpp"
#include "slurry/options.hpp"

// Describes a sum for the models of the variants of stages.
namespace slurry {

/// Counts for the models, for a sum with these parameters on its grid. It has the given number of sources, which are
/// the targets.
StageSizes stage_sizes(const EwaldParameters& parameters, std::size_t points, const FarGrid& grid);

}  // namespace slurry
