// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "accuracy/pair_counts.hpp"
#include "slurry/options.hpp"
#include "summation/two_level_ewald.hpp"

namespace slurry {

/// Part of the box that takes a finer grid: its corner, and the lengths of its edges, the box length where it goes
/// around [length].
struct CoreBox {
  std::array<double, 3> lower{0, 0, 0}, lengths{0, 0, 0};
};

/// Both levels for cutoffs r_1 < r_2, at 0.7 of the tolerance in the core and 0.5 of it on the whole box.  Nothing
/// where the two are too close together, or where a cutoff is too long for the box.  Relative tolerances, points
/// without a size, velocities alone.
/// margin: between what the window needs beside the core (0) and what keeps images r_2 away (1).
/// Throws RefusedError for a tolerance below the floor.
std::optional<TwoLevelParameters> two_level_parameters(const Box& box, const EwaldOptions& options,
                                                       const SumCounts& counts, const CoreBox& core, double core_cutoff,
                                                       double whole_cutoff, double margin);

/// Predicted seconds of every stage (as CostModel).  core: what is in the core, with the pairs there; others: mean
/// number of sources within the long cutoff, over all targets, of pairs that are not both in the core, and of images of
/// the core's sources.
StageTimes two_level_times(const TwoLevelParameters& p, const MachineRates& rates, const SumCounts& all,
                           const SumCounts& core, const PairCounts& core_pairs, double others);

/// Parameters, and the seconds of every stage that they promise.
struct TwoLevelPlan {
  TwoLevelParameters parameters;
  StageTimes predicted;
};

/// The cheapest sum on two grids, where it promises to be quicker than the sum on one (`single`, with the pairs it was
/// chosen by); nothing else.  sources (N,3), targets (M,3) [length].
std::optional<TwoLevelPlan> plan_two_levels(const Box& box, const EwaldOptions& options, const SumCounts& counts,
                                            const PairCounts& pairs, const EwaldParameters& single,
                                            const std::vector<double>& sources, const std::vector<double>& targets,
                                            const MachineRates& rates);

}  // namespace slurry
