// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "slurry/machine_rates.hpp"

namespace slurry {

/// Measures the rates of grids and of near fields for the precision and the device of `rates`. On entry `rates` holds
/// the built-in rates.
void measure_ewald_rates(MachineRates& rates);

}  // namespace slurry
