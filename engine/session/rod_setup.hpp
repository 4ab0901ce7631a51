// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "session/simulation.hpp"

namespace slurry {

/// A shear flow goes through the mobility of bodies with directors, which spheres then carry for nothing.
bool has_directors(const Scenario& scenario);

/// Mobility of a scenario for which has_directors(); sense: of its shear flow.  groups: index into its bodies, per
/// body.
std::unique_ptr<Mobility> make_rod_mobility(const Scenario& scenario, const std::vector<std::int32_t>& groups,
                                            const MobilitySetup& sums, double sense, const MakeMobility& make);

/// What the iterative solve of a mobility did, where it has one.
SolveSummary summary_of(const Mobility& mobility);

}  // namespace slurry
