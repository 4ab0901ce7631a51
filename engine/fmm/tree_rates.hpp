// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <vector>

#include "fmm/tree_work.hpp"
#include "slurry/machine_rates.hpp"
#include "slurry/stage_times.hpp"
#include "summation/engine.hpp"

namespace slurry::fmm {

/// The rates on which predictions for a tree are based, in seconds of one thread per unit of work. tree_rates.cpp names
/// them.
std::vector<NamedRate> tree_rates();

/// Predicted seconds per stage. rate: returns the seconds per unit of work for a rate, with all threads together.
StageTimes tree_seconds(const TreeParameters& parameters, const TreeWork& work,
                        const std::function<double(const NamedRate&)>& rate);

/// Measures all rates on this machine, with all threads, in about a second. A Runtime must live.
void measure_tree_rates(MachineRates& rates);

}  // namespace slurry::fmm
