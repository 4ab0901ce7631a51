// SPDX-License-Identifier: BSD-3-Clause
#include "constraint/resistance_functions.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "base/chebyshev.hpp"
#include "base/cubic_table.hpp"

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

/// Two equal spheres under opposite forces across their line of centres, free to turn: gap over a, and velocity over
/// that of a sphere alone (theory/lubrication.md (L5)).
constexpr std::array<TablePoint, 37> passing{{
    {0.001, 0.466996728},
    {0.00125909129682, 0.468918647},
    {0.00158531089373, 0.470960051},
    {0.00199605114906, 0.473132937},
    {0.00251321062979, 0.475450963},
    {0.00316436163105, 0.477929726},
    {0.00398422018966, 0.480587092},
    {0.00501649696542, 0.483443572},
    {0.0063162276697, 0.486522768},
    {0.00795270728767, 0.489851891},
    {0.0100131845321, 0.493462351},
    {0.0126075134978, 0.497390441},
    {0.0158740105197, 0.501678095},
    {0.019986828491, 0.506373734},
    {0.0251652418041, 0.511533178},
    {0.031685336938, 0.517220583},
    {0.0398947319755, 0.523509364},
    {0.0502311098194, 0.530483008},
    {0.0632455532034, 0.538235624},
    {0.0796319256011, 0.546872059},
    {0.100263864474, 0.556507259},
    {0.126241359144, 0.567264517},
    {0.158949396598, 0.579272102},
    {0.200131801891, 0.592657677},
    {0.251984209979, 0.607539876},
    {0.317271125721, 0.624016448},
    {0.399473313129, 0.642148662},
    {0.502973371873, 0.661942276},
    {0.633289395059, 0.683326512},
    {0.797369165689, 0.706134381},
    {1.00396057687, 0.730090101},
    {1.26407802469, 0.754810478},
    {1.5915896394, 0.77982484},
    {2.00395666308, 0.804612498},
    {2.52316439369, 0.828650773},
    {3.17689432855, 0.85146363},
    {4, 0.872661575},
}};
/// Drag on a sphere that moves along a plane wall and is free to turn, over 6 pi eta a U: gap over a, drag.
constexpr std::array<TablePoint, 8> along_wall{{{0.01, 3.37703417},
                                                {0.02, 3.03190952},
                                                {0.05, 2.58375181},
                                                {0.1, 2.2570822},
                                                {0.2, 1.9501338},
                                                {0.5, 1.5953768},
                                                {1, 1.38272007},
                                                {2, 1.22715374}}};

/// The law of Goldman, Cox & Brenner (1967) for narrow gaps (L6).
double along_wall_in_a_narrow_gap(double s) {
  const double l = std::log(s);
  return -8.0 / 15 * l + 0.9588 - (2.0 / 15 * l + 0.2526) * (0.1 * l + 0.1895) / (-0.4 * l + 0.3817);
}

/// The law of Jeffrey & Onishi (1984) for narrow gaps, with their printed constants.
double passing_in_a_narrow_gap(double s) {
  const double l = -std::log(s);
  return (0.40105 * l * l + 2.96651 * l + 5.08723) / (l * l + 6.04250 * l + 6.32549);
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

double passing_spheres(double s) {
  static const double join = passing.front().y - passing_in_a_narrow_gap(passing.front().x);
  if (s <= passing.front().x) return 1 / (passing_in_a_narrow_gap(s) + join);
  const auto decay = [](double gap) { return std::pow(2 + gap, 5); };  // of the difference to Rotne-Prager
  static const auto table = [&] {
    auto rows = passing;
    for (TablePoint& p : rows) p = {std::log(p.x), (p.y - 1 / passing_spheres_rotne_prager(p.x)) * decay(p.x)};
    return rows;
  }();
  const double at = std::min(s, passing.back().x);
  return 1 / (1 / passing_spheres_rotne_prager(s) + interpolate_cubic(table, std::log(at)) / decay(s));
}

double passing_spheres_rotne_prager(double s) {
  const double i = 1 / (2 + s);
  return 1 / (1 - 0.75 * i - 0.5 * i * i * i);
}

double sphere_along_wall(double s) {
  const TablePoint& first = along_wall.front();
  static const double join = first.y - along_wall_in_a_narrow_gap(first.x);
  if (s <= first.x) return along_wall_in_a_narrow_gap(s) + join * s / first.x;
  const auto decay = [](double gap) { return std::pow(1 + gap, 3); };  // of the difference to Rotne-Prager
  static const auto table = [&] {
    auto rows = along_wall;
    for (TablePoint& p : rows) p = {std::log(p.x), std::log(p.y / sphere_along_wall_rotne_prager(p.x)) * decay(p.x)};
    return rows;
  }();
  const double at = std::min(s, along_wall.back().x);
  return sphere_along_wall_rotne_prager(s) * std::exp(interpolate_cubic(table, std::log(at)) / decay(s));
}

Resistance of_pair(LubricationLaw law, double s) {
  static const Remainder remainder([](double at) {
    return (approaching_spheres(at) - approaching_spheres_rotne_prager(at)) / 2 - singular_pair(at);
  });
  Resistance f;
  if (law == LubricationLaw::none || s >= reach) return f;
  s = std::max(s, smallest_gap);
  if (law == LubricationLaw::printed) {
    if (s < 1) f = {singular_pair(s), -std::log(s) / 6};
  } else {
    f.normal = std::max(0.0, singular_pair(s) + remainder(s)) * fade(s);
    f.tangential = std::max(0.0, (passing_spheres(s) - passing_spheres_rotne_prager(s)) / 2) * fade(s);
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
  if (s < 1) f.normal += (curved - 1) * (1 / s - 1);
  f.tangential = std::max(0.0, sphere_along_wall(s) - sphere_along_wall_rotne_prager(s)) * fade(s);
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
