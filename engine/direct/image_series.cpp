// SPDX-License-Identifier: BSD-3-Clause
#include "direct/image_series.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace slurry::direct {

double hurwitz_zeta(double s, double q) {
  // Euler-Maclaurin from q + 12 on
  constexpr int head = 12;
  constexpr double bernoulli[] = {1.0 / 6, -1.0 / 30, 1.0 / 42, -1.0 / 30, 5.0 / 66, -691.0 / 2730, 7.0 / 6};
  double sum = 0;
  for (int k = head - 1; k >= 0; --k) sum += std::pow(q + k, -s);
  const double t = q + head;
  sum += std::pow(t, 1 - s) / (s - 1) + std::pow(t, -s) / 2;
  double term = s * std::pow(t, -s - 1) / 2;  // s (s+1) .. (s+2j-2) t^(-s-2j+1) / (2j)!
  for (int j = 1; j <= 7; ++j) {
    sum += bernoulli[j - 1] * term;
    term *= (s + 2 * j - 1) * (s + 2 * j) / ((2 * j + 1) * (2 * j + 2) * t * t);
  }
  return sum;
}

ImageSeries make_image_series(double period, double span, double tolerance) {
  // Cost of an image is about that of one and a half degrees; the terms fall like ratio^l.
  const double reach = std::hypot(span, period / 2);
  ImageSeries best;
  double best_cost = 1e300;
  for (int images = 1; images < 4000; ++images) {
    const double ratio = reach / ((images + 1) * period);
    if (ratio > 0.75) continue;
    const double wanted = std::log(tolerance) / std::log(ratio);
    const int degree = std::max(4, static_cast<int>(std::ceil(wanted)) + 2);
    if (degree > max_tail_degree) continue;
    const double cost = 1.5 * (2 * images + 1) + degree;
    if (cost > best_cost) break;
    best_cost = cost;
    best.images = images;
    best.degree = degree;
  }
  const double q = best.images + 1;
  best.period = period;
  best.inverse_length = 1 / (q * period);
  double harmonic = 0;
  for (int k = best.images; k >= 1; --k) harmonic += 1.0 / k;
  // sum_{images < n <= N} 1/n - ln(2 N L) for N -> infinity; the rest is the gauge of theory/conventions-and-gauges.md
  // (C9)
  const double regularised = std::numbers::egamma - harmonic - std::log(2 * period);
  best.axial_constant = (4 * regularised - 2) / period;
  best.transverse_constant = (2 * regularised - 3) / period;
  double power = q;
  for (int l = 2; l <= best.degree; ++l) {
    power *= q;  // q^l
    best.c[l] = l % 2 == 0 ? 2 * hurwitz_zeta(l + 1, q) * power / period : -2 * hurwitz_zeta(l, q) * power;
  }
  return best;
}

}  // namespace slurry::direct
