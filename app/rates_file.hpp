// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "slurry/machine_rates.hpp"

namespace slurry::app {

/// Path of the file of rates: rates.json in the folder SLURRY_CACHE, or else in slurry/ under XDG_CACHE_HOME or
/// ~/.cache. Empty if none of these variables is set.
std::filesystem::path rates_path();

/// Rates from the file. exact: they were measured for this number of threads.
struct StoredRates : MachineRates {
  bool exact = false;
};

/// Returns the rates that `slurry rates` stored for this processor, this build and this precision. If sums of this
/// device run on an accelerator, they are its rates; otherwise they are those for `threads` threads (0: all cores). If
/// there are none for this number of threads, the rates of the nearest number are scaled to it. Returns null if there
/// are none.
/// A file that cannot be used, or that belongs to other machines, counts as missing. say: prints one sentence about it
/// on standard error.
std::shared_ptr<const StoredRates> stored_rates(int threads, Precision precision, Device device = Device::host,
                                                bool say = true);

/// Stores rates in the file. They replace older rates for the same case; all others stay. The file is complete at every
/// moment. Throws InputError if it cannot be written.
void store_rates(const MachineRates& rates);

/// Returns the origin of rates: "built in (slurry rates measures this machine's)", "measured 2026-01-31 on 2 threads"
/// or "... on cuda".
std::string origin_of(const MachineRates* rates);

}  // namespace slurry::app
