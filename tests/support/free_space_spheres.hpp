// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <numbers>
#include <span>

namespace slurry::testing_support {

/// Rotne-Prager velocities of equal spheres in free space, written for the tests alone (theory/rotne-prager.md (R1)).
/// positions, forces (N,3) -> velocities (N,3).
inline void free_space_spheres(std::span<const double> x, std::span<const double> f, double a, double viscosity,
                               std::span<double> v) {
  const std::size_t n = x.size() / 3;
  const double mu0 = 1 / (6 * std::numbers::pi * viscosity * a);
  for (std::size_t i = 0; i < n; ++i) {
    double u[3] = {f[3 * i], f[3 * i + 1], f[3 * i + 2]};
    for (std::size_t j = 0; j < n; ++j) {
      if (j == i) continue;
      double d[3], r2 = 0, dot = 0;
      for (int k = 0; k < 3; ++k) {
        d[k] = x[3 * i + k] - x[3 * j + k];
        r2 += d[k] * d[k];
      }
      const double r = std::sqrt(r2), s = r / a;
      for (int k = 0; k < 3; ++k) dot += d[k] * f[3 * j + k] / r;
      const double one = s >= 2 ? 0.75 / s + 0.5 / (s * s * s) : 1 - 9 * s / 32;
      const double along = s >= 2 ? 0.75 / s - 1.5 / (s * s * s) : 3 * s / 32;
      for (int k = 0; k < 3; ++k) u[k] += one * f[3 * j + k] + (r > 0 ? along * dot * d[k] / r : 0);
    }
    for (int k = 0; k < 3; ++k) v[3 * i + k] = mu0 * u[k];
  }
}

}  // namespace slurry::testing_support
