// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "fmm/tree_work.hpp"
#include "slurry/machine_rates.hpp"
#include "slurry/stage_times.hpp"
#include "summation/engine.hpp"

namespace slurry::fmm {

/// The rates on which predictions for a tree are based, in seconds of one thread per unit of work. tree_rates.cpp names
/// them.
std::vector<NamedRate> tree_rates();

/// Predicted seconds per stage on the device of the rates. Rates that were not measured are the built-in ones.
StageTimes tree_seconds(const TreeParameters& parameters, const TreeWork& work, const MachineRates& rates);

/// Measures all rates on the device of `rates`, with all threads, in a few seconds. A Runtime must live.
void measure_tree_rates(MachineRates& rates);

}  // namespace slurry::fmm
