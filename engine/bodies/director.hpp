// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>
#include <span>

// The axis of an axisymmetric body is a unit vector n. A quaternion would contain a spin about n, which has no effect.
namespace slurry {

/// Scales every vector to length 1. Zero vectors are left unchanged.
///
/// A director is stepped like a position, n + dt (combination of slopes), and normalised at every stage. The slopes
/// depend on n/|n| only, so a Runge-Kutta or multistep method keeps its order. A rotation by the combined angular
/// velocities (Rodrigues' formula) would not keep an order above two, because rotations do not commute.
inline void normalise_directors(std::span<double> n) {
  for (std::size_t i = 0; i + 2 < n.size(); i += 3) {
    const double length = std::sqrt(n[i] * n[i] + n[i + 1] * n[i + 1] + n[i + 2] * n[i + 2]);
    if (length > 0)
      for (std::size_t c = 0; c < 3; ++c) n[i + c] /= length;
  }
}

}  // namespace slurry
