// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "slurry/scenario.hpp"

namespace slurry {

/// Finds expectations that were copied from a built-in scenario. If all of them stand in the same built-in scenario,
/// each is marked as written for that scenario.
void find_carried_expectations(Scenario& scenario);

}  // namespace slurry
