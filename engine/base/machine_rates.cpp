// SPDX-License-Identifier: BSD-3-Clause
#include "slurry/machine_rates.hpp"

namespace slurry {

MachineRates built_in_rates(int threads, Precision precision, Device device) {
  MachineRates m;
  m.precision = precision;
  m.device = device;
  m.threads = device == Device::host ? threads : 1;
  if (device != Device::host) {
    m.spare_targets = 1e5;
    m.launch = 10e-6;
  }
  return m;
}

}  // namespace slurry
