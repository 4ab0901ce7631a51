// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/window.hpp"

#include <cmath>

#include "base/chebyshev.hpp"

namespace slurry {

double scaled_bessel_i0(double x) {
  return std::cyl_bessel_i(0.0, x) * std::exp(-x);
}

double KaiserBessel::value(double x) const {
  const double r2 = 1 - x * x;
  if (r2 < 0) return 0;
  const double z = beta_ * std::sqrt(r2);
  return scaled_bessel_i0(z) / scaled_bessel_i0(beta_) * std::exp(z - beta_);
}

double KaiserBessel::derivative(double x) const {
  const double r2 = 1 - x * x;
  if (r2 < 0) return 0;
  const double r = std::sqrt(r2), z = beta_ * r;
  const double scale = 1 / (scaled_bessel_i0(beta_) * std::exp(beta_));
  if (r < 1e-8) return -beta_ * beta_ * x / 2 * scale;
  return -beta_ * x * std::cyl_bessel_i(1.0, z) / r * scale;
}

double KaiserBessel::transform(double k) const {
  const double z = beta_ * beta_ - k * k, r = std::sqrt(std::abs(z));
  const double scale = 2 / (scaled_bessel_i0(beta_) * std::exp(beta_));
  if (r < 1e-6) return scale * (1 + z / 6);
  return scale * (z > 0 ? std::sinh(r) / r : std::sin(r) / r);
}

double KaiserBessel::value_at(int i, double z) const {
  return value((2 * i + 1 + z) / points_ - 1);
}

template <class F>
std::vector<double> KaiserBessel::fitted(int degree, int pitch, F&& f) const {
  std::vector<double> out(std::size_t(degree + 1) * pitch, 0.0);
  for (int i = 0; i < points_; ++i) {
    const auto fit = chebyshev_fit<long double>([&](long double z) { return f(i, double(z)); }, degree);
    const auto monomial = chebyshev_to_monomial(fit);
    for (int k = 0; k <= degree; ++k) out[std::size_t(k) * pitch + i] = static_cast<double>(monomial[k]);
  }
  return out;
}

std::vector<double> KaiserBessel::polynomials(int degree, int pitch) const {
  return fitted(degree, pitch, [&](int i, double z) -> long double { return value_at(i, z); });
}

std::vector<double> KaiserBessel::slopes(int degree, int pitch) const {
  const long double mean = 0.5 * points_ * transform(0);
  const auto even = fitted(degree, pitch, [&](int i, double z) {
    long double sum = 0;
    for (int j = 0; j < points_; ++j) sum += value_at(j, z);
    return mean * value_at(i, z) / sum;
  });
  std::vector<double> slope(std::size_t(degree) * pitch);
  for (int k = 1; k <= degree; ++k)  // z = 2 tau - 1: one grid interval is two units of z
    for (int i = 0; i < pitch; ++i) slope[std::size_t(k - 1) * pitch + i] = 2 * k * even[std::size_t(k) * pitch + i];
  return slope;
}

}  // namespace slurry
