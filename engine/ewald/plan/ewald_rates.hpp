// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "slurry/machine_rates.hpp"

namespace slurry {

/// Measures the rates of grids and of near fields for the precision, the device and the threads of `rates`.
void measure_ewald_rates(MachineRates& rates);

}  // namespace slurry
