// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "json.hpp"
#include "slurry/bench_variants.hpp"

namespace slurry::app {

/// `slurry bench variants`: every row of the tables of stages, measured, and modelled where it has a model.
Json bench_stage_variants(const VariantBenchCase& c);

/// The same for a person, a line each.
void print_stage_variants(const Json& found);

}  // namespace slurry::app
