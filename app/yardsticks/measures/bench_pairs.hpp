// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "slurry/options.hpp"
#include "yardsticks/measures/bench_variants.hpp"

namespace slurry {

/// The loops over cells of Kosmacher et al. 2026 with every pair function, over sources per cell: figure 6 there, which
/// has one loop and three of the functions.  Random points of the unit cube, periodic in one direction.
struct PairBenchCase {
  std::size_t points = 100000;
  std::vector<double> per_cell{16, 32, 64, 128, 256, 512};  ///< s = N r_c^3
  double tolerance = 1e-4;  ///< tolerance of the published rules, for the split of the Ewald pairs
  Precision precision = Precision::fp64;
  int repeats = 3;
  std::uint64_t seed = 1;
  Device device = Device::automatic;
  /// Told of what is there so far: once before the first row, and after each.
  std::function<void(const struct PairBenchResult&)> row_done = nullptr;
};

struct PairBenchRow {
  double per_cell = 0;
  std::string pair;     ///< "free Poisson", "free Stokeslet", "Ewald Stokes", "Ewald Stokes, rational", "Ewald charges"
  std::string loop;     ///< GM-1D, SM-1D, GM-2D, SM-2D
  std::string refused;  ///< why it cannot be done; else empty
  double seconds = 0;   ///< seconds of the loop alone, the quickest call
  double difference = 0;    ///< difference of its sums from those of GM-1D, relative l2
  double pair_flops = 0;    ///< C: of a pair within the cutoff, functions as table 1 there weighs them
  double useful_flops = 0;  ///< operations of pairs within the cutoff only
  ModelFigures model;
};

struct PairBenchResult {
  std::vector<PairBenchRow> rows;
  MachineCosts costs;
  Device device = Device::host;
  std::string space;  ///< Kokkos space
  int threads = 1;    ///< threads of the host; on a device 0
};

/// A Runtime must live.  Throws InputError where a number of sources per cell makes a cutoff of more than half the box.
PairBenchResult bench_pairs(const PairBenchCase& c);

}  // namespace slurry
