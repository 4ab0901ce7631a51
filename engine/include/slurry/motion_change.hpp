// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "slurry/scenario.hpp"

namespace slurry {

/// Whether bodies at the same places move differently under the second scenario, because its law of motion or its
/// planned reversal differs. Ends and outputs make no difference. If they move differently, the run continues from its
/// recorded end. Otherwise a step that the end cut short is taken again in full.
bool moves_otherwise(const Scenario& recorded, const Scenario& continued);

}  // namespace slurry
