// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include "base/stage_model.hpp"
#include "ewald/far/far_grid.hpp"
#include "slurry/options.hpp"
#include "slurry/stage_survey.hpp"

// What the models of stages' variants take of a sum and of a machine.
namespace slurry {

/// Counts of the sum of so many sources, which are the targets, with these parameters on its grid.
StageSizes stage_sizes(const EwaldParameters& parameters, std::size_t points, const FarGrid& grid);

StageCosts stage_costs(const MachineCosts& measured);

}  // namespace slurry
