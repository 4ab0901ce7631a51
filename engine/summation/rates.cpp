// SPDX-License-Identifier: BSD-3-Clause
#include "summation/rates.hpp"

#include "slurry/runtime.hpp"

namespace slurry {

MachineRates rates_for(const EwaldOptions& options, int threads) {
  const Device device = Runtime::device(options.device);
  const bool usable = options.rates && options.rates->precision == options.precision && options.rates->device == device;
  return usable && !options.deterministic ? *options.rates : built_in_rates(threads, options.precision, device);
}

double rate_of(const MachineRates& rates, std::string_view name, double built_in) {
  const auto at = rates.named.find(name);
  return at == rates.named.end() ? built_in : at->second;
}

}  // namespace slurry
