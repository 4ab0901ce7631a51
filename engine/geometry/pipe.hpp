// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

namespace slurry {

/// Circular periodic pipe along x. Its axis is at y = z = 0.
struct Pipe {
  double radius = 1;  ///< R [length]
  double length = 1;  ///< period L [length]

  double distance_from_axis(double y, double z) const { return std::hypot(y, z); }
  /// Distance of a point from the wall [length]. It is negative outside of the pipe.
  double distance_to_wall(double y, double z) const { return radius - std::hypot(y, z); }
  double cross_section() const { return 3.14159265358979323846 * radius * radius; }
  /// Returns x wrapped into [0, L).
  double wrap(double x) const {
    const double w = x - length * std::floor(x / length);
    return w < length ? w : 0.0;  // rounding of a tiny negative x
  }
};

}  // namespace slurry
