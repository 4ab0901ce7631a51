// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "slurry/machine_rates.hpp"

namespace slurry {

/// Measures the seconds of a pair in free space and with images in one periodic direction, on the device of `rates`.
void measure_direct_rates(MachineRates& rates);

}  // namespace slurry
