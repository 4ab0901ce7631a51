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

}  // namespace slurry
