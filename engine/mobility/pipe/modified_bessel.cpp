// SPDX-License-Identifier: BSD-3-Clause
#include "mobility/pipe/modified_bessel.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace slurry::bessel {

double scaled_i0(double x) {
  // exp(-x) I_0 = (1/pi) int_0^pi exp(x (cos t - 1)) dt; the rule's error is I_N/I_0, about exp(-N^2/2x)
  const int n = static_cast<int>(24 + 9.5 * std::sqrt(x));
  double sum = 0.5 * (1 + std::exp(-2 * x));
  for (int i = 1; i < n; ++i) {
    const double s = std::sin(std::numbers::pi * i / (2 * n));
    sum += std::exp(-2 * x * s * s);
  }
  return sum / n;
}

ScaledK scaled_k01(double x) {
  // analytic in |Im t| < pi/2: error exp(-pi^2/step); for large x a Gaussian of width 1/sqrt(x)
  const double step = std::min(0.2, 0.7 / std::sqrt(x));
  double k0 = 0.5, k1 = 0.5;
  for (int i = 1;; ++i) {
    const double t = i * step, s = std::sinh(t / 2), exponent = 2 * x * s * s;
    if (exponent > 745) break;
    const double e = std::exp(-exponent);
    k0 += e;
    k1 += e * std::cosh(t);
    if (e * std::cosh(t) < 1e-18 * k1) break;
  }
  return {k0 * step, k1 * step};
}

std::vector<double> i_ratios(double x, int count) {
  std::vector<double> out(static_cast<std::size_t>(count));
  const int start = count + 30 + static_cast<int>(1.5 * x);
  double ratio = x / (2.0 * start + 2.0);
  for (int m = start - 1; m >= 0; --m) {
    ratio = x / (2.0 * (m + 1) + x * ratio);
    if (m < count) out[static_cast<std::size_t>(m)] = ratio;
  }
  return out;
}

std::vector<double> k_ratios(double x, int count) {
  std::vector<double> out(static_cast<std::size_t>(count));
  const ScaledK k = scaled_k01(x);
  double ratio = k.k1 / k.k0;
  for (int m = 0; m < count; ++m) {
    out[static_cast<std::size_t>(m)] = ratio;
    ratio = 2.0 * (m + 1) / x + 1 / ratio;
  }
  return out;
}

}  // namespace slurry::bessel
