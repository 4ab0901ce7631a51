// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "slurry/json.hpp"
#include "slurry/options.hpp"

namespace slurry::app {

struct RatesAsked {
  int threads = 0;  ///< number of threads; 0: one thread, and all cores
  Device device = Device::automatic;
  bool redo = false;  ///< true: also measures rates that are already stored
  bool say = true;    ///< true: reports on standard error where the rates are and what is measured
};

/// Does `slurry rates`: returns the stored rates of this machine, and measures and stores missing rates. There is one
/// row per number of threads and precision, or per precision for a device. Throws InputError if the rates cannot be
/// stored.
Json measured_rates(const RatesAsked& asked);

/// Prints the rates for the user.
void print_rates(const Json& rows);

}  // namespace slurry::app
