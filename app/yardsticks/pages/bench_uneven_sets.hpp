// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include "slurry/json.hpp"

namespace slurry::app {

/// Does the work of `slurry bench uneven`: compares the CPU time of clustered sets of points with that of a uniform
/// set, at the same number of points and the same reached error. The sums are 1- and 3-periodic, with single and
/// combined layer, at 1e-3 and 1e-6. threads 0: one thread.
Json bench_uneven_sets(std::size_t points, int threads);

/// Prints the rows for the user.
void print_uneven_sets(const Json& rows);

}  // namespace slurry::app
