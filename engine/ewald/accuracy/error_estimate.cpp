// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/accuracy/error_estimate.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/quadrature.hpp"

namespace slurry {

using std::numbers::pi;

double long_wave_alias(const KaiserBessel& window) {
  double sum = 0;
  for (int l = 1; l <= 3; ++l) {
    const double r = window.transform(pi * l * window.points()) / window.transform(0);
    sum += 12 * r * r;  // two signs, three directions, twice
  }
  return sum;
}

double dropped_self_integral(const EwaldSplit& split, double cutoff_radius, double wave_number, double g) {
  // gamma of the prolate split swings about 0 with the period 2 pi of k r_c; behind four times K hardly anything is
  // left
  const double period = 2 * pi / cutoff_radius, half = period / 2;
  const int periods = static_cast<int>(std::ceil(3 * wave_number / period));
  const auto rule = gauss_legendre<double>(6);
  double sum = 0;
  for (int i = 0; i < periods; ++i)
    for (std::size_t j = 0; j < rule.nodes.size(); ++j) {
      const double k = wave_number + i * period + half * (1 + rule.nodes[j]);
      sum += half * rule.weights[j] * split.gamma(k * cutoff_radius) * (1 - g * k * k);
    }
  return sum;
}

ErrorEstimate::ErrorEstimate(const EwaldSplit& split, double spacing, double p) : spacing_(spacing) {
  const double edge = pi / spacing;  // K = pi r_c/h, units r_c = 1
  tail_norm_ = std::sqrt(split.tail_integral(edge, -2, p));
  double_tail_norm_ = std::sqrt(split.tail_integral(edge, 0));
  // The sum over modes in the ball becomes an integral; the alias of one direction depends on its wave number alone, so
  // the disc of the other two is integrated once.
  const auto outer = gauss_legendre<double>(64), inner = gauss_legendre<double>(40);
  for (std::size_t i = 0; i < outer.nodes.size(); ++i) {
    const double k1 = edge * (outer.nodes[i] + 1) / 2, disc = std::sqrt(edge * edge - k1 * k1);
    double sum = 0;
    struct {
      double rr = 0, gg = 0, gr = 0;
    } value, force_slope, force_pressure, slope, pressure;
    for (std::size_t j = 0; j < inner.nodes.size(); ++j) {
      const double kt = disc * (inner.nodes[j] + 1) / 2, t = kt * kt, k12 = k1 * k1, k2 = k12 + t;
      const double g = split.gamma(std::sqrt(k2)), factor = 1 - p * k2;
      const double a = outer.weights[i] * edge * inner.weights[j] * disc / 2 * kt * g * g / (k2 * k2);
      sum += a * factor * factor;
      // theory/error-control.md (E6): what a target gathers, 7/9 k^2 of dipoles, and what is spread by slopes
      const double gathered = 7.0 / 9 * k2, spread_gg = 2.0 / 3 - 2 * k12 / (9 * k2),
                   spread_rr = 2 * t / 3 - 2 * t * t / (9 * k2) + k2 / 3, spread_gr = (-4.0 / 9) * k1 * t / k2;
      value.rr += a * (gathered + spread_rr);
      value.gg += a * spread_gg;
      value.gr += a * spread_gr;
      // theory/fields.md (G7)
      force_slope.rr += a * 2.0 / 3 * (t + k2);
      force_slope.gg += a * 2.0 / 3;
      force_pressure.rr += a * 2.0 / 3 * k2;
      slope.rr += a * (gathered * t + k2 * spread_rr);
      slope.gg += a * (gathered + k2 * spread_gg);
      slope.gr += a * k2 * spread_gr;
      pressure.rr += a * (4.0 / 9 * k2 * k2 + 2.0 / 9 * (k2 * t + t * t));
      pressure.gg += a * 2.0 / 9 * (k2 + k12);
      pressure.gr += a * 4.0 / 9 * k1 * t;
    }
    wave_numbers_.push_back(k1);
    spectrum_.push_back(sum);
    dipole_value_.add(value.rr, value.gg, value.gr);
    force_gradient_.add(force_slope.rr, force_slope.gg, 0);
    force_pressure_.add(force_pressure.rr, 0, 0);
    dipole_gradient_.add(slope.rr, slope.gg, slope.gr);
    dipole_pressure_.add(pressure.rr, pressure.gg, pressure.gr);
  }
}

double ErrorEstimate::tail(double volume, double rc) const {
  return std::sqrt(64 * rc / (3 * volume)) * tail_norm_;
}

double ErrorEstimate::window(const KaiserBessel& window, double volume, double rc) const {
  const double half = window.points() * spacing_ / 2;
  double integral = 0;
  for (int l = -3; l <= 3; ++l) {
    if (l == 0) continue;
    const double shift = 2 * pi * l / spacing_;
    const double r0 = window.transform(shift * half) / window.transform(0);
    for (std::size_t i = 0; i < wave_numbers_.size(); ++i) {
      const double r = window.transform((wave_numbers_[i] + shift) * half) / window.transform(wave_numbers_[i] * half);
      integral += 3 * spectrum_[i] * (r * r - r0 * r0);
    }
  }
  // the few long waves are a sum, not an integral: their alias is proportional to the velocity itself, whose square is
  // 0.2096 L/r_c in these units
  const double length = std::cbrt(volume);
  return std::sqrt(std::max(0.0, 64 * rc / (3 * volume) * (integral + 0.2096 * length / rc * long_wave_alias(window))));
}

double ErrorEstimate::double_tail(double volume, double rc) const {
  return std::sqrt(32 / (volume * rc)) * double_tail_norm_;
}

/// Sum over aliases and wave numbers, for each set of weights.
std::vector<double> ErrorEstimate::sums_of_aliases(const KaiserBessel& window,
                                                   const std::vector<const Weights*>& of) const {
  // transform of the truncated derivative: its jump at the edge of the support counts (theory/error-control.md (E6))
  const auto rule = gauss_legendre<double>(200);
  std::vector<double> slope(rule.nodes.size());
  for (std::size_t i = 0; i < slope.size(); ++i) slope[i] = rule.weights[i] * window.derivative(rule.nodes[i]);
  const auto slope_transform = [&](double k) {
    double sum = 0;
    for (std::size_t i = 0; i < slope.size(); ++i) sum -= slope[i] * std::sin(k * rule.nodes[i]);
    return sum;
  };
  const double half = window.points() * spacing_ / 2;
  std::vector<double> sums(of.size(), 0.0);
  for (int l = -3; l <= 3; ++l) {
    if (l == 0) continue;
    const double shift = 2 * pi * l / spacing_;
    // slopes are those of the window over its sum over the points, of which these are the waves
    const double sum_wave = window.transform(shift * half) / window.transform(0),
                 slope_wave = slope_transform(shift * half) / half / window.transform(0);
    for (std::size_t i = 0; i < wave_numbers_.size(); ++i) {
      const double k = wave_numbers_[i], alias = (k + shift) * half, w0 = window.transform(k * half);
      const double r = window.transform(alias) / w0, g = slope_transform(alias) / half / w0 - slope_wave - k * sum_wave;
      for (std::size_t n = 0; n < of.size(); ++n)
        sums[n] += r * r * of[n]->rr[i] + g * g * of[n]->gg[i] + g * r * of[n]->gr[i];
    }
  }
  return sums;
}

double ErrorEstimate::double_window(const KaiserBessel& window, double volume, double rc) const {
  // (27/14) / U_D^2 of the relative form times U_D^2 = 32 kappa J/(V r_c), J dropping out
  const double sum = sums_of_aliases(window, {&dipole_value_})[0];
  return std::sqrt(std::max(0.0, 32 / (volume * rc) * 27.0 / 14 * sum));
}

ErrorEstimate::FieldWindows ErrorEstimate::field_windows(const KaiserBessel& window, double volume, double rc) const {
  // 8/pi from (8 pi)^2/(2 pi)^3, 2 pi of the disc, three directions; (9/7) kappa is sum |q|^2 |n|^2
  const double force = 48 / (volume * rc), dipole = 48 * 9.0 / 7 / (volume * rc * rc * rc);
  const auto sums = sums_of_aliases(window, {&force_gradient_, &force_pressure_, &dipole_gradient_, &dipole_pressure_});
  FieldWindows squares;
  squares.force = {0, force * std::max(0.0, sums[0]), force * std::max(0.0, sums[1])};
  squares.dipole = {0, dipole * std::max(0.0, sums[2]), dipole * std::max(0.0, sums[3])};
  return squares;
}

}  // namespace slurry
