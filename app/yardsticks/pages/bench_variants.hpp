// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdio>

#include "slurry/json.hpp"
#include "yardsticks/measures/bench_variants.hpp"

namespace slurry::app {

/// `slurry bench variants`: every row of the tables of stages, measured, and modelled where it has a model.  Each is
/// printed on `lines` as soon as it is there.
Json bench_stage_variants(VariantBenchCase c, std::FILE* lines);
/// The models over 32 to 512 sources per cell and windows of 4 to 14 points: how far they are off, and how much slower
/// than the quickest row the one is that a sum takes; a line each and both for all of them.
Json bench_variant_models(VariantBenchCase c, std::FILE* lines);
/// Whole sums by the published stages and rules over sources per cell, beside what their models expect, and how much
/// slower the one is that the models choose than the quickest.
Json bench_published_cutoffs(VariantBenchCase c, std::FILE* lines);

}  // namespace slurry::app
