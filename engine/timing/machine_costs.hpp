// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/stage_model.hpp"

namespace slurry {

/// Seconds per operation and per byte of a space, from loops that do nothing else: multiply-adds of Real in registers,
/// sums over a piece of memory that is larger than all caches, that fits L2, that fits L1; of a host polynomials of one
/// number after another, and atomic additions of Real to neighbours in memory, twelve at a time.  About a second.
template <class Real, class Space>
StageCosts measure_stage_costs(const Space& space);

}  // namespace slurry
