// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include "slurry/json.hpp"

namespace slurry::app {

/// `slurry bench uneven`: CPU time of clustered sets of points beside that of an even one, at equal numbers of points
/// and equal reached errors; 1- and 3-periodic, single and combined layer, 1e-3 and 1e-6.  threads 0: one.
Json bench_uneven_sets(std::size_t points, int threads);

/// Prints the rows for the user.
void print_uneven_sets(const Json& rows);

}  // namespace slurry::app
