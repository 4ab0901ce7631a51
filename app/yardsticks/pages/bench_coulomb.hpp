// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdio>
#include <vector>

#include "slurry/json.hpp"
#include "yardsticks/measures/bench_coulomb.hpp"

namespace slurry::app {

/// `slurry bench coulomb`: a line an edge on `lines`, each as soon as it is there, with the least times of its counted
/// operations; and the exponent in N that the times of several edges have.  A Runtime must live.
Json bench_crystals(CoulombBenchCase c, const std::vector<int>& edges, std::FILE* lines);

}  // namespace slurry::app
