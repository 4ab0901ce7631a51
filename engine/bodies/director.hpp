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

/// Rotates n by the rotation vector w (Rodrigues' formula): by the angle |w| about w.
inline void rotate_director(const double* w, double* n) {
  const double angle = std::sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
  if (angle == 0) return;
  const double k[3] = {w[0] / angle, w[1] / angle, w[2] / angle}, c = std::cos(angle), s = std::sin(angle);
  const double kn = k[0] * n[0] + k[1] * n[1] + k[2] * n[2];
  const double cross[3] = {k[1] * n[2] - k[2] * n[1], k[2] * n[0] - k[0] * n[2], k[0] * n[1] - k[1] * n[0]};
  for (int i = 0; i < 3; ++i) n[i] = c * n[i] + s * cross[i] + (1 - c) * kn * k[i];
}

}  // namespace slurry
