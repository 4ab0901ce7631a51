// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "slurry/scenario.hpp"

namespace slurry {

/// The text of the scenario without the length of the run and the output. What remains determines bodies, domain,
/// forces and solver.
std::string law_of_motion(Scenario scenario);

/// Whether the bodies of a scenario move by a law that was written down earlier. An older version that knew fewer keys
/// may have written it.
bool moves_by(const std::string& law, const Scenario& scenario);

}  // namespace slurry
