// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "json.hpp"
#include "slurry/bench_coulomb.hpp"

namespace slurry::app {

/// `slurry bench coulomb`: one line an edge.  A Runtime must live.
Json bench_crystals(const CoulombBenchCase& c, const std::vector<int>& edges);

/// The same for a person, with the exponent in N that the times of several edges have.
void print_crystals(const Json& rows);

}  // namespace slurry::app
