// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdio>

#include "json.hpp"
#include "slurry/bench_operations.hpp"

namespace slurry::app {

/// `slurry bench operations`: what single operations and functions take here in fp64 and fp32, a line each on `lines`,
/// beside the printed ones of an H200 (Kosmacher et al. 2026, table 1).  A Runtime must live.
Json bench_single_operations(OperationBenchCase c, std::FILE* lines);

}  // namespace slurry::app
