// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

#include "slurry/machine_rates.hpp"
#include "slurry/options.hpp"

namespace slurry {

/// The rates that options ask for. The built-in rates of `threads` threads are used if no rates are given for this
/// precision and for the device of the sum. They are always used in deterministic sums, so that no choice depends on
/// the clock. Throws InputError for a device that does not exist.
MachineRates rates_for(const EwaldOptions& options, int threads = 1);

/// The rate of this name that was measured [s per unit of work]; otherwise `built_in`.
double rate_of(const MachineRates& rates, std::string_view name, double built_in);

/// Seconds that a built-in rate of 1 ns of one thread means for these rates, whose threads share the work.
inline double built_in_unit(const MachineRates& rates) {
  return 1e-9 / rates.threads;
}

}  // namespace slurry
