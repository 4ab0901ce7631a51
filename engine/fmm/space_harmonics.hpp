// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include "fmm/harmonics.hpp"

// The harmonics of harmonics.hpp one order after the other, and their derivatives number by number, for loops in any
// space (theory/fast-multipole.md (M1) to (M5)).
namespace slurry::fmm {

KOKKOS_INLINE_FUNCTION double inverse_root(double square) {
#if defined(__CUDA_ARCH__)
  return ::rsqrt(square);
#else
  return 1 / std::sqrt(square);
#endif
}
KOKKOS_INLINE_FUNCTION float inverse_root(float square) {
#if defined(__CUDA_ARCH__)
  return ::rsqrtf(square);
#else
  return 1 / std::sqrt(square);
#endif
}

/// The harmonics of one point, order by order.
template <Family family, class Real>
class OrderByOrder {
 public:
  /// inverse_of: table of 1/n for the divisors n of the regular harmonics, up to n = degree^2.
  KOKKOS_INLINE_FUNCTION OrderByOrder(const Real* x, const Real* inverse_of) : inverse_of_(inverse_of) {
    const Real r2 = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
    Real scale = 1;
    if constexpr (family == Family::regular) {
      square_ = r2;
      re_ = 1;
    } else {
      re_ = inverse_root(r2);
      square_ = scale = re_ * re_;
    }
    for (int a = 0; a < 3; ++a) x_[a] = scale * x[a];
  }
  /// Moves from the order m - 1 to m.
  KOKKOS_INLINE_FUNCTION void next(int m) {
    const Real c = family == Family::regular ? Real(-0.5) / Real(m) : Real(1 - 2 * m);
    const Real re = c * (x_[0] * re_ - x_[1] * im_);
    im_ = c * (x_[0] * im_ + x_[1] * re_);
    re_ = re;
  }
  /// Calls f(l, real part, imaginary part) for the degrees m..last of the order m.
  template <class F>
  KOKKOS_INLINE_FUNCTION void degrees(int m, int last, const F& f) const {
    Real re0 = 0, im0 = 0, re1 = re_, im1 = im_;
    f(m, re1, im1);
    for (int l = m + 1; l <= last; ++l) {
      Real up, back;
      if constexpr (family == Family::regular) {
        const Real c = inverse_of_[l * l - m * m];
        up = c * Real(2 * l - 1) * x_[2];
        back = c * square_;
      } else {
        up = Real(2 * l - 1) * x_[2];
        back = Real((l - 1) * (l - 1) - m * m) * square_;
      }
      const Real re2 = up * re1 - back * re0, im2 = up * im1 - back * im0;
      re0 = re1;
      im0 = im1;
      re1 = re2;
      im1 = im2;
      f(l, re1, im1);
    }
  }

 private:
  Real x_[3], square_, re_, im_ = 0;
  const Real* inverse_of_;
};

/// Degree to which derivatives of harmonics of degree l lead, and the degree from which they come.
template <Family family>
KOKKOS_INLINE_FUNCTION int degree_of_derivative(int l) {
  return family == Family::regular ? l - 1 : l + 1;
}
template <Family family>
KOKKOS_INLINE_FUNCTION int degree_before_derivative(int l) {
  return family == Family::regular ? l + 1 : l - 1;
}

/// The derivative along an axis of the harmonic (l, m); m has any sign, as in place(). at(place): a harmonic. See
/// derivatives().
template <Family family, class At>
KOKKOS_INLINE_FUNCTION auto derivative(int axis, int l, int m, const At& at) -> decltype(at(0)) {
  using Real = decltype(at(0));
  constexpr Real half(0.5), none(0);
  const int q = degree_of_derivative<family>(l), a = m < 0 ? -m : m;
  if (q < 0) return none;
  const auto of = [&](int k) { return k > q || -k > q ? none : at(q * q + q + k); };
  if (axis == 2) return family == Family::regular ? of(m) : -of(m);
  if (m == 0) return q < 1 ? none : of(axis == 0 ? 1 : -1);
  const Real up_re = of(a + 1), up_im = of(-a - 1), down_re = of(a - 1), down_im = a > 1 ? of(1 - a) : none;
  if (axis == 0) return m > 0 ? half * (up_re - down_re) : half * (up_im - down_im);
  return m > 0 ? half * (up_im + down_im) : -half * (up_re + down_re);
}

/// Coefficient of the harmonic (q, m) in the derivative of an expansion along an axis: the transpose of derivative().
/// at(place): coefficients of the expansion, up to the degree p.
template <Family family, class At>
KOKKOS_INLINE_FUNCTION auto derived(int axis, int q, int m, int p, const At& at) -> decltype(at(0)) {
  using Real = decltype(at(0));
  constexpr Real one(1), half(0.5), none(0);
  const int l = degree_before_derivative<family>(q), a = m < 0 ? -m : m;
  if (l < 0 || l > p) return none;
  const auto of = [&](int k) { return k > l || -k > l ? none : at(l * l + l + k); };
  if (axis == 2) return family == Family::regular ? of(m) : -of(m);
  if (axis == 0) {
    if (m == 0) return -half * of(1);
    if (m > 0) return (a == 1 ? one : half) * of(a - 1) - half * of(a + 1);
    return (a == 1 ? none : half * of(1 - a)) - half * of(-a - 1);
  }
  if (m >= 0) return -half * ((a >= 2 ? of(1 - a) : none) + of(-a - 1));
  return (a == 1 ? one : half) * of(a - 1) + half * of(a + 1);
}

}  // namespace slurry::fmm
