// SPDX-License-Identifier: BSD-3-Clause
#include "base/execution.hpp"
#include "planning/engines.hpp"
#include "slurry/machine_rates.hpp"
#include "slurry/runtime.hpp"

namespace slurry {

MachineRates measure_rates(Precision precision, Device device) {
  MachineRates found = with_space(
      name_of(device), [&](const auto& space) { return built_in_rates(space.concurrency(), precision, device); });
  for (const Engine& row : engines())
    if (row.measure_rates) row.measure_rates(found);
  found.origin = "measured";
  return found;
}

}  // namespace slurry
