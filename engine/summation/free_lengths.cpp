// SPDX-License-Identifier: BSD-3-Clause
#include "summation/free_lengths.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace slurry {

Box extent_of_points(const Box& given, const Survey& points) {
  Box extent = given;
  for (int d = std::max(given.periodicity, 0); d < 3; ++d) {
    const auto at = std::size_t(d);
    extent.lengths[at] = points.finite(d) ? (points.highest()[at] - points.lowest()[at]) * (1 + 1e-12)
                                          : std::numeric_limits<double>::infinity();
  }
  return extent;
}

Box spread_of_points(const Box& given, const Survey& points) {
  Box spread = given;
  for (int d = std::max(given.periodicity, 0); d < 3; ++d)
    spread.lengths[std::size_t(d)] = std::sqrt(6 * points.mean_square_distance(d));
  return spread;
}

}  // namespace slurry
