// SPDX-License-Identifier: BSD-3-Clause
#include "planning/free_box.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "planning/cost_model.hpp"
#include "planning/parameter_selection.hpp"
#include "slurry/error.hpp"

namespace slurry {

Box extent_of_points(const Box& given, const std::vector<double>& sources, const std::vector<double>& targets) {
  Box extent = given;
  for (int d = std::max(given.periodicity, 0); d < 3; ++d) {
    double lower = sources[d], upper = sources[d];
    for (const auto* points : {&sources, &targets})
      for (std::size_t i = d; i < points->size(); i += 3) {
        lower = std::min(lower, (*points)[i]);
        upper = std::max(upper, (*points)[i]);
      }
    extent.lengths[d] = (upper - lower) * (1 + 1e-12);
  }
  return extent;
}

Box spread_of_points(const Box& given, const std::vector<double>& sources, const std::vector<double>& targets) {
  Box spread = given;
  for (int d = std::max(given.periodicity, 0); d < 3; ++d) {
    const double origin = sources[d];
    double mean[2] = {0, 0}, square[2] = {0, 0};
    const std::vector<double>* const points[2] = {&sources, &targets};
    for (int k = 0; k < 2; ++k) {
      const double count = double(points[k]->size() / 3);
      for (std::size_t i = d; i < points[k]->size(); i += 3) {
        const double x = (*points[k])[i] - origin;
        mean[k] += x / count;
        square[k] += x * x / count;
      }
    }
    spread.lengths[d] = std::sqrt(6 * std::max(0.0, square[0] + square[1] - 2 * mean[0] * mean[1]));
  }
  return spread;
}

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
