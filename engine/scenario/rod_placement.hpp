// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "scenario/placement.hpp"

namespace slurry {

bool has_rods(const Scenario& scenario);

/// Whether rods are listed without a direction, so that their directions are random.
bool listed_rods_get_random_directions(const Scenario& scenario);

/// Half length of every body's axis without its caps, 0 for spheres [length]: a rod touches as the capsule around it.
std::vector<double> half_axes(const Scenario& scenario, const std::vector<std::int32_t>& groups);

/// place_bodies for scenarios with rods (and spheres among them): listed bodies where they are listed, the others at
/// random without overlap, the longest first; the last ones by pushing.  The same seed gives the same bits.
/// Listed rods for which no direction was given point in random directions in which they touch no listed body.
/// Throws InputError when listed bodies overlap or reach out of the pipe (names them), RefusedError when no room is
/// found.
PlacedBodies place_with_rods(const Scenario& scenario, std::uint64_t seed, double seconds,
                             const PlacementProgress& progress);

}  // namespace slurry
