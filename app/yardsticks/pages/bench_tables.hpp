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

/// `slurry bench tables`: tables 1, 3 and 5 to 11 of Kosmacher et al. 2026 (arXiv 2606.19059) in this machine's
/// figures, by their variants and with their parameters, the printed ones of an H200 beside them, and our own sum at
/// the same reached error.  Rates are per point; a ratio to the printed rate stands beside sums of as many points
/// alone.  A Runtime must live.
struct BenchTables {
  std::size_t points = 100000;
  int repeats = 3;
  Device device = Device::automatic;
  std::shared_ptr<const MachineRates> rates;
  std::FILE* lines = stdout;                         ///< where each row is printed as soon as it is there
  std::optional<MachineCosts> costs = std::nullopt;  ///< for the models; empty: they are measured, once for all tables
};
Json bench_tables(BenchTables asked);

}  // namespace slurry::app
