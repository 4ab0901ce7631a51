// SPDX-License-Identifier: BSD-3-Clause
#include "summation/free_lengths.hpp"

#include <algorithm>
#include <cmath>

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

}  // namespace slurry
