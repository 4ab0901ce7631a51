// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "scenario/placement.hpp"

namespace slurry {

bool has_rods(const Scenario& scenario);

/// Half length of the axis of every body without its caps [length]; 0 for spheres. A rod touches other bodies like the
/// capsule around it.
std::vector<double> half_axes(const Scenario& scenario, const std::vector<std::int32_t>& groups);

/// Does the work of place_bodies() for scenarios with rods, which may have spheres too. Listed bodies are put at their
/// given places. The others are placed at random without overlap, the longest first, and the last ones by pushing. The
/// same seed gives the same bits. Listed rods without a direction point in random directions in which they touch no
/// listed body. Throws InputError if listed bodies overlap or reach out of the pipe; the message names them. Throws
/// RefusedError if no room is found.
PlacedBodies place_with_rods(const Scenario& scenario, std::uint64_t seed, double seconds,
                             const PlacementProgress& progress);

}  // namespace slurry
