// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/stage_model.hpp"

namespace slurry {

/// Seconds per operation and per byte of a space, from loops that do nothing else, fp64: multiply-adds in registers,
/// and sums over a piece of memory that is larger than all caches, that fits L2, that fits L1.  About a second.
template <class Space>
StageCosts measure_stage_costs(const Space& space);

}  // namespace slurry
