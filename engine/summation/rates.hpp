// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "slurry/machine_rates.hpp"
#include "slurry/options.hpp"

namespace slurry {

/// The rates that options ask for: the built-in ones of `threads` threads where none are given for this precision and
/// the device that the sum runs on, and in deterministic sums always, so that no choice depends on the clock.  Throws
/// InputError for a device that is not there.
MachineRates rates_for(const EwaldOptions& options, int threads = 1);

}  // namespace slurry
