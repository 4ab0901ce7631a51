// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "constraint/body_mobility.hpp"
#include "support/random_points.hpp"

namespace slurry::test {

/// Loads and motions of bodies with their storage.
struct Bodies {
  std::vector<double> x, n, force, torque, u, rate;
  SolveReport report;  ///< of the last solve
  explicit Bodies(std::size_t count)
      : x(3 * count), n(3 * count), force(3 * count), torque(3 * count), u(3 * count), rate(3 * count) {
    for (std::size_t i = 0; i < count; ++i) n[3 * i] = 1;
  }
  std::size_t count() const { return x.size() / 3; }
  void solve(Mobility& m) { report = m.solve({x, n}, {force, torque}, {u, rate}); }
};

inline BodyMobilitySetup free_space(const BodyKind& kind, std::size_t count, double viscosity = 1) {
  BodyMobilitySetup s;
  s.sums.domain.kind = DomainKind::free_space;
  s.sums.surroundings.viscosity = viscosity;
  s.sums.tolerance = 1e-9;
  s.kinds = {kind};
  s.kind_of.assign(count, 0);
  return s;
}

/// Distance of two axes of half length l (sampled: good to 1 % of l).
inline double axes_apart(const double* x, const double* n, const double* y, const double* m, double l) {
  double least2 = 1e300;
  for (int i = -25; i <= 25; ++i)
    for (int j = -25; j <= 25; ++j) {
      double d2 = 0;
      for (int c = 0; c < 3; ++c) d2 += std::pow(x[c] + l * i / 25 * n[c] - y[c] - l * j / 25 * m[c], 2);
      least2 = std::min(least2, d2);
    }
  return std::sqrt(least2);
}

/// Rods in a cube of that side, axes at least `apart` from each other, gravity along -z.
inline Bodies random_rods(std::size_t count, double half_length, double side, double apart, std::uint64_t seed) {
  Random random(seed);
  Bodies b(count);
  for (std::size_t i = 0; i < count;) {
    double length = 0;
    for (std::size_t c = 0; c < 3; ++c) {
      b.x[3 * i + c] = random.uniform(0, side);
      b.n[3 * i + c] = random.normal();
      length += b.n[3 * i + c] * b.n[3 * i + c];
    }
    for (std::size_t c = 0; c < 3; ++c) b.n[3 * i + c] /= std::sqrt(length);
    bool free = true;
    for (std::size_t j = 0; free && j < i; ++j)
      free = axes_apart(&b.x[3 * i], &b.n[3 * i], &b.x[3 * j], &b.n[3 * j], half_length) > apart;
    if (!free) continue;
    b.force[3 * i + 2] = -1;
    ++i;
  }
  return b;
}

}  // namespace slurry::test
