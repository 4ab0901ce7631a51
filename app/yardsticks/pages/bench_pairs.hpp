// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdio>

#include "slurry/json.hpp"
#include "yardsticks/measures/bench_pairs.hpp"

namespace slurry::app {

/// Does the work of `slurry bench pairs`: the data of figure 6 of Kosmacher et al. 2026. Each line is printed on
/// `lines` as soon as it is measured. A Runtime must exist.
Json bench_pair_functions(PairBenchCase c, std::FILE* lines);

}  // namespace slurry::app
