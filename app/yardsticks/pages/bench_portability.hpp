// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdio>
#include <string>
#include <vector>

#include "slurry/json.hpp"

namespace slurry::app {

/// `slurry bench portability`: the performance portability metric of every stage and of whole sums, from what
/// `bench coulomb --json -` and `bench variants --json -` wrote on several machines or in several spaces, one file
/// each. A line each on `lines`.  Throws InputError for a file that is neither, and for measurements of different sums.
Json bench_portability(const std::vector<std::string>& files, std::FILE* lines);

}  // namespace slurry::app
