// SPDX-License-Identifier: BSD-3-Clause
#include "models/roofline.hpp"

#include <algorithm>

namespace slurry::ui {

std::vector<RooflinePoint> roofline_points(const std::vector<VariantEntry>& entries) {
  std::vector<RooflinePoint> points;
  for (const VariantEntry& e : entries)
    if (e.model && e.alone > 0 && e.base().empty())
      points.push_back({e.stage, e.variant, e.own, e.in_use, e.model->intensity, e.model->flop_count / e.alone});
  return points;
}

double attainable(const MachineCosts& costs, double intensity) {
  return std::min(costs.flops_per_second, costs.bytes_per_second * intensity);
}

double ridge(const MachineCosts& costs) {
  return costs.flops_per_second / costs.bytes_per_second;
}

}  // namespace slurry::ui
