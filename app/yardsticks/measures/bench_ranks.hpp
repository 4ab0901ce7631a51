// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "slurry/communicator.hpp"
#include "slurry/options.hpp"
#include "slurry/report.hpp"
#include "slurry/stage_times.hpp"

namespace slurry {

/// One Ewald sum of the combined layer over all ranks, 1-periodic along x, in fp64. Points are uniformly random, and
/// each rank makes those of its slab. Targets are the sources. Every call sorts the points again; planning is not
/// included.
struct RankBenchCase {
  std::size_t points = 100000;  ///< number of points of each rank; strong: of all ranks together
  /// false: the box is one unit cube for each rank, side by side. true: it is one unit cube for all ranks.
  bool strong = false;
  double tolerance = 1e-6;  ///< relative
  int repeats = 3;
  bool checked = true;  ///< the result is compared with a finer sum, which takes about twice the memory
  std::uint64_t seed = 1;
  Device device = Device::automatic;
  std::string wire = "auto";  ///< how arrays travel from device to device: auto, nccl or staged
};

struct RankBenchResult {
  int ranks = 1;
  std::size_t points = 0;   ///< number of points of all ranks
  double seconds = 0;       ///< seconds of a call on the slowest rank, median over the calls
  double plan_seconds = 0;  ///< wall time of tables and transforms
  double reached =
      0;  ///< relative l2 difference from a sum with a thousandth of the tolerance, all targets; 0: unchecked
  StageTimes largest, mean;  ///< stage times of the median call: the largest and the mean over the ranks
  /// part of FFT and IFFT in which arrays travel between devices, largest over the ranks; 0 on hosts
  double travel_seconds = 0;
  double travel_bytes = 0;  ///< bytes that leave a rank in that time, mean over the ranks
  double ghosts = 0;        ///< number of copies of points beside a slab, mean over the ranks
  EwaldParameters parameters;
  Device device = Device::host;
  std::string wire;  ///< how arrays travelled between devices; empty on hosts
};

/// Measures one case. All ranks call it together, and each has a Runtime. Throws InputError on all ranks if a device is
/// missing, or if ranks share one.
RankBenchResult bench_ranks(Communicator& ranks, const RankBenchCase& c);

/// A network between ranks: bytes per second of each rank, seconds of each round, and seconds of each message.
struct RankNetwork {
  double bandwidth = 50e9, latency = 5e-6, message = 2e-6;
};
/// Seconds of a sum by `ranks` ranks with as many points on each (theory/many-ranks.md (S1)): the sum's own time on one
/// rank, and four exchanges of the grid among all ranks. grid: points of the grid that a rank has. Beyond 64 ranks the
/// bandwidth is divided by 1 + log2(ranks/64)/10.
double predicted_rank_seconds(double own_seconds, double grid, int ranks, const RankNetwork& network);

}  // namespace slurry
