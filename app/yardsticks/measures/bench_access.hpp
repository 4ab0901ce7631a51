// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "slurry/options.hpp"
#include "yardsticks/direct_sums/direct_form.hpp"

namespace slurry {

/// Every thread adds up all items and does nothing else. The time shows what the order of reading costs.
struct AccessBenchCase {
  DirectKernel kernel = DirectKernel::naive;  ///< any kernel but the symmetric one
  AccessMap map = AccessMap::linear;
  int bytes = 4;  ///< bytes of an item: 4 or 16
  int items = 8192;
  double least_seconds = 0.05;  ///< calls are repeated for this long, but at most 100 times
  Device device = Device::automatic;
};

struct AccessBenchRow {
  double seconds = 0;  ///< mean time of a call
  int calls = 0;
  bool compared = false;  ///< compared with the naive kernel; not for the unordered map, where tiles have other items
  double difference = 0;  ///< largest difference from the naive kernel, relative to the result
  Device device = Device::host;
};

/// Times one case. A Runtime must exist. Throws InputError.
AccessBenchRow bench_access(const AccessBenchCase& c);

}  // namespace slurry
