// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdio>
#include <vector>

#include "slurry/json.hpp"
#include "yardsticks/measures/bench_coulomb.hpp"

namespace slurry::app {

/// Does the work of `slurry bench coulomb`. It prints a line for each edge on `lines` as soon as it is measured, with
/// the least times of the counted operations. It also finds the exponent of N for the times of several edges. A Runtime
/// must exist.
Json bench_crystals(CoulombBenchCase c, const std::vector<int>& edges, std::FILE* lines);

}  // namespace slurry::app
