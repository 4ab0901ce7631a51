// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

namespace slurry {

/// Kaiser-Bessel window I0(beta sqrt(1 - x^2))/I0(beta) on [-1, 1], P grid points wide (theory/spectral-ewald.md
/// (F17)).
class KaiserBessel {
 public:
  KaiserBessel(int points, double beta) : points_(points), beta_(beta) {}
  int points() const { return points_; }
  double beta() const { return beta_; }

  double value(double x) const;
  /// The derivative dw/dx on [-1, 1].
  double derivative(double x) const;
  /// The Fourier transform int_-1^1 w(x) cos(k x) dx, in closed form.
  double transform(double k) const;

  /// Piecewise polynomials of the window. There is one polynomial per grid interval, interpolated in its Chebyshev
  /// nodes. If the window is centred at u (in grid units), its first point is g0 = ceil(u - P/2), and tau = g0 - (u -
  /// P/2) lies in [0, 1). The window at point g0 + i is sum_k coefficients[k][i] z^k with z = 2 tau - 1. Rows are
  /// padded with zeros to `pitch` entries.
  std::vector<double> polynomials(int degree, int pitch) const;

  /// Polynomials of dw/dtau, of degree - 1. They belong to a window that is divided by the sum over its points, and are
  /// multiplied by the mean of that sum. They therefore add up to zero for every tau, and a dipole that is spread by
  /// them has no net force. Otherwise a net force as small as the window's error would remain, and its velocity grows
  /// along the free side of a 2-periodic box. For a double layer at 1e-7 in a box 60 times as long as wide the error
  /// was 15 times the tolerance; with these slopes it is 0.2 times.
  std::vector<double> slopes(int degree, int pitch) const;

  /// Polynomial degree that leaves the total error unchanged (theory/spectral-ewald.md, windows).
  static int sufficient_degree(int points) { return points / 2 + 2 + (points % 2 == 1 && points >= 11 ? 1 : 0); }

 private:
  /// Value of the window at its i-th point. z is that of polynomials().
  double value_at(int i, double z) const;
  /// Polynomials that interpolate f(i, z), the value at the i-th point of the window.
  template <class F>
  std::vector<double> fitted(int degree, int pitch, F&& f) const;

  int points_;
  double beta_;
};

/// Modified Bessel function I0 for x >= 0, scaled by e^-x.
double scaled_bessel_i0(double x);

}  // namespace slurry
