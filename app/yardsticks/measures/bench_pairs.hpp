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

/// The loops over cells of Kosmacher et al. 2026 with every pair function, as a function of the number of sources per
/// cell. Figure 6 of the paper shows one loop and three of the functions. Points are random in the unit cube, which is
/// periodic in one direction.
struct PairBenchCase {
  std::size_t points = 100000;
  std::vector<double> per_cell{16, 32, 64, 128, 256, 512};  ///< s = N r_c^3
  double tolerance = 1e-4;  ///< tolerance of the published rules, for the split of the Ewald pairs
  Precision precision = Precision::fp64;
  int repeats = 3;
  std::uint64_t seed = 1;
  Device device = Device::automatic;
  /// Receives the rows that are finished: once before the first row, and after each row.
  std::function<void(const struct PairBenchResult&)> row_done = nullptr;
};

struct PairBenchRow {
  double per_cell = 0;
  std::string pair;     ///< "free Poisson", "free Stokeslet", "Ewald Stokes", "Ewald Stokes, rational", "Ewald charges"
  std::string loop;     ///< GM-1D, SM-1D, GM-2D, SM-2D
  std::string refused;  ///< reason why it cannot be done; empty: it can
  double seconds = 0;   ///< seconds of the loop alone, the quickest call
  double difference = 0;    ///< difference of its sums from those of GM-1D, relative l2
  double pair_flops = 0;    ///< C: operations of a pair within the cutoff, weighted as in table 1 of the paper
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

/// Times all rows. A Runtime must exist. Throws InputError if a number of sources per cell makes a cutoff of more than
/// half the box.
PairBenchResult bench_pairs(const PairBenchCase& c);

}  // namespace slurry
