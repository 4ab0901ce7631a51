// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "slurry/options.hpp"
#include "yardsticks/direct_sums/direct_form.hpp"

namespace slurry {

/// Every thread adds up all items and does nothing else: what the order of reading costs.
struct AccessBenchCase {
  DirectKernel kernel = DirectKernel::naive;  ///< not symmetric
  AccessMap map = AccessMap::linear;
  int bytes = 4;  ///< bytes of an item: 4 or 16
  int items = 8192;
  double least_seconds = 0.05;  ///< calls are repeated until they took so long, up to 100 of them
  Device device = Device::automatic;
};

struct AccessBenchRow {
  double seconds = 0;  ///< mean of the calls
  int calls = 0;
  bool compared = false;  ///< with the naive kernel; not for the unordered map, where tiles hold other items
  double difference = 0;  ///< largest, relative to the result
  Device device = Device::host;
};

/// A Runtime must live.  Throws InputError.
AccessBenchRow bench_access(const AccessBenchCase& c);

}  // namespace slurry
