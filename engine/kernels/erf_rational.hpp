// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <cmath>

namespace slurry {

/// Degrees for which there is a fit, in rising order.
inline constexpr int erf_degrees[] = {3, 4, 5, 6, 8, 10, 11};
inline constexpr int largest_erf_degree = 11;

/// Rational approximation of erf(x)/x: p(t)/q(t) in t = x^2 for x up to 6. p and q have the same degree, and q > 0. It
/// needs one division, no square root and no branch, whereas erf of the library has several branches. Beyond x = 6,
/// where 1 - erf(x) < 2.2e-17, the value is 1/x. The idea is from Kosmacher et al. 2026 (arXiv 2606.19059, "erf(x)/x",
/// a fit in x); the coefficients are our own (erf_rational.py). Trivially copyable.
struct ErfRational {
  int degree = 0;
  double error = 0;  ///< largest absolute error on [0, 6], before rounding; erf(x)/x is at most 1.13
  double p[largest_erf_degree + 1] = {}, q[largest_erf_degree + 1] = {};
};

/// The fit of a degree. Throws Error if the degree has no fit.
ErfRational erf_rational(int degree);
/// The fit of least degree whose error is at most `error`. If there is none, returns the fit of the largest degree.
ErfRational erf_rational_within(double error);

/// The value erf(x)/x for t = x^2 >= 0.
template <class Real>
KOKKOS_INLINE_FUNCTION Real erf_ratio(const ErfRational& fit, Real t) {
  if (t > Real(36)) return 1 / std::sqrt(t);
  Real p = Real(fit.p[fit.degree]), q = Real(fit.q[fit.degree]);
  for (int k = fit.degree - 1; k >= 0; --k) {
    p = p * t + Real(fit.p[k]);
    q = q * t + Real(fit.q[k]);
  }
  return p / q;
}

/// The near part of Hasimoto's split for the combined layer, computed with the fit (theory/splits.md (S11)): b_1 =
/// erfc(xi r)/r, b_2 = b_1'/r, b_3 = b_2'/r for s = r^2. At r = 0, 1/r := 0 gives the self term, and only b_1 counts.
template <class Real>
KOKKOS_INLINE_FUNCTION void hasimoto_near_betas(const ErfRational& fit, Real xi, Real s, Real b[3]) {
  constexpr double two_over_sqrt_pi = 1.1283791670955125739;
  const Real t = xi * xi * s, far = xi * erf_ratio(fit, t);
  if (!(s > 0)) {
    b[0] = -xi * Real(two_over_sqrt_pi);
    b[1] = b[2] = 0;
    return;
  }
  const Real inverse = 1 / std::sqrt(s), i2 = inverse * inverse, e = Real(two_over_sqrt_pi) * xi * std::exp(-t);
  b[0] = inverse - far;
  b[1] = -(e + b[0]) * i2;
  b[2] = (2 * xi * xi * e - 3 * b[1]) * i2;
}

}  // namespace slurry
