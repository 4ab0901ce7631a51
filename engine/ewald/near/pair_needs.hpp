// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "ewald/stages/stage_case.hpp"

// Predicted memory of the rows of P2P (variants.cpp) on the host. Points are assumed to be evenly spread.
namespace slurry {

/// Memory of the symmetric loop: the columns of the blocks. The loop takes this memory even if it then turns out not to
/// suit the points.
StageNeeds symmetric_needs(const EwaldStageCase& load);
/// Memory of the grouped loop for velocities, fields and charges: packed sources, and runs of targets.
StageNeeds grouped_needs(const EwaldStageCase& load);
/// Memory of the loop with a thread per target: nothing more than the sorted points.
StageNeeds per_target_needs(const EwaldStageCase& load);
/// Memory of the loops over cells: lists of equal length of the sources, with the numbers of each source in its place,
/// and lists of targets that are not sources.
StageNeeds cell_needs(const EwaldStageCase& load);
/// Memory of the grouped loop for spheres; the packed spheres belong to the sum.
StageNeeds grouped_spheres_needs(const EwaldStageCase& load);

}  // namespace slurry
