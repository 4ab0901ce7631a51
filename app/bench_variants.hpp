// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdio>

#include "json.hpp"
#include "slurry/bench_variants.hpp"

namespace slurry::app {

/// `slurry bench variants`: every row of the tables of stages, measured, and modelled where it has a model.  Each is
/// printed on `lines` as soon as it is there.
Json bench_stage_variants(VariantBenchCase c, std::FILE* lines);

}  // namespace slurry::app
