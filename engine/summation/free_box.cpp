// SPDX-License-Identifier: BSD-3-Clause
#include "summation/free_box.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "accuracy/cost_model.hpp"
#include "summation/spectral_ewald.hpp"

namespace slurry {
namespace {

/// Extent of all points along the free directions; infinite or NaN where a position is.
std::array<double, 3> extent_of(const Box& box, const std::vector<double>& sources,
                                const std::vector<double>& targets) {
  std::array<double, 3> extent = box.lengths;
  for (int d = std::max(box.periodicity, 0); d < 3; ++d) {
    double lower = sources[d], upper = sources[d];
    for (const auto* points : {&sources, &targets})
      for (std::size_t i = d; i < points->size(); i += 3) {
        lower = std::min(lower, (*points)[i]);
        upper = std::max(upper, (*points)[i]);
      }
    extent[d] = (upper - lower) * (1 + 1e-12);
  }
  return extent;
}

}  // namespace

Box box_for_points(const Box& given, const EwaldOptions& options, const SumCounts& counts, const PairCounts& pairs,
                   const std::vector<double>& sources, const std::vector<double>& targets) {
  if (given.periodicity == 3) return given;
  const auto extent = extent_of(given, sources, targets);
  Box wide = given, tight = given;
  // a plane or a line of points keeps some room: cutoffs are chosen by the shortest side
  const double least = 0.25 * *std::max_element(extent.begin(), extent.end());
  bool shrunk = false;
  for (int d = std::max(given.periodicity, 0); d < 3; ++d) {
    if (!std::isfinite(extent[d])) return given;  // refused where the points are set
    wide.lengths[d] = std::max(given.lengths[d], extent[d]);
    tight.lengths[d] = std::min(wide.lengths[d], std::max(extent[d], least));
    shrunk = shrunk || (tight.lengths[d] > 0 && tight.lengths[d] < 0.9 * wide.lengths[d]);
  }
  if (!shrunk || !(least > 0)) return wide;
  const CostModel cost(counts, rates_for(options), false, pairs);
  const auto seconds = [&](const Box& box) {
    return cost.seconds(select_ewald_parameters(box, options, counts, pairs));
  };
  return seconds(tight) < seconds(wide) ? tight : wide;
}

}  // namespace slurry
