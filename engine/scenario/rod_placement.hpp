// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "scenario/placement.hpp"

namespace slurry {

bool has_rods(const Scenario& scenario);

/// Half length of every body's axis without its caps, 0 for spheres [length]: a rod touches as the capsule around it.
std::vector<double> half_axes(const Scenario& scenario, const std::vector<std::int32_t>& groups);

/// place_bodies for scenarios with rods (and spheres among them): listed bodies where they are listed, the others at
/// random without overlap, the longest first; the last ones by pushing.  The same seed gives the same bits.
/// Throws InputError when listed bodies overlap or reach out of the pipe (names them), RefusedError when no room is
/// found.
PlacedBodies place_with_rods(const Scenario& scenario, std::uint64_t seed, double seconds,
                             const PlacementProgress& progress);

}  // namespace slurry
