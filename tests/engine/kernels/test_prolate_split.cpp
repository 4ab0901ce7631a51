// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <fstream>
#include <numbers>
#include <sstream>
#include <string>
#include <vector>

#include "base/quadrature.hpp"
#include "kernels/prolate_split.hpp"

namespace slurry {
namespace {

using std::numbers::pi;

double prolate_polynomial(const std::vector<double>& c, double v) {
  long double sum = 0;
  for (std::size_t k = c.size(); k-- > 0;) sum = sum * v + c[k];
  return static_cast<double>(sum);
}
double polynomial_slope(const std::vector<double>& c, double v) {
  long double sum = 0;
  for (std::size_t k = c.size(); k-- > 1;) sum = sum * v + static_cast<long double>(k) * c[k];
  return static_cast<double>(sum);
}

const std::vector<double> shapes{5.8, 8.5, 16.1, 23.3, 30.3, 36.0};

TEST(ProlateSplit, MassOneAndSecondMomentZero) {
  for (double c : shapes) {
    const ProlateSplit split(c);
    EXPECT_NEAR(split.gamma_exact(0), 1, 1e-15);
    EXPECT_NEAR(split.gamma(0), 1, 3e-15);
    // gamma - 1 grows like t^4, so gamma''(0) = 0
    const double at1 = split.gamma_exact(0.1) - 1, at2 = split.gamma_exact(0.2) - 1;
    EXPECT_NEAR(at2 / at1, 16, 0.1) << c;
  }
}

TEST(ProlateSplit, TheFarPairMeetsTheExactOneAtTheCutoffWithValueAndSlope) {
  for (double c : shapes)
    for (int extra : {0, 1, 2, 5})  // any degree gives an exact split
      for (double rc : {1.0, 0.05, 7.0}) {
        const ProlateSplit split(c, ProlateSplit::natural_degree(c) + extra);
        const auto far = split.far_pair(rc, 0);
        EXPECT_EQ(int(far.x.size()), split.degree() + 1);
        EXPECT_EQ(int(far.y.size()), split.degree());
        EXPECT_NEAR(prolate_polynomial(far.x, 1) * rc, 1, 1e-12) << "c " << c << " m " << split.degree();
        EXPECT_NEAR(prolate_polynomial(far.y, 1) * rc * rc * rc, 1, 1e-11) << "c " << c;
        // v = 2 (r/rc)^2 - 1: d/dr = 4 r/rc^2 d/dv; the slope is continuous because eta(1) = 0
        EXPECT_NEAR(polynomial_slope(far.x, 1) * 4 * rc, -1, 1e-10) << "c " << c;
      }
}

TEST(ProlateSplit, ALowDegreeIsStillAnExactSplit) {
  for (int m : {3, 4, 6}) {
    const ProlateSplit split(16.1, m);
    EXPECT_NEAR(split.gamma_exact(0), 1, 1e-15);
    EXPECT_NEAR(prolate_polynomial(split.far_pair(1, 0).x, 1), 1, 1e-13);
  }
}

/// Far part of the pair tensor from its Fourier factor: angular averages of (I - kk/k^2) exp(i k.r),
///   X = 4/pi int gamma (j0 - j1/x) dk,   Y r^2 = 4/pi int gamma j2 dk,   x = k r,  gamma <- gamma (1 - g k^2).
class FarPairFromSpectrum {
 public:
  /// The tail of gamma oscillates and hardly decays once it is multiplied by k^2, so the integrals are cut smoothly,
  /// far beyond the wave numbers that a smooth function of r knows of.
  explicit FarPairFromSpectrum(const ProlateSplit& split) {
    const auto rule = gauss_legendre<double>(20);
    const double end = 400;
    const int panels = 600;
    for (int p = 0; p < panels; ++p)
      for (int i = 0; i < 20; ++i) {
        const double k = end * (p + (rule.nodes[i] + 1) / 2) / panels;
        const double cut = std::erfc((k - 0.7 * end) / (0.08 * end)) / 2;
        wave_numbers_.push_back(k);
        weights_.push_back(end / panels * rule.weights[i] / 2 * split.gamma_exact(k) * cut);
      }
  }
  /// X and Y r^2.
  std::array<double, 2> at(double r, double g) const {
    double x = 0, y = 0;
    for (std::size_t i = 0; i < weights_.size(); ++i) {
      const double k = wave_numbers_[i], t = k * r, gamma = weights_[i] * (1 - g * k * k);
      // spherical Bessel functions j1(t)/t and j2(t), by their series where the closed forms cancel
      const double t2 = t * t, sine = std::sin(t) / t, cosine = std::cos(t);
      const double j1_over_t = t < 0.5 ? series(t2, 3) : (sine - cosine) / t2;
      const double j2 = t < 0.5 ? t2 * series(t2, 5) : 3 * (sine - cosine) / t2 - sine;
      x += gamma * (sine - j1_over_t);
      y += gamma * j2;
    }
    return {4 / pi * x, 4 / pi * y};
  }

 private:
  /// j_n(t)/t^n = sum_k (-t^2/2)^k / (k! (2n+2k+1)!!), odd = 2 n + 1.
  static double series(double t2, int odd) {
    double term = 1, sum = 0;
    for (int d = 3; d <= odd; d += 2) term /= d;
    for (int k = 0; k < 12; ++k) {
      sum += term;
      term *= -t2 / (2 * (k + 1) * (odd + 2 * k + 2.0));
    }
    return sum;
  }
  std::vector<double> wave_numbers_, weights_;
};

// near + far = kernel: the near field subtracts what the Fourier transform adds.
TEST(ProlateSplit, PolynomialsAreTheInverseTransformOfGamma) {
  for (double c : {16.1, 30.3}) {
    const ProlateSplit split(c);
    const FarPairFromSpectrum spectrum(split);
    for (double g : {0.0, 0.01}) {
      const auto far = split.far_pair(1, g);
      for (double r : {0.05, 0.3, 0.71, 0.75}) {
        const auto expected = spectrum.at(r, g);
        const double v = 2 * r * r - 1;
        EXPECT_NEAR(prolate_polynomial(far.x, v), expected[0], 1e-11) << "c " << c << " r " << r << " g " << g;
        EXPECT_NEAR(prolate_polynomial(far.y, v) * r * r, expected[1], 1e-11) << "c " << c << " r " << r << " g " << g;
      }
    }
  }
}

TEST(ProlateSplit, SelfValueIsEightThirdsOfEta0) {
  for (double c : shapes) {
    const ProlateSplit split(c);
    const auto far = split.far_pair(2, 0);
    EXPECT_NEAR(prolate_polynomial(far.x, -1), 8 * split.eta_at_zero() / (3 * 2), 1e-13);
    if (c > 8) {
      EXPECT_NEAR(split.eta_at_zero() / std::sqrt(c), 0.605, 0.04) << c;  // theory/splits.md
    }
  }
}

TEST(ProlateSplit, TableOfGammaAgreesWithTheIntegral) {
  for (double c : shapes) {
    const ProlateSplit split(c);
    for (double t = 0; t < 3 * c; t += 0.171) EXPECT_NEAR(split.gamma(t), split.gamma_exact(t), 1e-14) << t;
    EXPECT_EQ(split.gamma(10 * c), split.gamma_exact(10 * c)) << "beyond the table";
  }
}

// the constants of theory/splits.md (S8), sigma 1.35, hold within 10 % for c >= 13
TEST(ProlateSplit, TailIntegralsFollowTheRecipe) {
  for (double c : {13.8, 18.5, 25.6, 30.3}) {
    const ProlateSplit split(c);
    const double K = 1.35 * c;
    EXPECT_NEAR(std::sqrt(split.tail_integral(K, -2)) / (1.7 * std::sqrt(c) * std::exp(-c)), 1, 0.12) << c;
    EXPECT_NEAR(std::sqrt(split.tail_integral(K, 0)) / (2.9 * std::pow(c, 1.5) * std::exp(-c)), 1, 0.12) << c;
    EXPECT_NEAR(std::sqrt(split.tail_integral(K, 2)) / (6.3 * std::pow(c, 2.5) * std::exp(-c)), 1, 0.25) << c;
    EXPECT_NEAR(split.energy() / (1.53 * std::sqrt(c)), 1, 0.05) << c;
  }
}

TEST(ProlateSplit, TailIntegralWithBodiesExpandsIntoItsThreeTerms) {
  const ProlateSplit split(16.1);
  const double K = 1.35 * 16.1, p = 0.004;
  const double expected =
      split.tail_integral(K, -2) - 2 * p * split.tail_integral(K, 0) + p * p * split.tail_integral(K, 2);
  EXPECT_NEAR(split.tail_integral(K, -2, p) / expected, 1, 0.05);
}

TEST(ProlateSplit, NaturalDegreeIsThatOfTheRecipe) {
  EXPECT_EQ(ProlateSplit::natural_degree(8.5), 7);
  EXPECT_EQ(ProlateSplit::natural_degree(16.1), 12);
  EXPECT_EQ(ProlateSplit::natural_degree(30.3), 22);
}

/// Legendre coefficients "e" of a table made by tests/reference/data/prolate_tables.py: two prolates, mass 1, second
/// moment 0.
std::vector<double> stored_split(const std::string& file, double& c) {
  std::ifstream in(std::string(SLURRY_REFERENCE_DATA) + "/prolate/" + file);
  std::string line;
  std::vector<double> e;
  while (std::getline(in, line)) {
    if (const auto at = line.find(" c="); at != std::string::npos) c = std::stod(line.substr(at + 3));
    if (line.rfind("e,", 0) == 0) e.push_back(std::stod(line.substr(line.rfind(',') + 1)));
  }
  return e;
}

TEST(EvenProlates, ReproduceTheStoredSplitOfTwo) {
  for (const char* file : {"prolate_1e-03.csv", "prolate_1e-12.csv"}) {
    double c = 0;
    const auto e = stored_split(file, c);
    ASSERT_GT(e.size(), 5u) << file;
    const auto psi = even_prolates(c, 2);
    const long double determinant = psi[0][0] * psi[1][1] - psi[0][1] * psi[1][0];
    const long double a0 = (0.5L * psi[1][1] + 1.25L * psi[1][0]) / determinant;
    const long double a2 = (-1.25L * psi[0][0] - 0.5L * psi[0][1]) / determinant;
    for (std::size_t l = 0; l < e.size(); ++l)
      EXPECT_NEAR(double(a0 * psi[0][l] + a2 * psi[1][l]), e[l], 1e-14) << file << ' ' << l;
  }
}

TEST(EvenProlates, AreOrthonormalEigenfunctionsOfTheBandLimitingOperator) {
  const double c = 12;
  const auto psi = even_prolates(c, 3);
  const auto rule = gauss_legendre<double>(80);
  const auto value = [&](int j, double x) {
    double sum = 0;
    for (std::size_t l = 0; l < psi[j].size(); ++l) sum += double(psi[j][l]) * std::legendre(unsigned(2 * l), x);
    return sum;
  };
  for (int j = 0; j < 3; ++j) {
    double eigenvalue = 0;
    for (double x : {0.0, 0.4, 0.9}) {  // int psi(y) cos(c x y) dy = lambda psi(x)
      double sum = 0;
      for (std::size_t i = 0; i < rule.nodes.size(); ++i)
        sum += rule.weights[i] * value(j, rule.nodes[i]) * std::cos(c * x * rule.nodes[i]);
      if (x == 0) eigenvalue = sum / value(j, 0);
      EXPECT_NEAR(sum, eigenvalue * value(j, x), 1e-12) << j << ' ' << x;
    }
    for (int k = 0; k <= j; ++k) {
      double product = 0;
      for (std::size_t i = 0; i < rule.nodes.size(); ++i)
        product += rule.weights[i] * value(j, rule.nodes[i]) * value(k, rule.nodes[i]);
      EXPECT_NEAR(product, j == k ? 1 : 0, 1e-13);
    }
  }
}

}  // namespace
}  // namespace slurry
