// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdio>

#include "slurry/json.hpp"
#include "yardsticks/measures/bench_variants.hpp"

namespace slurry::app {

/// Does the work of `slurry bench variants`: measures every row of the tables of stages, and predicts those rows that
/// have a model. Each row is printed on `lines` as soon as it is measured.
Json bench_stage_variants(VariantBenchCase c, std::FILE* lines);
/// Compares the models with measurements for 32 to 512 sources per cell and windows of 4 to 14 points. It prints by how
/// much each model is off, and how much slower the row that a sum would choose is than the quickest row. There is one
/// line for each case, and a line with both figures for all cases.
Json bench_variant_models(VariantBenchCase c, std::FILE* lines);
/// Times whole sums with the published stages and rules as a function of the sources per cell, beside the times that
/// the models predict. It also prints how much slower the sum that the models choose is than the quickest one.
Json bench_published_cutoffs(VariantBenchCase c, std::FILE* lines);

}  // namespace slurry::app
