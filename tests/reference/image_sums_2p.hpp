// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include "reference/image_sums.hpp"
#include "reference/pairs.hpp"

// Slow truth of the 2-periodic sum of both layers: 1-periodic image sums, row by row along y; no engine code.
//
// A 1-periodic row without its k = 0 mode falls like exp(-2 pi d/L_x) with the distance d, so that few rows suffice.
// The k = 0 modes are two-dimensional kernels (theory/conventions-and-gauges.md for the single layer; the double
// layer's are the integrals of -6 rrr/r^5 along x), whose sums over the rows are closed with w = y + i z:
//   sum ln rho = ln |2 sin(pi w/L_y)|,   sum 1/w = (pi/L_y) cot(pi w/L_y),   sum 1/w^2 = (pi/L_y)^2 / sin^2(pi w/L_y).
// Gauge: -(4 pi/A) |z| (f_x, f_y, 0) far away, no constant (the same section).
namespace slurry::reference {

/// Sums over rows, or the values of one row, of ln rho, of its slopes, and of rho rho rho/rho^4 by the number of z.
struct RowSums {
  Real log, slope[2], cube[4];
  RowSums(Real log_sum, std::complex<Real> inverse, std::complex<Real> inverse_square, Real z)
      : log(log_sum),
        slope{inverse.real(), -inverse.imag()},
        cube{slope[0] + z * inverse_square.imag() / 2, (slope[1] + z * inverse_square.real()) / 2,
             -z * inverse_square.imag() / 2, (slope[1] - z * inverse_square.real()) / 2} {}
};

/// k = 0 mode of both layers from such sums, times the period along x.
inline void add_plane_modes(const RowSums& s, Real z, const Density& d, Real factor, Real u[3]) {
  u[0] += factor * -4 * s.log * d.f[0];
  u[1] += factor * ((-2 * s.log - 2 * z * s.slope[1]) * d.f[1] + 2 * z * s.slope[0] * d.f[2]);
  u[2] += factor * (2 * z * s.slope[0] * d.f[1] + (-2 * s.log + 2 * z * s.slope[1]) * d.f[2]);
  for (int a = 0; a < 2; ++a) {
    u[0] -= factor * 4 * s.slope[a] * (d.q[0] * d.n[a + 1] + d.q[a + 1] * d.n[0]);
    u[a + 1] -= factor * 4 * s.slope[a] * d.q[0] * d.n[0];
    for (int b = 0; b < 2; ++b)
      for (int c = 0; c < 2; ++c) u[a + 1] -= factor * 8 * s.cube[a + b + c] * d.q[b + 1] * d.n[c + 1];
  }
}

/// Periods along x and y; no target may lie on a source.
template <class BothLayers>
std::vector<Real> image_sum_2p(const Suspension& p, Real period_x, Real period_y, const BothLayers& pair) {
  const Real pi = std::numbers::pi_v<Real>;
  const int rows = static_cast<int>(std::ceil(5 * period_x / period_y)) + 1;
  std::vector<Real> u(p.targets.size(), 0);
  const auto for_pairs = [&](auto&& visit) {
    for (std::size_t t = 0; t < p.target_count(); ++t)
      for (std::size_t s = 0; s < p.source_count(); ++s)
        visit(Real(p.targets[3 * t + 1]) - p.sources[3 * s + 1], Real(p.targets[3 * t + 2]) - p.sources[3 * s + 2],
              p.density(s), &u[3 * t]);
  };
  for (int row = -rows; row <= rows; ++row) {
    Suspension moved = p;
    for (std::size_t s = 0; s < p.source_count(); ++s) moved.sources[3 * s + 1] -= double(row * period_y);
    const auto one_row = image_sum_1p(moved, period_x, pair);
    for (std::size_t i = 0; i < u.size(); ++i) u[i] += one_row[i];
    for_pairs([&](Real y, Real z, const Density& d, Real* out) {
      const std::complex<Real> w(y + row * period_y, z), inverse = Real(1) / w;
      add_plane_modes(RowSums(std::log(std::abs(w)), inverse, inverse * inverse, z), z, d, -1 / period_x, out);
      // what add_plane_modes leaves out of one row: the constants -4 axially, -3 + 2 along y and -3 along z
      const Real constants[3] = {4, 1, 3};
      for (int c = 0; c < 3; ++c) out[c] += constants[c] / period_x * d.f[c];
    });
  }
  for_pairs([&](Real y, Real z, const Density& d, Real* out) {
    const std::complex<Real> w(pi / period_y * y, pi / period_y * z), sine = std::sin(w);
    const std::complex<Real> inverse = pi / period_y * std::cos(w) / sine, root = pi / period_y / sine;
    add_plane_modes(RowSums(std::log(2 * std::abs(sine)), inverse, root * root, z), z, d, 1 / period_x, out);
  });
  return u;
}

}  // namespace slurry::reference
