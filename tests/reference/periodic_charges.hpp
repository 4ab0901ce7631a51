// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "reference/image_sums.hpp"
#include "reference/pairs.hpp"

// Slow truth of three periodic directions for charges in a uniform background; no engine code.
namespace slurry::reference {

/// Gradient of the sum of charge/r over all images, k = 0 dropped: the classical Ewald sum (Ewald 1921) in extended
/// precision.  The charge is f_x.
inline std::vector<Real> periodic_potential_slope(const Suspension& p, const std::array<double, 3>& box) {
  const Real pi = std::numbers::pi_v<Real>, xi = 6, volume = Real(box[0]) * box[1] * box[2];
  const int images = 2, modes = 16;  // exp(-(2 xi)^2/...) and exp(-(2 pi modes/(2 xi))^2) are below 1e-25
  std::vector<Real> u(p.targets.size(), 0);
  for (std::size_t t = 0; t < p.target_count(); ++t)
    for (std::size_t s = 0; s < p.source_count(); ++s) {
      const Real charge = p.density(s).f[0];
      Real d[3];
      for (int c = 0; c < 3; ++c) {
        d[c] = Real(p.targets[3 * t + c]) - p.sources[3 * s + c];
        d[c] -= box[c] * std::rint(d[c] / box[c]);
      }
      for (int i = -images; i <= images; ++i)
        for (int j = -images; j <= images; ++j)
          for (int l = -images; l <= images; ++l) {
            const Real r[3] = {d[0] + i * Real(box[0]), d[1] + j * Real(box[1]), d[2] + l * Real(box[2])};
            const Real r2 = dot(r, r), length = std::sqrt(r2);
            const Real slope =
                std::erfc(xi * length) / (r2 * length) + 2 * xi / std::sqrt(pi) * std::exp(-xi * xi * r2) / r2;
            for (int c = 0; c < 3; ++c) u[3 * t + c] -= charge * slope * r[c];
          }
      for (int i = -modes; i <= modes; ++i)
        for (int j = -modes; j <= modes; ++j)
          for (int l = -modes; l <= modes; ++l) {
            if (i == 0 && j == 0 && l == 0) continue;
            const Real k[3] = {2 * pi * i / box[0], 2 * pi * j / box[1], 2 * pi * l / box[2]}, k2 = dot(k, k);
            const Real wave = 4 * pi / (k2 * volume) * std::exp(-k2 / (4 * xi * xi)) * std::sin(dot(k, d));
            for (int c = 0; c < 3; ++c) u[3 * t + c] -= charge * wave * k[c];
          }
    }
  return u;
}

}  // namespace slurry::reference
