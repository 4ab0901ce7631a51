// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/stage_variant.hpp"

// Memory of the rows of P2P (variants.cpp) on the host, forecast for points that are spread evenly.
namespace slurry {

/// The blocks' columns, which it takes whether it suits the points or not.
StageNeeds symmetric_needs(const StageLoad& load);
/// Of velocities, fields and charges: packed sources, and runs of targets,
StageNeeds grouped_needs(const StageLoad& load);
/// nothing more,
StageNeeds per_target_needs(const StageLoad& load);
/// or lists of equal length of the sources, with the numbers of each in its place, and of targets that are not sources.
StageNeeds cell_needs(const StageLoad& load);
/// Packed spheres are the sum's.
StageNeeds grouped_spheres_needs(const StageLoad& load);

}  // namespace slurry
