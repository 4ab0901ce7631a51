// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "slurry/scenario.hpp"

namespace slurry {

/// The scenario's text without how long it runs and what comes out: what bodies, domain, forces and solver are.
std::string law_of_motion(Scenario scenario);

/// Whether bodies move by a law that was written down, perhaps by an older version that knew fewer keys.
bool moves_by(const std::string& law, const Scenario& scenario);

}  // namespace slurry
