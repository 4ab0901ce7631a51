// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "slurry/json.hpp"
#include "slurry/options.hpp"

namespace slurry::app {

/// `slurry bench access`: the study of access patterns, kernels by maps by sizes of an item.  items: so many alone.
/// Rows are shown as they come unless they are for JSON.  A Runtime must live.
Json bench_accesses(std::optional<long> items, Device device, bool show);

}  // namespace slurry::app
