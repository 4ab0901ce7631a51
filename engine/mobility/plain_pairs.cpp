// SPDX-License-Identifier: BSD-3-Clause
#include "mobility/plain_pairs.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace slurry {

namespace {

using plain::Long;

/// Coefficients of the tensor  one I + both r r^T / r^2,  in units of 1/(8 pi eta).
struct Pair {
  Long one, both;
};

Pair oseen(Long r, Long a, Long b) {
  const Long g = (a * a + b * b) / (3 * r * r);
  return {(1 + g) / r, (1 - 3 * g) / r};
}

Pair rotne_prager(Long r, Long a, Long b) {
  if (r > a + b) return oseen(r, a, b);
  const Long larger = std::max(a, b), difference = std::abs(a - b);
  if (r <= difference) return {4 / (3 * larger), 0};
  const Long r3 = r * r * r, square = difference * difference, t = square + 3 * r * r, w = square - r * r;
  const Long front = 4 / (3 * a * b) / (32 * r3);
  return {front * (16 * r3 * (a + b) - t * t), front * 3 * w * w};
}

}  // namespace

void plain_pairs(std::span<const double> positions, std::span<const double> forces, const BodySizes& sizes,
                 std::span<const double> targets, const BodySizes& target_sizes, const plain::Images& images,
                 std::span<double> out) {
  std::array<Long, 3> logs{}, constants{};
  if (images.any())
    for (std::size_t i = 0; i < forces.size(); ++i) {
      logs[i % 3] += (i % 3 == 0 ? 4 : 2) * forces[i] / images.period();
      constants[i % 3] += (i % 3 == 0 ? 2 : 3) * forces[i] / images.period();
    }
  plain::sum_all_pairs<3>(
      targets, positions, images, logs, constants,
      [&](const Long* d, std::size_t j, std::size_t t, Long* u) {
        const double* f = &forces[3 * j];
        const Long a = target_sizes.of(t), b = sizes.of(j), r = std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
        const bool spheres = a > 0 && b > 0;
        if (r == 0) {
          const Long self = spheres ? rotne_prager(0, a, b).one : 0;
          for (int c = 0; c < 3; ++c) u[c] += self * f[c];
          return;
        }
        const Pair p = spheres ? rotne_prager(r, a, b) : oseen(r, a, b);
        const Long along = p.both * (d[0] * f[0] + d[1] * f[1] + d[2] * f[2]) / (r * r);
        for (int c = 0; c < 3; ++c) u[c] += p.one * f[c] + along * d[c];
      },
      out);
}

}  // namespace slurry
