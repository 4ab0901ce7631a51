// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "fmm/harmonics.hpp"
#include "fmm/operators.hpp"
#include "support/random_points.hpp"

// Harmonics and operators against closed forms and direct sums of 1/r.
namespace slurry::fmm {
namespace {

using test::Random;

double length(const Vector3& v) {
  return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}
Vector3 minus(const Vector3& a, const Vector3& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
std::vector<double> regular(int p, const Vector3& x) {
  std::vector<double> r(std::size_t(coefficients(p)));
  regular_harmonics(p, x[0], x[1], x[2], r.data());
  return r;
}
std::vector<double> irregular(int p, const Vector3& x) {
  std::vector<double> s(std::size_t(coefficients(p)));
  irregular_harmonics(p, x[0], x[1], x[2], 1 / length(x), s.data());
  return s;
}
std::vector<double> times(const RealMatrix& a, const std::vector<double>& x, bool transpose = false) {
  std::vector<double> y(std::size_t(transpose ? a.columns : a.rows));
  for (int r = 0; r < a.rows; ++r)
    for (int c = 0; c < a.columns; ++c) {
      if (transpose)
        y[std::size_t(c)] += a(r, c) * x[std::size_t(r)];
      else
        y[std::size_t(r)] += a(r, c) * x[std::size_t(c)];
    }
  return y;
}
enum class Of { multipoles, locals };
/// Largest difference in a degree over the largest number in it, the worst degree.  Numbers are compared in the
/// balanced basis, in which those of a degree are of one size: R sqrt((l-m)!(l+m)!).
double worst_degree(int p, const std::vector<double>& a, const std::vector<double>& b, Of of = Of::multipoles) {
  double worst = 0;
  for (int l = 0; l <= p; ++l) {
    double difference = 0, size = 0;
    for (int m = -l; m <= l; ++m) {
      const auto k = std::size_t(place(l, m));
      const double balance = std::sqrt(std::tgamma(l - m + 1) * std::tgamma(l + m + 1));
      const double scale = of == Of::multipoles ? balance : 1 / balance;
      difference = std::max(difference, scale * std::abs(a[k] - b[k]));
      size = std::max(size, scale * std::abs(b[k]));
    }
    worst = std::max(worst, difference / size);
  }
  return worst;
}
double weighted(int p, const std::vector<double>& m, const std::vector<double>& s) {
  double sum = 0;
  for (int l = 0; l <= p; ++l)
    for (int k = -l; k <= l; ++k) sum += weight_of_place(k) * m[std::size_t(place(l, k))] * s[std::size_t(place(l, k))];
  return sum;
}
double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

TEST(Harmonics, AreTheLegendreFunctionsOfTheLiterature) {
  // P_l and P_l^m of Abramowitz and Stegun, with the sign of Condon and Shortley, at (0.3, -0.5, 0.7).
  const Vector3 x{0.3, -0.5, 0.7};
  const double r2 = 0.83, r = std::sqrt(r2);
  const auto reg = regular(3, x), irr = irregular(3, x);
  EXPECT_NEAR(reg[place(2, 0)], (3 * 0.49 - r2) / 2 / 2, 1e-16);
  EXPECT_NEAR(reg[place(1, 1)], -0.3 / 2, 1e-16);
  EXPECT_NEAR(reg[place(1, -1)], 0.5 / 2, 1e-16);
  EXPECT_NEAR(reg[place(2, 2)], 3 * (0.09 - 0.25) / 24, 1e-16);
  EXPECT_NEAR(irr[place(3, 0)], 6 * (5 * 0.343 - 3 * 0.7 * r2) / 2 / std::pow(r, 7), 1e-12);
  EXPECT_NEAR(irr[place(2, 1)], -3 * 0.7 * 0.3 / std::pow(r, 5), 1e-14);
}

TEST(Harmonics, RegularOnesToTheLargestOrderObeyTheAdditionTheorem) {
  const Vector3 a{0.2, -0.3, 0.15}, b{0.25, -0.25, 0.3}, sum{0.45, -0.55, 0.45};  // nothing cancels
  for (const int p : {1, 7, 30})
    EXPECT_LT(worst_degree(p, times(translation_matrix(p, a), regular(p, b)), regular(p, sum)), 1e-13) << p;
}

TEST(Harmonics, DerivativesAreThoseOfDifferences) {
  const int p = 9;
  const double h = 1e-5;
  const Vector3 x{0.31, -0.52, 0.73};
  const auto check = [&](auto family, auto values, int up) {
    std::vector<double> d[3], basis = values(p + up, x);
    for (auto& v : d) v.resize(std::size_t(coefficients(p)));
    derivatives<decltype(family)::value>(p, basis.data(), d[0].data(), d[1].data(), d[2].data());
    for (std::size_t a = 0; a < 3; ++a) {
      Vector3 ahead = x, behind = x;
      ahead[a] += h;
      behind[a] -= h;
      auto slope = values(p, ahead);
      const auto back = values(p, behind);
      for (std::size_t i = 0; i < slope.size(); ++i) slope[i] = (slope[i] - back[i]) / (2 * h);
      for (int l = 1; l <= p; ++l)
        for (int k = l * l; k < (l + 1) * (l + 1); ++k) {
          double size = 0;
          for (int j = l * l; j < (l + 1) * (l + 1); ++j) size = std::max(size, std::abs(slope[std::size_t(j)]));
          EXPECT_NEAR(d[a][std::size_t(k)], slope[std::size_t(k)], 1e-7 * size) << "axis " << a << " place " << k;
        }
    }
  };
  check(std::integral_constant<Family, Family::regular>(), regular, 0);
  check(std::integral_constant<Family, Family::irregular>(), irregular, 1);
}

/// Seven charges about c1 = 0; the same multipole about c2, local expansions about d1 and d2, targets about d2.
struct Chain {
  int p;
  Vector3 c2{0.1, -0.05, 0.02}, d1{3, 1.2, -0.7}, d2{3.1, 1.1, -0.6};
  std::vector<Vector3> sources, targets;
  std::vector<double> charges, multipole;
  explicit Chain(int order) : p(order), multipole(std::size_t(coefficients(order))) {
    Random random(3);
    for (int i = 0; i < 7; ++i) {
      sources.push_back({random.uniform(-.25, .25), random.uniform(-.25, .25), random.uniform(-.25, .25)});
      charges.push_back(random.normal());
      const auto r = regular(p, sources.back());
      for (std::size_t k = 0; k < r.size(); ++k) multipole[k] += charges.back() * r[k];
    }
    for (int i = 0; i < 5; ++i)
      targets.push_back(
          {d2[0] + random.uniform(-.2, .2), d2[1] + random.uniform(-.2, .2), d2[2] + random.uniform(-.2, .2)});
  }
  /// Largest error over the targets relative to the largest potential.
  template <class F>
  double error(const F& potential) const {
    double worst = 0, size = 0;
    for (const Vector3& x : targets) {
      double truth = 0;
      for (std::size_t i = 0; i < sources.size(); ++i) truth += charges[i] / length(minus(x, sources[i]));
      worst = std::max(worst, std::abs(potential(x) - truth));
      size = std::max(size, std::abs(truth));
    }
    return worst / size;
  }
};

TEST(Operators, ChainsAgreeWithTheDirectSum) {
  const Chain c(largest_order);
  const int p = c.p;
  const auto m2 = times(translation_matrix(p, minus({0, 0, 0}, c.c2)), c.multipole);
  const auto local = times(m2l_matrix(p, minus(c.d1, c.c2)), m2);
  const auto local2 = times(translation_matrix(p, minus(c.d2, c.d1)), local, true);
  EXPECT_LT(c.error([&](const Vector3& x) { return dot(local2, regular(p, minus(x, c.d2))); }), 1e-13);
  EXPECT_LT(c.error([&](const Vector3& x) { return weighted(p, m2, irregular(p, minus(x, c.c2))); }), 1e-13);
  std::vector<double> from_points(local.size());
  for (std::size_t i = 0; i < c.sources.size(); ++i) {
    const auto s = irregular(p, minus(c.sources[i], c.d2));
    for (int l = 0; l <= p; ++l)
      for (int m = -l; m <= l; ++m)
        from_points[std::size_t(place(l, m))] += weight_of_place(m) * c.charges[i] * s[std::size_t(place(l, m))];
  }
  EXPECT_LT(c.error([&](const Vector3& x) { return dot(from_points, regular(p, minus(x, c.d2))); }), 1e-13);
}

TEST(Operators, RotationBlocksTurnTheHarmonics) {
  const Matrix3 turn = map_to_z({0.3, -1.2, 0.7}), swap{Vector3{0, 0, 1}, Vector3{0, 1, 0}, Vector3{1, 0, 0}};
  const Vector3 x{0.4, 0.2, -0.35};
  const int p = largest_order;
  for (const Matrix3& map : {turn, swap}) {
    const auto blocks = rotation_blocks(p, map);
    Vector3 y{};
    for (std::size_t a = 0; a < 3; ++a)
      for (std::size_t b = 0; b < 3; ++b) y[a] += map[a][b] * x[b];
    const auto at_x = regular(p, x), at_y = regular(p, y);
    std::vector<double> turned;
    for (int l = 0; l <= p; ++l) {
      const auto part = times(blocks[std::size_t(l)], {at_x.begin() + l * l, at_x.begin() + (l + 1) * (l + 1)});
      turned.insert(turned.end(), part.begin(), part.end());
    }
    EXPECT_LT(worst_degree(p, turned, at_y), 1e-12);
  }
}

TEST(Operators, MirrorSignsTurnTheHarmonics) {
  const Vector3 x{0.4, 0.2, -0.35};
  const int p = 8;
  for (int axis = 0; axis < 3; ++axis) {
    Vector3 y = x;
    y[std::size_t(axis)] *= -1;
    const auto at_x = regular(p, x), at_y = regular(p, y);
    for (int l = 0; l <= p; ++l)
      for (int m = -l; m <= l; ++m)
        EXPECT_NEAR(at_y[std::size_t(place(l, m))], mirror_sign(axis, l, m) * at_x[std::size_t(place(l, m))], 1e-17);
  }
}

/// What an operator on tiles makes of one column.
std::vector<double> applied(const RotatedTranslation<double>& t, int p, const std::vector<double>& x) {
  const auto size = std::size_t(coefficients(p) * tile_columns);
  std::vector<double> in(size), out(size), work(2 * size), y;
  for (std::size_t k = 0; k < x.size(); ++k) in[k * tile_columns + 5] = x[k];
  t.apply(in.data(), out.data(), work.data());
  for (std::size_t k = 0; k < x.size(); ++k) y.push_back(out[k * tile_columns + 5]);
  return y;
}

TEST(Operators, TranslationsByRotationAreTheMatrices) {
  for (const int p : {1, 6, 17, 30}) {
    const Chain c(p);
    const Vector3 d{2, -1, 3};
    EXPECT_LT(
        worst_degree(p, applied(rotated_m2l(p, d), p, c.multipole), times(m2l_matrix(p, d), c.multipole), Of::locals),
        2e-12)
        << p;
    // Sides of the child: half of the parent's.
    const Vector3 offset{0.25, 0.25, 0.25};
    auto scaled = c.multipole;
    for (int l = 0; l <= p; ++l)
      for (int k = l * l; k < (l + 1) * (l + 1); ++k) scaled[std::size_t(k)] *= std::pow(0.5, l);
    EXPECT_LT(
        worst_degree(p, applied(rotated_m2m(p, offset), p, c.multipole), times(translation_matrix(p, offset), scaled)),
        1e-12)
        << p;
    const auto local = times(m2l_matrix(p, d), c.multipole);
    auto moved = times(translation_matrix(p, offset), local, true);
    for (int l = 0; l <= p; ++l)
      for (int k = l * l; k < (l + 1) * (l + 1); ++k) moved[std::size_t(k)] *= std::pow(0.5, l + 1);
    EXPECT_LT(worst_degree(p, applied(rotated_l2l(p, offset), p, local), moved, Of::locals), 1e-12) << p;
  }
}

}  // namespace
}  // namespace slurry::fmm
