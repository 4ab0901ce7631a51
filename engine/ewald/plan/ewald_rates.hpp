// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "slurry/machine_rates.hpp"

namespace slurry {

/// Measures the rates of grids and of near fields for the precision and the device of `rates`, which are the built-in
/// ones when it is called.
void measure_ewald_rates(MachineRates& rates);

}  // namespace slurry
