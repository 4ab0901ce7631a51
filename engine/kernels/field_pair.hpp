// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <cmath>

#include "kernels/near_pair.hpp"

namespace slurry {

/// Constants of the near part of velocity gradient and pressure, and of the Coulomb potential and its gradient. They
/// are the far parts of beta_1..beta_4 as polynomials in v = 2 (r/r_c)^2 - 1 (theory/fields.md, theory/coulomb.md).
/// Trivially copyable.
struct FieldPair {
  int degree = 0;  ///< m: beta_i has m + 2 - i coefficients
  double rc2 = 0, two_over_rc2 = 0;
  double beta[4][largest_near_degree + 1] = {};
};

FieldPair make_field_pair(const EwaldSplit& split, double cutoff_radius);

/// A filter that keeps every value, for a single pair that is known to lie within the cutoff.
struct KeepAll {
  KOKKOS_INLINE_FUNCTION double operator()(double x) const { return x; }
};

/// Computes b_i = beta_i(exact) - beta_i(far) for i = First..Last, at the squared distance s with inverse = 1/r (0 at r
/// = 0: the self term). T: double, or a vector of doubles. keep(x): returns x if the pair counts, and 0 otherwise.
template <int First, int Last, class T, class Keep>
KOKKOS_INLINE_FUNCTION void near_betas(const FieldPair& p, T s, T inverse, const Keep& keep, T b[4]) {
  const T v = s * p.two_over_rc2 - 1.0;
  const T i2 = inverse * inverse;
  T exact = inverse;  // 1/r, -1/r^3, 3/r^5, -15/r^7
  for (int i = 1; i <= Last; ++i) {
    if (i > 1) exact = exact * i2 * double(3 - 2 * i);
    if (i < First) continue;
    const double* const c = p.beta[i - 1];
    T far = c[p.degree + 1 - i];
    for (int k = p.degree - i; k >= 0; --k) far = far * v + c[k];
    b[i - 1] = keep(exact - far);
  }
}

/// Adds the gradient grad[3 i + l] = du_i/dx_l and the pressure of one source at separation d (theory/fields.md). f, q,
/// n: densities of the source. Units are such that grad p = Lap u.
template <bool Dipoles, class T, class Keep>
KOKKOS_INLINE_FUNCTION void add_field_pair(const FieldPair& p, const T d[3], T s, T inverse, const Keep& keep,
                                           const double* f, const double* q, const double* n, T grad[9], T& pressure) {
  T b[4];
  near_betas<2, Dipoles ? 4 : 3>(p, s, inverse, keep, b);
  const T b2 = b[1], b3 = b[2], rf = d[0] * f[0] + d[1] * f[1] + d[2] * f[2];
  const T c1 = 5.0 * b2 + s * b3, along = 4.0 * b2 + s * b3;
  for (int i = 0; i < 3; ++i) {
    for (int l = 0; l < 3; ++l) grad[3 * i + l] += along * d[l] * f[i] - b2 * d[i] * f[l] - b3 * rf * d[i] * d[l];
    grad[4 * i] -= b2 * rf;
  }
  pressure -= c1 * rf;
  if constexpr (Dipoles) {
    const T b4 = b[3], a = 3.0 * b2 + s * b3, c2 = 7.0 * b3 + s * b4;
    const double qn = q[0] * n[0] + q[1] * n[1] + q[2] * n[2];
    const T rq = d[0] * q[0] + d[1] * q[1] + d[2] * q[2], rn = d[0] * n[0] + d[1] * n[1] + d[2] * n[2];
    const T both = rq * rn, slope = 5.0 * b3 + s * b4;
    for (int i = 0; i < 3; ++i) {
      const T w = rn * q[i] + rq * n[i] + qn * d[i];
      for (int l = 0; l < 3; ++l)
        grad[3 * i + l] += slope * d[l] * w + a * (q[i] * n[l] + n[i] * q[l]) - 2.0 * b4 * both * d[i] * d[l] -
                           2.0 * b3 * (q[l] * rn + n[l] * rq) * d[i];
      grad[4 * i] += a * qn - 2.0 * b3 * both;
    }
    pressure -= 2.0 * (c1 * qn + c2 * both);
  }
}

/// Adds the potential of one charge at separation d, and its gradient. Since 1/r = Lap r/2, phi = (3 b_1 + s b_2)/2 and
/// grad phi = (5 b_2 + s b_3) r/2.
template <class T, class Keep>
KOKKOS_INLINE_FUNCTION void add_charge_pair(const FieldPair& p, const T d[3], T s, T inverse, const Keep& keep,
                                            double charge, T& potential, T grad[3]) {
  T b[4];
  near_betas<1, 3>(p, s, inverse, keep, b);
  potential += 0.5 * charge * (3.0 * b[0] + s * b[1]);
  const T slope = 0.5 * charge * (5.0 * b[1] + s * b[2]);
  for (int l = 0; l < 3; ++l) grad[l] += slope * d[l];
}

}  // namespace slurry
