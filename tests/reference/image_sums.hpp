// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "reference/pairs.hpp"

// Slow truths of the free-space and the 1-periodic sum: pair by pair, image by image, in extended precision; neither
// grids nor windows nor splits nor expansions, and no engine code.
namespace slurry::reference {

/// Arrays are row-major (N,3); those that a kernel does not use may be empty.
struct Suspension {
  std::vector<double> sources, targets, f, q, n;
  std::size_t source_count() const { return sources.size() / 3; }
  std::size_t target_count() const { return targets.size() / 3; }
  Density density(std::size_t i) const {
    Density s;
    for (int c = 0; c < 3; ++c) {
      if (!f.empty()) s.f[c] = f[3 * i + c];
      if (!q.empty()) s.q[c] = q[3 * i + c];
      if (!n.empty()) s.n[c] = n[3 * i + c];
    }
    return s;
  }
};

template <class Pair>
std::vector<Real> free_space_sum(const Suspension& p, const Pair& pair) {
  std::vector<Real> u(p.targets.size(), 0);
  for (std::size_t t = 0; t < p.target_count(); ++t)
    for (std::size_t s = 0; s < p.source_count(); ++s) {
      Real d[3];
      for (int c = 0; c < 3; ++c) d[c] = Real(p.targets[3 * t + c]) - p.sources[3 * s + c];
      pair(d, p.density(s), &u[3 * t]);
    }
  return u;
}

/// Images along x, period L.  Symmetric partial sums over |p| <= N have an expansion in even powers of 1/Z,
/// Z = (N + 1/2) L, once the divergence of a net force, (4 ln 2Z - 2, 2 ln 2Z, 2 ln 2Z) F/L, is taken off; eight of
/// them are extrapolated to Z = infinity.  Gauge: theory/conventions-and-gauges.md (C9).
template <class Pair>
std::vector<Real> image_sum_1p(const Suspension& p, Real period, const Pair& pair) {
  constexpr std::array<int, 8> counts{12, 16, 22, 30, 40, 54, 72, 96};
  std::array<Real, 8> x{}, weight{}, z{};
  for (std::size_t k = 0; k < counts.size(); ++k) {
    z[k] = (counts[k] + Real(0.5)) * period;
    x[k] = 1 / ((counts[k] + Real(0.5)) * (counts[k] + Real(0.5)));
  }
  for (std::size_t k = 0; k < counts.size(); ++k) {
    weight[k] = 1;
    for (std::size_t j = 0; j < counts.size(); ++j)
      if (j != k) weight[k] *= x[j] / (x[j] - x[k]);
  }
  std::vector<Real> u(p.targets.size(), 0);
  Real net[3] = {0, 0, 0};
  for (std::size_t s = 0; s < p.source_count(); ++s) {
    const Density density = p.density(s);
    for (int c = 0; c < 3; ++c) net[c] += density.f[c];
    for (std::size_t t = 0; t < p.target_count(); ++t) {
      Real d[3], sum[3] = {0, 0, 0};
      for (int c = 0; c < 3; ++c) d[c] = Real(p.targets[3 * t + c]) - p.sources[3 * s + c];
      const Real nearest = d[0] - period * std::rint(d[0] / period);
      int done = -1;
      for (std::size_t k = 0; k < counts.size(); ++k) {
        for (int image = done + 1; image <= counts[k]; ++image)
          for (int sign = -1; sign <= (image > 0 ? 1 : -1); sign += 2) {
            d[0] = nearest + sign * image * period;
            pair(d, density, sum);
          }
        done = counts[k];
        for (int c = 0; c < 3; ++c) u[3 * t + c] += weight[k] * sum[c];
      }
    }
  }
  if (Pair::has_net_force)
    for (std::size_t t = 0; t < p.target_count(); ++t)
      for (int c = 0; c < 3; ++c) {
        Real divergence = 0;
        for (std::size_t k = 0; k < counts.size(); ++k)
          divergence += weight[k] * (c == 0 ? 4 * std::log(2 * z[k]) - 2 : 2 * std::log(2 * z[k]));
        u[3 * t + c] -= (divergence + (c == 0 ? 4 : 3)) / period * net[c];
      }
  return u;
}

}  // namespace slurry::reference
