// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <vector>

#include "fmm/tree_work.hpp"
#include "slurry/machine_rates.hpp"
#include "slurry/stage_times.hpp"
#include "summation/engine.hpp"

namespace slurry::fmm {

/// The rates that predictions for a tree rest on, in seconds of one thread per unit of work (tree_rates.cpp says
/// which).
std::vector<NamedRate> tree_rates();

/// Seconds per stage.  rate: seconds per unit of work of a rate, all threads together.
StageTimes tree_seconds(const TreeParameters& parameters, const TreeWork& work,
                        const std::function<double(const NamedRate&)>& rate);

/// Measures all of them on this machine, with all threads, in about a second; a Runtime must live.
void measure_tree_rates(MachineRates& rates);

}  // namespace slurry::fmm
