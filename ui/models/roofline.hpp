// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "models/variant_list.hpp"

namespace slurry::ui {

/// A measured variant in a roofline plot (Williams, Waterman & Patterson, Commun. ACM 52 (2009) 65).
struct RooflinePoint {
  std::string stage, variant;
  bool own = false, in_use = false;
  double intensity = 0;  ///< operations per byte, both counted by the variant's model, without caches
  double rate = 0;       ///< operations per second, counted by the variant's model
};

/// Points of all variants that are measured and whose operations are counted. Variants that differ only by the shape of
/// their teams have one point together.
std::vector<RooflinePoint> roofline_points(const std::vector<VariantEntry>& entries);

/// Height of the lower roof at this intensity [operations/s].
double attainable(const MachineCosts& costs, double intensity);
/// Intensity at which both roofs meet [operations per byte].
double ridge(const MachineCosts& costs);

}  // namespace slurry::ui
