// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <cmath>

#include "kernels/ewald_split.hpp"

namespace slurry {

/// Largest degree for which near-field polynomials are compiled.
inline constexpr int largest_near_degree = 40;

/// Kind of pair that the near field evaluates.
enum class PairKind {
  point,    ///< G
  finite,   ///< (1 + g Lap) G, not regularised: the field of finite spheres at points, or its adjoint
  overlap,  ///< Rotne-Prager of radii a and b, regularised where spheres overlap
  combined  ///< single and double layer of points
};

/// Constants of the near field of one pair of point sets (theory/splits.md (S3), (S4), theory/rotne-prager.md (R4)):
///   u += (X0(r) - X(r)) f + (Y0(r) - Y(r)) (r.f) r   for r < r_c, with the polynomials X, Y of the far part in
/// v = 2 (r/r_c)^2 - 1.  Combined: x, y, z hold beta_1, beta_2, beta_3 of the far part, b_i = beta_i(r) - beta_i, and
///   u += (2 b_1 + s b_2) f - b_2 (r.f) r + (3 b_2 + s b_3) [(n.r) q + (q.r) n + (q.n) r] - 2 b_3 (q.r)(n.r) r.
/// Trivially copyable, so that a device loop can carry it.
struct NearPair {
  PairKind kind = PairKind::point;
  int degree = 0;  ///< m: X has m + 1 coefficients, Y has m
  double rc2 = 0;  ///< r_c^2
  double two_over_rc2 = 0;
  double g = 0;         ///< (a^2 + b^2)/6
  double a = 0, b = 0;  ///< radii
  /// velocity of a point by its own force over f, in addition to the near field; the grid drops this part
  double self = 0;
  double x[largest_near_degree + 1] = {};
  double y[largest_near_degree + 1] = {};
  double z[largest_near_degree + 1] = {};
};

NearPair make_near_pair(const EwaldSplit& split, double cutoff_radius, double target_radius, double source_radius);
NearPair make_combined_pair(const EwaldSplit& split, double cutoff_radius);

/// Coefficients (X0, Y0) of the Rotne-Prager tensor X0 I + Y0 r r^T in units of 1/(8 pi eta), for radii a, b > 0 at any
/// distance. Source: theory/rotne-prager.md (R1)-(R3); Zuk et al., J. Fluid Mech. 741 (2014) R5.
KOKKOS_INLINE_FUNCTION void rotne_prager_pair(double r, double a, double b, double& x0, double& y0) {
  const double sum = a + b, difference = a > b ? a - b : b - a;
  if (r > sum) {
    const double i = 1 / r, i3 = i * i * i, g = (a * a + b * b) / 3;
    x0 = i + g * i3;
    y0 = i3 - 3 * g * i3 * i * i;
  } else if (r <= difference || r == 0) {
    x0 = 4 / (3 * (a > b ? a : b));
    y0 = 0;
  } else {
    const double s = r * r, r3 = s * r, d2 = difference * difference, t = d2 + 3 * s, w = d2 - s;
    const double scale = 4 / (3 * a * b) / (32 * r3);
    x0 = scale * (16 * r3 * sum - t * t);
    y0 = scale * 3 * w * w / s;
  }
}

/// Scalar form of the pair. It adds the contribution of force f at separation d = target - source to u. Real is the
/// precision of the arithmetic; the sum is in double precision.
template <class Real>
KOKKOS_INLINE_FUNCTION void add_near_pair(const NearPair& p, const Real d[3], const Real f[3], double u[3]) {
  const Real s = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
  if (s >= Real(p.rc2)) return;
  const Real v = s * Real(p.two_over_rc2) - 1;
  Real x = Real(p.x[p.degree]), y = Real(p.y[p.degree - 1]);
  for (int k = p.degree - 1; k >= 0; --k) x = x * v + Real(p.x[k]);
  for (int k = p.degree - 2; k >= 0; --k) y = y * v + Real(p.y[k]);
  Real x0 = 0, y0 = 0;
  if (p.kind == PairKind::overlap) {
    double close_x, close_y;  // few pairs are this close; their terms cancel
    rotne_prager_pair(std::sqrt(double(s)), p.a, p.b, close_x, close_y);
    x0 = Real(close_x);
    y0 = Real(close_y);
  } else if (s > 0) {  // at r = 0, 1/r := 0 gives the self term
    const Real i = 1 / std::sqrt(s), i3 = i * i * i;
    x0 = i + 2 * Real(p.g) * i3;
    y0 = i3 - 6 * Real(p.g) * i3 * i * i;
  }
  const Real cx = x0 - x, cr = (y0 - y) * (d[0] * f[0] + d[1] * f[1] + d[2] * f[2]);
  for (int c = 0; c < 3; ++c) u[c] += double(cx * f[c] + cr * d[c]);
}

/// Adds a pair of the combined layer. w: the densities f, q, n (three numbers each) and q.n.
template <class Real>
KOKKOS_INLINE_FUNCTION void add_combined_pair(const NearPair& p, const Real d[3], const Real* w, double u[3]) {
  const Real s = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
  if (s >= Real(p.rc2)) return;
  const Real v = s * Real(p.two_over_rc2) - 1;
  Real b1 = Real(p.x[p.degree]), b2 = Real(p.y[p.degree - 1]), b3 = Real(p.z[p.degree - 2]);
  for (int k = p.degree - 1; k >= 0; --k) b1 = b1 * v + Real(p.x[k]);
  for (int k = p.degree - 2; k >= 0; --k) b2 = b2 * v + Real(p.y[k]);
  for (int k = p.degree - 3; k >= 0; --k) b3 = b3 * v + Real(p.z[k]);
  const Real i = s > 0 ? 1 / std::sqrt(s) : Real(0), i3 = i * i * i;  // 1/r := 0 at r = 0 is the self term
  b1 = i - b1;
  b2 = -i3 - b2;
  b3 = 3 * i3 * i * i - b3;
  const Real *f = w, *q = w + 3, *n = w + 6;
  const Real rf = d[0] * f[0] + d[1] * f[1] + d[2] * f[2], rq = d[0] * q[0] + d[1] * q[1] + d[2] * q[2],
             rn = d[0] * n[0] + d[1] * n[1] + d[2] * n[2];
  const Real along = 2 * b1 + s * b2, a = 3 * b2 + s * b3, radial = a * w[9] - b2 * rf - 2 * b3 * rq * rn;
  for (int c = 0; c < 3; ++c) u[c] += double(along * f[c] + a * (rn * q[c] + rq * n[c]) + radial * d[c]);
}

}  // namespace slurry
