// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "ewald/plan/ewald_memory.hpp"
#include "slurry/report.hpp"

namespace slurry {

/// Bytes of memory that a RankedEwald takes at most on rank 0, which has all points and results, for points that are
/// spread evenly. The other ranks take less. load: the load of the whole sum. The caller's positions, densities and
/// results are not included. threads: number of threads of each rank. The function allocates nothing.
double ranked_memory(const EwaldParameters& parameters, const EwaldLoad& load, int threads, int ranks);

}  // namespace slurry
