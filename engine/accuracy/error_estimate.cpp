// SPDX-License-Identifier: BSD-3-Clause
#include "accuracy/error_estimate.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/quadrature.hpp"

namespace slurry {

using std::numbers::pi;

ErrorEstimate::ErrorEstimate(const ProlateSplit& split, double spacing, double p) : spacing_(spacing) {
  const double edge = pi / spacing;  // K = pi r_c/h, units r_c = 1
  tail_norm_ = std::sqrt(split.tail_integral(edge, -2, p));
  // The sum over modes in the ball becomes an integral; the alias of one direction depends on its wave number alone, so
  // the disc of the other two is integrated once.
  const auto outer = gauss_legendre<double>(64), inner = gauss_legendre<double>(40);
  for (std::size_t i = 0; i < outer.nodes.size(); ++i) {
    const double k1 = edge * (outer.nodes[i] + 1) / 2, disc = std::sqrt(edge * edge - k1 * k1);
    double sum = 0;
    for (std::size_t j = 0; j < inner.nodes.size(); ++j) {
      const double kt = disc * (inner.nodes[j] + 1) / 2, k2 = k1 * k1 + kt * kt;
      const double g = split.gamma(std::sqrt(k2)), factor = 1 - p * k2;
      sum += inner.weights[j] * disc / 2 * kt * g * g / (k2 * k2) * factor * factor;
    }
    wave_numbers_.push_back(k1);
    spectrum_.push_back(outer.weights[i] * edge * sum);
  }
}

double ErrorEstimate::tail(double volume, double rc) const {
  return std::sqrt(64 * rc / (3 * volume)) * tail_norm_;
}

double ErrorEstimate::window(const KaiserBessel& window, double volume, double rc) const {
  const double half = window.points() * spacing_ / 2;
  double integral = 0, long_waves = 0;
  for (int l = -3; l <= 3; ++l) {
    if (l == 0) continue;
    const double shift = 2 * pi * l / spacing_;
    const double r0 = window.transform(shift * half) / window.transform(0);
    long_waves += 6 * r0 * r0;
    for (std::size_t i = 0; i < wave_numbers_.size(); ++i) {
      const double r = window.transform((wave_numbers_[i] + shift) * half) / window.transform(wave_numbers_[i] * half);
      integral += 3 * spectrum_[i] * (r * r - r0 * r0);
    }
  }
  // the few long waves are a sum, not an integral: their alias is proportional to the velocity itself, whose square is
  // 0.2096 L/r_c in these units
  const double length = std::cbrt(volume);
  return std::sqrt(std::max(0.0, 64 * rc / (3 * volume) * (integral + 0.2096 * length / rc * long_waves)));
}

double far_velocity_scale(const Box& box) {
  const double v = box.volume(), l = std::cbrt(v);
  return std::sqrt(4.47 * l * l * l * l) / v;
}

double velocity_scale(const Box& box, const SumCounts& counts) {
  return std::sqrt(counts.squared_force_sum) * far_velocity_scale(box);
}

}  // namespace slurry
