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
  double intensity = 0;  ///< operations per byte, as its model counts both, without caches
  double rate = 0;       ///< operations per second, as its model counts them
};

/// Points of all variants that are measured and counted.  Variants that differ by the shape of their teams only have
/// one point.
std::vector<RooflinePoint> roofline_points(const std::vector<VariantEntry>& entries);

/// The lower of both roofs [operations/s].
double attainable(const MachineCosts& costs, double intensity);
/// Operations per byte where both roofs meet.
double ridge(const MachineCosts& costs);

}  // namespace slurry::ui
