// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/chebyshev.hpp"

namespace slurry {
namespace {

double series_at(const std::vector<double>& c, double v) {
  double sum = 0;
  for (std::size_t k = 0; k < c.size(); ++k) sum += c[k] * std::cos(double(k) * std::acos(v));
  return sum;
}

TEST(ChebyshevFit, ReturnsTheSeriesOfAPolynomial) {
  // T_5 = 16 v^5 - 20 v^3 + 5 v
  const auto c =
      chebyshev_fit<double>([](double v) { return 3 + 16 * std::pow(v, 5) - 20 * std::pow(v, 3) + 5 * v; }, 9);
  ASSERT_EQ(c.size(), 10u);
  for (int k = 0; k < 10; ++k) EXPECT_NEAR(c[k], k == 0 ? 3 : (k == 5 ? 1 : 0), 1e-14) << k;
}

TEST(ChebyshevDerivative, IsNTimesTheSecondKind) {
  for (int n : {0, 1, 2, 5, 12}) {
    std::vector<double> c(n + 1, 0.0);
    c[n] = 1;
    const auto d = chebyshev_derivative(c);
    for (double angle : {0.3, 1.0, 2.2}) {  // T_n' = n U_{n-1} = n sin(n angle)/sin(angle)
      EXPECT_NEAR(series_at(d, std::cos(angle)), n * std::sin(n * angle) / std::sin(angle), 1e-12) << n;
    }
  }
}

TEST(ChebyshevTimesV, MultipliesTheValues) {
  const std::vector<double> c{0.7, -1.2, 0.4, 2.5};
  const auto product = chebyshev_times_v(c);
  for (double v : {-1.0, -0.3, 0.0, 0.8, 1.0}) EXPECT_NEAR(series_at(product, v), v * series_at(c, v), 1e-14);
}

TEST(ChebyshevToMonomial, KnownCoefficients) {
  const auto m = chebyshev_to_monomial<double>({1, 0, 0, 0, 2, 1});  // 1 + 2 (8v^4-8v^2+1) + 16v^5-20v^3+5v
  const std::vector<double> expected{3, 5, -16, -20, 16, 16};
  ASSERT_EQ(m.size(), expected.size());
  for (std::size_t k = 0; k < m.size(); ++k) EXPECT_EQ(m[k], expected[k]) << k;
  EXPECT_EQ(chebyshev_to_monomial<double>({4}), std::vector<double>{4});
}

TEST(PiecewiseChebyshev, ReproducesAWaveToRoundingEndsIncluded) {
  const double end = 40;
  const PiecewiseChebyshev table([](double x) { return std::cos(x); }, end, 41);
  for (int i = 0; i <= 1000; ++i) {
    const double x = end * i / 1000;
    EXPECT_NEAR(table(x), std::cos(x), 2e-14) << x;
  }
}

}  // namespace
}  // namespace slurry
