// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include "slurry/json.hpp"
#include "slurry/options.hpp"
#include "slurry/stage_variants.hpp"

namespace slurry::app {

/// `slurry bench ewald` and `stages`: points per CPU second of sums, with the reached error beside every rate; wall
/// milliseconds, predicted and measured, stage by stage.  More than one thread of the host: the quickest call on one
/// thread beside the quickest on all, from calls that took turns.  On a device every call includes the way of points
/// and results.  To be called before this process starts a Runtime.
Json bench_sums(std::size_t points, int threads, Device device, const StageVariantNames& variants);

/// Prints the rows for the user; stages: with a line for each stage.
void print_sums(const Json& rows, bool stages);

}  // namespace slurry::app
