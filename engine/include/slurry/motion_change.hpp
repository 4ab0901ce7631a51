// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "slurry/scenario.hpp"

namespace slurry {

/// Whether bodies at the same places move otherwise under the second scenario: its law of motion or its planned
/// reversal differs. Ends and outputs make no difference. Such a run continues from the end that was recorded. Without
/// a change, a step that the end cut short is taken again in full.
bool moves_otherwise(const Scenario& recorded, const Scenario& continued);

}  // namespace slurry
