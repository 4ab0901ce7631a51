// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>

#include "base/quadrature.hpp"

namespace slurry {
namespace {

TEST(GaussLegendre, IntegratesPolynomialsOfDegree2nMinus1Exactly) {
  for (int n : {1, 2, 3, 4, 7, 16, 33, 64}) {
    const auto rule = gauss_legendre<long double>(n);
    for (int power = 0; power < 2 * n; ++power) {
      long double sum = 0;
      for (int i = 0; i < n; ++i) sum += rule.weights[i] * std::pow(rule.nodes[i], power);
      const long double exact = power % 2 == 0 ? 2.0L / (power + 1) : 0;
      EXPECT_NEAR(static_cast<double>(sum - exact), 0, 1e-17 * n) << n << " points, power " << power;
    }
  }
}

TEST(GaussLegendre, KnownNodesAndWeights) {
  const auto two = gauss_legendre<double>(2), three = gauss_legendre<double>(3);
  EXPECT_NEAR(two.nodes[1], 1 / std::sqrt(3.0), 1e-15);
  EXPECT_NEAR(two.weights[0], 1, 1e-15);
  EXPECT_EQ(three.nodes[1], 0);
  EXPECT_NEAR(three.nodes[2], std::sqrt(0.6), 1e-15);
  EXPECT_NEAR(three.weights[0], 5.0 / 9, 1e-14);
  EXPECT_NEAR(three.weights[1], 8.0 / 9, 1e-14);
}

TEST(GaussLegendre, LargeRulesIntegrateAWaveToRounding) {
  for (int n : {120, 501}) {
    const auto rule = gauss_legendre<double>(n);
    const double k = 0.6 * n;
    double sum = 0;
    for (int i = 0; i < n; ++i) {
      EXPECT_GT(rule.weights[i], 0);
      if (i > 0) {
        EXPECT_GT(rule.nodes[i], rule.nodes[i - 1]);
      }
      sum += rule.weights[i] * std::cos(k * rule.nodes[i]);
    }
    EXPECT_NEAR(sum, 2 * std::sin(k) / k, 2e-15 * std::sqrt(n)) << n;
  }
}

}  // namespace
}  // namespace slurry
