// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdio>
#include <string>
#include <vector>

#include "slurry/json.hpp"

namespace slurry::app {

/// Does the work of `slurry bench portability`: the metric of performance portability for every stage and for whole
/// sums. It reads files that `bench coulomb --json -` and `bench variants --json -` wrote, one for each machine or
/// space. It prints its lines on `lines`. Throws InputError for any other file, and for measurements of different sums.
Json bench_portability(const std::vector<std::string>& files, std::FILE* lines);

}  // namespace slurry::app
