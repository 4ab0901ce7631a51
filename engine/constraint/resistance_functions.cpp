// SPDX-License-Identifier: BSD-3-Clause
#include "constraint/resistance_functions.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "base/chebyshev.hpp"

namespace slurry::lubrication {

namespace {

using std::numbers::pi;

/// (4/3) sinh alpha sum k_n (numerator/denominator), k_n = n (n + 1)/((2n - 1)(2n + 3)); terms fall like exp(-2 n
/// alpha).
template <class Term>
double bispherical_sum(double alpha, const Term& term) {
  double sum = 0;
  for (int n = 1; n < 1000000; ++n) {
    const double m = 2 * n + 1, k = n * (n + 1.0) / ((2 * n - 1.0) * (2 * n + 3.0));
    if (m * alpha > 600) break;
    const double t = k * term(m);
    sum += t;
    if (n > 20 && t < 1e-17 * sum) break;
  }
  return 4.0 / 3 * std::sinh(alpha) * sum;
}

/// Resistance minus its singular part, in Chebyshev polynomials of ln s.
class Remainder {
 public:
  template <class F>
  explicit Remainder(const F& f)
      : c_(chebyshev_fit<double>([&](double v) { return f(std::exp(low_ + (v + 1) / 2 * (high_ - low_))); }, 40)) {}
  /// Below the range it is constant up to s ln s.
  double operator()(double s) const {
    const double v = std::clamp(2 * (std::log(s) - low_) / (high_ - low_) - 1, -1.0, 1.0);
    double b1 = 0, b2 = 0;
    for (std::size_t k = c_.size() - 1; k >= 1; --k) {
      const double b = 2 * v * b1 - b2 + c_[k];
      b2 = b1;
      b1 = b;
    }
    return v * b1 - b2 + c_[0];
  }

 private:
  double low_ = std::log(1e-4), high_ = std::log(reach);
  std::vector<double> c_;
};

/// 1 up to half the reach, 0 beyond it, with a continuous slope.
double fade(double s) {
  const double t = std::clamp(2 * s / reach - 1, 0.0, 1.0);
  return 1 - t * t * (3 - 2 * t);
}

double singular_pair(double s) {
  return 1 / (4 * s) - 9.0 / 40 * std::log(s);
}
double singular_wall(double s) {
  return 1 / s - 0.2 * std::log(s);
}

}  // namespace

double approaching_spheres(double s) {
  const double alpha = std::acosh(1 + s / 2), sh = std::sinh(alpha), sh2 = std::sinh(2 * alpha);
  // (4 cosh^2(m alpha/2) + m^2 sinh^2 alpha)/(2 sinh m alpha - m sinh 2 alpha) - 1, without the difference at the end
  return bispherical_sum(alpha, [&](double m) {
    return (2 + 2 * std::exp(-m * alpha) + m * m * sh * sh + m * sh2) / (2 * std::sinh(m * alpha) - m * sh2);
  });
}

double sphere_towards_wall(double s) {
  const double alpha = std::acosh(1 + s), sh = std::sinh(alpha), sh2 = std::sinh(2 * alpha);
  return bispherical_sum(alpha, [&](double m) {
    const double half = std::sinh(m * alpha / 2);
    return (2 - 2 * std::exp(-m * alpha) + m * m * sh * sh + m * sh2) / (4 * half * half - m * m * sh * sh);
  });
}

double approaching_spheres_rotne_prager(double s) {
  const double i = 1 / (2 + s);
  return 1 / (1 - 1.5 * i + i * i * i);
}

double sphere_towards_wall_rotne_prager(double s) {
  const double i = 1 / (1 + s), i3 = i * i * i;
  return 1 / (1 - 9.0 / 8 * i + i3 / 2 - i3 * i * i / 8);
}

double sphere_along_wall_rotne_prager(double s) {
  const double i = 1 / (1 + s), i3 = i * i * i;
  return 1 / (1 - 9.0 / 16 * i + i3 / 8 - i3 * i * i / 16);
}

Resistance of_pair(LubricationLaw law, double s) {
  static const Remainder remainder([](double at) {
    return (approaching_spheres(at) - approaching_spheres_rotne_prager(at)) / 2 - singular_pair(at);
  });
  Resistance f;
  if (law == LubricationLaw::none || s >= reach) return f;
  s = std::max(s, smallest_gap);
  if (s < 1) f.tangential = -std::log(s) / 6;
  if (law == LubricationLaw::printed) {
    if (s < 1) f.normal = singular_pair(s);
  } else {
    f.normal = std::max(0.0, singular_pair(s) + remainder(s)) * fade(s);
  }
  return f;
}

Resistance of_wall(LubricationLaw law, double s, double ratio) {
  static const Remainder remainder(
      [](double at) { return sphere_towards_wall(at) - sphere_towards_wall_rotne_prager(at) - singular_wall(at); });
  Resistance f;
  if (law != LubricationLaw::exact || s >= reach) return f;
  s = std::max(s, smallest_gap);
  // the gap between radii of curvature 1 and 1/(1 - ratio) resists squeezing this many times as much as over a plane
  const double curved = 2 / ((2 - ratio) * std::sqrt(1 - ratio));
  f.normal = std::max(0.0, singular_wall(s) + remainder(s)) * fade(s);
  if (s < 1) {
    f.normal += (curved - 1) * (1 / s - 1);
    f.tangential = std::max(0.0, -8.0 / 15 * std::log(s) + 0.9588 - sphere_along_wall_rotne_prager(s));
  }
  return f;
}

const Row* find_row(BodyKind::Shape one, std::optional<BodyKind::Shape> other) {
  using enum BodyKind::Shape;
  static constexpr std::array<Row, 2> table{{
      {sphere, sphere, [](LubricationLaw law, double s, double) { return of_pair(law, s); }},
      {sphere, std::nullopt, of_wall},
  }};
  for (const Row& row : table)
    if ((row.one == one && row.other == other) || (other && row.one == *other && row.other == one)) return &row;
  return nullptr;
}

}  // namespace slurry::lubrication
