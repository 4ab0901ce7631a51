// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/plan/free_box.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "ewald/plan/cost_model.hpp"
#include "ewald/plan/parameter_selection.hpp"
#include "slurry/error.hpp"
#include "summation/free_lengths.hpp"

namespace slurry {

Box box_for_points(const Box& given, const EwaldOptions& options, const SumCounts& counts, const PairCounts& pairs,
                   const std::vector<double>& sources, const std::vector<double>& targets) {
  if (given.periodicity == 3) return given;
  const auto extent = extent_of_points(given, sources, targets).lengths;
  Box wide = given;
  for (int d = std::max(given.periodicity, 0); d < 3; ++d) {
    if (!std::isfinite(extent[d])) return given;  // refused where the points are set
    wide.lengths[d] = std::max(given.lengths[d], extent[d]);
  }
  const double longest = *std::max_element(extent.begin(), extent.end());
  if (!(longest > 0)) return wide;
  const CostModel cost(counts, rates_for(options), false, pairs);
  Box best = wide;
  std::optional<double> best_seconds;
  // cutoffs are chosen by the shortest side: a plane or a line of points takes some room
  for (const double share : {0.25, 0.5}) {
    Box other = given;
    bool differs = false;
    for (int d = std::max(given.periodicity, 0); d < 3; ++d) {
      other.lengths[d] = std::max(extent[d], share * longest);
      differs = differs || std::abs(other.lengths[d] / wide.lengths[d] - 1) > 0.1;
    }
    if (!differs) continue;
    const auto seconds = [&](const Box& box) {
      try {
        return cost.seconds(select_ewald_parameters(box, options, counts, pairs));
      } catch (const InputError&) {  // a side is too short for any grid; where all are, the caller is told
        return std::numeric_limits<double>::infinity();
      }
    };
    if (!best_seconds) best_seconds = seconds(wide);
    const double here = seconds(other);
    if (here >= *best_seconds) continue;
    best_seconds = here;
    best = other;
  }
  return best;
}

}  // namespace slurry
