// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "constraint/body_mobility.hpp"
#include "slurry/scenario.hpp"

namespace slurry {

/// Whether the state of the bodies has directors. Rods need them. Spheres in a shear also carry them, at no cost.
bool has_directors(const Scenario& scenario);

/// Setup from which the mobility of a scenario is made. groups: for each body its index into the bodies of the
/// scenario.
BodyMobilitySetup body_setup(const Scenario& scenario, const std::vector<std::int32_t>& groups,
                             const Surroundings& surroundings);

}  // namespace slurry
