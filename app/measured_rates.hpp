// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "slurry/json.hpp"
#include "slurry/options.hpp"

namespace slurry::app {

struct RatesAsked {
  int threads = 0;  ///< 0: one, and all cores
  Device device = Device::automatic;
  bool redo = false;  ///< measure what is stored already
  bool say = true;    ///< where they are and what is done, on standard error
};

/// `slurry rates`: the stored rates of this machine; those that are missing are measured and stored.  One row per
/// number of threads and precision, or of the device per precision.  Throws InputError where they cannot be stored.
Json measured_rates(const RatesAsked& asked);

/// Prints the rates for the user.
void print_rates(const Json& rows);

}  // namespace slurry::app
