// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "ewald/sums/nested_ewald.hpp"
#include "slurry/options.hpp"
#include "summation/pair_counts.hpp"
#include "summation/survey.hpp"

namespace slurry {

/// Part of the box that has a finer grid: its corner and the lengths of its edges [length]. An edge is as long as the
/// box if the patch extends around a periodic direction.
struct PatchBox {
  std::array<double, 3> lower{0, 0, 0}, lengths{0, 0, 0};
};

/// Request for a patch, with the cutoff and the margin of its grid.
struct PatchRequest {
  PatchBox box;
  double cutoff = 0;  ///< [length]
  /// from 0, the margin that the window needs beside the patch, to 1, the margin that keeps images away
  double margin = 1;
};

/// Parameters of all levels for one patch, or for two patches from the outer one on. Cutoffs fall from level to level,
/// and the levels share the tolerance. The options must have a relative tolerance, points without a size, and
/// velocities alone.
/// Nothing for another number of patches, if two cutoffs are too close together, or if a cutoff is too long for its
/// box. Throws RefusedError for a tolerance below the floor.
std::optional<NestedParameters> nested_parameters(const Box& box, const EwaldOptions& options, const SumCounts& counts,
                                                  double whole_cutoff, const std::vector<PatchRequest>& patches);

/// Parameters, and the predicted seconds of every stage.
struct NestedPlan {
  NestedParameters parameters;
  StageTimes predicted;
  double margin = 1;  ///< PatchRequest::margin
};

/// The cheapest sum with one or two patches, if its prediction is quicker than that of the sum on one grid (`single`,
/// with the pairs by which it was chosen). every_kind: the cheapest sum for every number of patches and every margin,
/// however slow, for a comparison. points: a survey after both rounds.
std::vector<NestedPlan> nested_plans(const Box& box, const EwaldOptions& options, const SumCounts& counts,
                                     const PairCounts& pairs, const EwaldParameters& single, const Survey& points,
                                     const MachineRates& rates, bool every_kind = false);

}  // namespace slurry
