// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "slurry/machine_rates.hpp"

namespace slurry::app {

/// rates.json in SLURRY_CACHE, else in slurry/ under XDG_CACHE_HOME or ~/.cache; empty where none of them is set.
std::filesystem::path rates_path();

/// Rates from the file; exact: for just this number of threads.
struct StoredRates : MachineRates {
  bool exact = false;
};

/// Rates that `slurry rates` stored for this processor, this build and this precision, for `threads` threads (0:
/// all cores; those of the nearest number, shared out, where there are none for just this one), or for the accelerator
/// where sums of this device run on one; null: there are none.
/// A file that cannot be used, or is of other machines, is as good as none; say: one sentence about it goes to standard
/// error.
std::shared_ptr<const StoredRates> stored_rates(int threads, Precision precision, Device device = Device::host,
                                                bool say = true);

/// Stores them beside all others, in place of older ones for the same; the file is whole at every moment.  Throws
/// InputError where it cannot be written.
void store_rates(const MachineRates& rates);

/// "built in (slurry rates measures this machine's)", or "measured 2026-01-31 on 2 threads" or "on cuda".
std::string origin_of(const MachineRates* rates);

}  // namespace slurry::app
