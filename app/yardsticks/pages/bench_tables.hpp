// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdio>
#include <memory>
#include <optional>

#include "slurry/json.hpp"
#include "slurry/machine_rates.hpp"
#include "slurry/options.hpp"
#include "yardsticks/measures/bench_variants.hpp"

namespace slurry::app {

/// Does the work of `slurry bench tables`: repeats tables 1, 3 and 5 to 11 of Kosmacher et al. 2026 (arXiv 2606.19059)
/// with figures of this machine. It uses the variants and parameters of the paper. The printed figures of an H200 and
/// our own sum at the same reached error stand beside them. Rates are per point. A ratio to a printed rate is given
/// only for sums of the same number of points. A Runtime must exist.
struct BenchTables {
  std::size_t points = 100000;
  int repeats = 3;
  Device device = Device::automatic;
  std::shared_ptr<const MachineRates> rates;
  std::FILE* lines = stdout;                         ///< receives each row as soon as it is measured
  std::optional<MachineCosts> costs = std::nullopt;  ///< costs for the models; if empty, they are measured once
};
Json bench_tables(BenchTables asked);

}  // namespace slurry::app
