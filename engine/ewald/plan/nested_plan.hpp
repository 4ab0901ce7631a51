// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "ewald/sums/nested_ewald.hpp"
#include "slurry/options.hpp"
#include "summation/pair_counts.hpp"

namespace slurry {

/// Part of the box that takes a finer grid: its corner, and the lengths of its edges, the box length where it goes
/// around [length].
struct PatchBox {
  std::array<double, 3> lower{0, 0, 0}, lengths{0, 0, 0};
};

/// A patch to be, with the cutoff and the margin that its grid is to have.
struct PatchRequest {
  PatchBox box;
  double cutoff = 0;  ///< [length]
  double margin = 1;  ///< between what the window needs beside the patch (0) and what keeps images away (1)
};

/// The parameters of all levels for one patch, or for two from the outer one on, and for falling cutoffs; the tolerance
/// is shared among them.
/// Nothing for another number of patches, where two cutoffs are too close together, or where one is too long for its
/// box. Relative tolerances, points without a size, velocities alone. Throws RefusedError for a tolerance below the
/// floor.
std::optional<NestedParameters> nested_parameters(const Box& box, const EwaldOptions& options, const SumCounts& counts,
                                                  double whole_cutoff, const std::vector<PatchRequest>& patches);

/// Parameters, and the seconds of every stage that they promise.
struct NestedPlan {
  NestedParameters parameters;
  StageTimes predicted;
  double margin = 1;  ///< PatchRequest::margin
};

/// The cheapest sum with one patch or two, alone, where it promises to be quicker than the sum on one (`single`, with
/// the pairs it was chosen by).  every_kind: the cheapest of every number of patches and every margin, however slow,
/// for a comparison.  sources (N,3), targets (M,3) [length].
std::vector<NestedPlan> nested_plans(const Box& box, const EwaldOptions& options, const SumCounts& counts,
                                     const PairCounts& pairs, const EwaldParameters& single,
                                     const std::vector<double>& sources, const std::vector<double>& targets,
                                     const MachineRates& rates, bool every_kind = false);

}  // namespace slurry
