// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/stage_model.hpp"
#include "slurry/options.hpp"
#include "slurry/stage_survey.hpp"

namespace slurry {

/// Measures the seconds per operation and per byte of a space, in about a second. Each loop does only one kind of work.
/// There are multiply-adds of Real in registers, and sums over memory that is larger than all caches, that fits L2, and
/// that fits L1. There are atomic additions of Real to neighbours in memory, twelve at a time. On the host there are
/// also polynomials of one number after another.
template <class Real, class Space>
StageCosts measure_stage_costs(const Space& space);

/// Measures the costs of a device in about a second. A Runtime must live.
MachineCosts measure_machine_costs(Device device, Precision precision = Precision::fp64);

/// The measured speeds as times, for the models of stages.
StageCosts stage_costs(const MachineCosts& measured);

}  // namespace slurry
