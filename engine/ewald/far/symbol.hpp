// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

// The stage CNV for one mode k, the same on the host and on devices. m is the mode's multiplier (multiplier.hpp).
// project() takes its coefficients as pairs of a real and an imaginary part, which suits vectors.
namespace slurry::symbol {

template <class Real>
KOKKOS_FORCEINLINE_FUNCTION Real inverse_square(Real kx, Real ky, Real kz) {
  const Real k2 = kx * kx + ky * ky + kz * kz;
  return k2 > 0 ? 1 / k2 : Real(0);
}

/// Computes m [F - k (k.F)/k^2 + i k s] in place over F = (x, y, z). The term with s takes part only if Net.
template <bool Net, class Real>
KOKKOS_FORCEINLINE_FUNCTION void project(Real m, Real kx, Real ky, Real kz, Real* x, Real* y, Real* z, const Real* s) {
  const Real inverse = inverse_square(kx, ky, kz);
  Real re = (kx * x[0] + ky * y[0] + kz * z[0]) * inverse, im = (kx * x[1] + ky * y[1] + kz * z[1]) * inverse;
  if constexpr (Net) {
    re += s[1];
    im -= s[0];
  }
  x[0] = m * (x[0] - kx * re);
  x[1] = m * (x[1] - kx * im);
  y[0] = m * (y[0] - ky * re);
  y[1] = m * (y[1] - ky * im);
  z[0] = m * (z[0] - kz * re);
  z[1] = m * (z[1] - kz * im);
}

/// Makes four components of 12 spread components, which are f and the rows of A = sum of q n^T. It adds i (A + A^T) k
/// to f and returns s = tr A. These are the four components that windows with slopes would have spread. a(i, l): an
/// element of A.
template <class Real, class Complex, class Elements>
KOKKOS_FORCEINLINE_FUNCTION Complex from_products(Real kx, Real ky, Real kz, const Elements& a, Complex& x, Complex& y,
                                                  Complex& z) {
  const Real k[3] = {kx, ky, kz};
  Complex* const f[3] = {&x, &y, &z};
  for (int i = 0; i < 3; ++i) {
    Complex along(0);
    for (int l = 0; l < 3; ++l) along += k[l] * (a(i, l) + a(l, i));
    *f[i] += Complex(-along.imag(), along.real());
  }
  return a(0, 0) + a(1, 1) + a(2, 2);
}

/// Pressure p = -i m (k.F). It works with the complex numbers of either library.
template <class Real, class Complex>
KOKKOS_FORCEINLINE_FUNCTION Complex pressure(Real m, Real kx, Real ky, Real kz, const Complex& x, const Complex& y,
                                             const Complex& z) {
  const Complex along = kx * x + ky * y + kz * z;
  return m * Complex(along.imag(), -along.real());
}

/// Symbol for spheres: f = f - k^2 e if the sources have a size, e = -k^2 f, with f and e the velocities of F and of F2
/// (Convolution::apply_radii).
template <bool Sources, class Real, class Complex>
KOKKOS_FORCEINLINE_FUNCTION void radii(Real k2, Complex& f, Complex& e) {
  const Complex plain = f;
  if constexpr (Sources) f = plain - k2 * e;
  e = -k2 * plain;
}

}  // namespace slurry::symbol
