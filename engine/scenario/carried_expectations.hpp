// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "slurry/scenario.hpp"

namespace slurry {

/// Expectations that all stand in one built-in scenario were copied from there, so that they are told that they were
/// written for that one.
void find_carried_expectations(Scenario& scenario);

}  // namespace slurry
