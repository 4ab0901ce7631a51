// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "slurry/json.hpp"
#include "slurry/options.hpp"

namespace slurry::app {

/// Does the work of `slurry bench access`, the study of access patterns: kernels, maps and sizes of an item. items:
/// only this number of items. Rows are printed as soon as they are measured, unless JSON is written. A Runtime must
/// exist.
Json bench_accesses(std::optional<long> items, Device device, bool show);

}  // namespace slurry::app
