// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "slurry/machine_rates.hpp"
#include "slurry/options.hpp"

namespace slurry {

/// The rates that options ask for. The built-in rates of `threads` threads are used if no rates are given for this
/// precision and for the device of the sum. They are always used in deterministic sums, so that no choice depends on
/// the clock. Throws InputError for a device that does not exist.
MachineRates rates_for(const EwaldOptions& options, int threads = 1);

}  // namespace slurry
