// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include "slurry/json.hpp"
#include "slurry/options.hpp"
#include "slurry/stage_variants.hpp"

namespace slurry::app {

/// Does the work of `slurry bench ewald` and `stages`. The figures are points per CPU second of the sums, each with the
/// reached error, and predicted and measured wall milliseconds of every stage. For more than one thread of the host,
/// the quickest call on one thread stands beside the quickest call on all threads; the calls take turns. On a device
/// every call includes the copying of points and results. Call it before this process starts a Runtime.
Json bench_sums(std::size_t points, int threads, Device device, const StageVariantNames& variants);

/// Prints the rows for the user. stages: also prints a line for each stage.
void print_sums(const Json& rows, bool stages);

}  // namespace slurry::app
