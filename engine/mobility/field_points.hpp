// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "mobility/point_mobility.hpp"

namespace slurry {

/// Points that are evaluated at once.  all_pairs: sources of a sum over all pairs, so that progress is told about once
/// a second; 0: of a sum by a grid, whose sources are spread anew each time.  images: pairs have periodic images.
inline std::size_t field_points_at_once(std::size_t all_pairs, bool images) {
  if (all_pairs == 0) return most_field_points;
  const double pairs = images ? 3e6 : 3e8;
  return static_cast<std::size_t>(
      std::clamp(pairs / static_cast<double>(all_pairs), 256.0, static_cast<double>(most_field_points)));
}

/// Every so many of the points (M,3), 64 to 127 of many.
inline std::vector<double> some_field_points(std::span<const double> points) {
  const std::size_t count = points.size() / 3, step = std::max<std::size_t>(1, count / 64);
  std::vector<double> some;
  for (std::size_t i = 0; i < count; i += step) some.insert(some.end(), &points[3 * i], &points[3 * i] + 3);
  return some;
}

}  // namespace slurry
