// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/quadrature.hpp"
#include "kernels/window.hpp"

namespace slurry {
namespace {

/// I0 by its power series, in extended precision.
long double bessel_i0(long double x) {
  long double term = 1, sum = 1;
  for (int k = 1; term > sum * 1e-21L; ++k) {
    term *= x * x / (4.0L * k * k);
    sum += term;
  }
  return sum;
}

TEST(KaiserBessel, ValuesAgainstThePowerSeries) {
  for (double beta : {6.0, 14.0, 35.0}) {
    const KaiserBessel window(8, beta);
    EXPECT_DOUBLE_EQ(window.value(0), 1);
    EXPECT_EQ(window.value(1.0000001), 0);
    for (double x : {-1.0, -0.7, 0.2, 0.95, 1.0}) {
      const double expected = double(bessel_i0(beta * std::sqrt((1 - (long double)x * x))) / bessel_i0(beta));
      EXPECT_NEAR(window.value(x), expected, 1e-14 * expected + 1e-30) << beta << ' ' << x;
    }
  }
}

TEST(KaiserBessel, TransformAgainstQuadrature) {
  const auto rule = gauss_legendre<double>(300);
  for (double beta : {6.0, 14.0, 35.0}) {
    const KaiserBessel window(8, beta);
    for (double k : {0.0, 1.0, 0.5 * beta, beta, 1.5 * beta, 3 * beta}) {
      double sum = 0;
      for (std::size_t i = 0; i < rule.nodes.size(); ++i)
        sum += rule.weights[i] * window.value(rule.nodes[i]) * std::cos(k * rule.nodes[i]);
      EXPECT_NEAR(window.transform(k), sum, 3e-15) << beta << ' ' << k;
    }
    EXPECT_NEAR(window.transform(beta * (1 + 1e-12)), window.transform(beta), 1e-9 * window.transform(beta));
  }
}

/// Value at the P grid points from the piecewise polynomials, the way the spreading stages read them.
double polynomial_value(const std::vector<double>& c, int degree, int pitch, int i, double tau) {
  const double z = 2 * tau - 1;
  double sum = 0;
  for (int k = degree; k >= 0; --k) sum = sum * z + c[std::size_t(k) * pitch + i];
  return sum;
}

double largest_error(const KaiserBessel& window, int degree) {
  const int P = window.points(), pitch = (P + 7) / 8 * 8;
  const auto c = window.polynomials(degree, pitch);
  double largest = 0;
  for (int i = 0; i < P; ++i)
    for (int j = 0; j < 50; ++j) {
      const double tau = (j + 0.5) / 50, x = 2 * (i + tau) / P - 1;  // grid point i lies tau behind the left end + i
      largest = std::max(largest, std::abs(polynomial_value(c, degree, pitch, i, tau) - window.value(x)));
    }
  return largest;
}

TEST(KaiserBessel, PolynomialsConvergeToTheWindow) {
  for (int P : {3, 4, 5, 8, 11, 15, 20}) {
    const KaiserBessel window(P, 2.3 * P);
    double previous = 1;
    for (int degree = 2; degree <= 20; degree += 3) {
      const double error = largest_error(window, degree);
      EXPECT_LT(error, std::max(0.4 * previous, 3e-14)) << P << ' ' << degree;
      previous = error;
    }
  }
}

// The degree rule must keep the polynomials' error below what the window itself leaves behind: its transform at the
// first alias of the largest wave number, relative to that at 0 (sigma 1.35).
TEST(KaiserBessel, TheDegreeRuleStaysBelowTheTruncationOfTheWindow) {
  const double pi = std::acos(-1.0);
  for (int P = 4; P <= 17; ++P) {
    const KaiserBessel window(P, 2.35 * P);
    const double alias = window.transform(pi * P * (1 - 0.5 / 1.35)) / window.transform(0);
    const double error = largest_error(window, KaiserBessel::sufficient_degree(P));
    EXPECT_LT(error, 10 * std::abs(alias)) << "P " << P << ": " << error << " against " << alias;
  }
}

// A dipole has no net force on the grid, wherever it is: the slopes are those of the window over its sum.
TEST(KaiserBessel, SlopesAreThoseOfTheWindowOverItsSumAndAddUpToNothing) {
  for (int P = 4; P <= 17; ++P) {
    const KaiserBessel window(P, 2.35 * P);
    const int pitch = (P + 7) / 8 * 8;
    const double mean = P * window.transform(0) / 2;
    for (const int degree : {KaiserBessel::sufficient_degree(P), 20}) {
      const auto c = window.slopes(degree, pitch);
      for (int j = 1; j < 20; ++j) {
        const double tau = j / 20.0;
        double w = 0, slope = 0, sum = 0;
        const auto at = [&](int i) { return 2 * (i + tau) / P - 1; };
        for (int i = 0; i < P; ++i) {
          w += window.value(at(i));
          slope += window.derivative(at(i)) * 2 / P;
        }
        for (int i = 0; i < P; ++i) {
          const double found = polynomial_value(c, degree - 1, pitch, i, tau);
          const double exact = mean / w * (window.derivative(at(i)) * 2 / P - window.value(at(i)) * slope / w);
          sum += found;
          EXPECT_NEAR(found, exact, degree == 20 ? 1e-11 : 0.1) << P << ' ' << i;
        }
        EXPECT_NEAR(sum, 0, 1e-14) << P << ' ' << degree;
      }
    }
  }
}

TEST(KaiserBessel, PaddingOfTheTableIsZero) {
  const KaiserBessel window(5, 11);
  const auto c = window.polynomials(6, 8);
  ASSERT_EQ(c.size(), 7u * 8);
  for (int k = 0; k <= 6; ++k)
    for (int i = 5; i < 8; ++i) EXPECT_EQ(c[k * 8 + i], 0);
}

}  // namespace
}  // namespace slurry
