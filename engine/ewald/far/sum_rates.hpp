// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "slurry/machine_rates.hpp"

namespace slurry {

/// Seconds of wall time per unit of work of an Ewald sum with one layer, for all threads together. The units of work
/// are defined in ewald/plan/cost_model.cpp.
struct EwaldRates {
  double sort = 0;  ///< sorting into cells: per point
  /// Near field of the sources on themselves: pair + pair_degree * degree seconds for each source that may be near a
  /// vector of targets (on a device: near one target).
  double pair = 0, pair_degree = 0;
  double row = 0;                       ///< near field: per row of cells that a vector of targets (or target) visits
  double spread_number = 0;             ///< P2G: per number of the grid
  double spread_point = 0, spread = 0;  ///< P2G: per source; per source and vector of grid numbers
  double fft = 0, ifft = 0;             ///< per complex number and unit of log2(length)
  double multiply = 0;                  ///< CNV: per complex number
  double gather_number = 0;             ///< G2P: per number of the grid
  double gather_point = 0, gather = 0;  ///< G2P: per target; per target and vector of grid numbers
};

/// Rates of the Ewald sums of one machine, for every layer that has rates of its own.
class EwaldMachine {
 public:
  /// Takes the rates that were measured, and built-in rates in place of those that were not. The built-in rates of a
  /// host are the least times of many calls on one AVX-512 core (Xeon, about 2.1 GHz, gcc 12, -O3 -march=native) with
  /// 5,000 to 100,000 points; more threads share the work. The choice of parameters depends only on their ratios. The
  /// built-in rates of a device are medians of 750 sums of 1,000 to 1,000,000 points on one H100 (nvcc 13). Nine of ten
  /// of these sums take the predicted time within a factor of 1.3.
  EwaldMachine(const MachineRates& rates);  // NOLINT: every machine's rates say what these sums take

  /// Rates of a layer. The double layer uses the rates of the combined layer.
  const EwaldRates& of(Layer layer) const;
  /// Writes all rates as named rates.
  void store(MachineRates& rates) const;

  Device device = Device::host;
  double spare_targets = 0, launch = 0;  ///< as in MachineRates
  static constexpr std::array layers{Layer::single, Layer::combined, Layer::coulomb};
  std::array<EwaldRates, layers.size()> rates;  ///< in the order of `layers`
};

/// All rates with their names in MachineRates::named, such as "ewald/single/pair", and with the seconds that are built
/// in for one thread of a host in fp64.
std::vector<std::pair<std::string_view, double>> ewald_rate_names();

}  // namespace slurry
