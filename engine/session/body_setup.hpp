// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "constraint/body_mobility.hpp"
#include "slurry/scenario.hpp"

namespace slurry {

/// Bodies whose state has directors: rods, and spheres in a shear, which carry them for nothing.
bool has_directors(const Scenario& scenario);

/// What the mobility of a scenario is made for.  groups: index into its bodies, per body.
BodyMobilitySetup body_setup(const Scenario& scenario, const std::vector<std::int32_t>& groups,
                             const Surroundings& surroundings);

}  // namespace slurry
