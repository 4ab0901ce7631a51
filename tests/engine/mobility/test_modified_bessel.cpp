// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "mobility/pipe/modified_bessel.hpp"

namespace slurry {
namespace {

TEST(ModifiedBessel, ScaledValuesMatchTheStandardLibrary) {
  for (const double x : {1e-3, 0.1, 1.0, 3.0, 10.0, 50.0, 300.0}) {
    EXPECT_NEAR(bessel::scaled_i0(x) / (std::cyl_bessel_i(0.0, x) * std::exp(-x)), 1, 3e-14) << x;
    const auto k = bessel::scaled_k01(x);
    EXPECT_NEAR(k.k0 / (std::cyl_bessel_k(0.0, x) * std::exp(x)), 1, 3e-14) << x;
    EXPECT_NEAR(k.k1 / (std::cyl_bessel_k(1.0, x) * std::exp(x)), 1, 3e-14) << x;
  }
}

TEST(ModifiedBessel, LargeArgumentsFollowTheirAsymptoticSeries) {
  for (const double x : {1e3, 1e4, 1e5}) {
    const double i0 =
        (1 + 1 / (8 * x) * (1 + 9 / (16 * x) * (1 + 25 / (24 * x)))) / std::sqrt(2 * std::numbers::pi * x);
    const double k0 =
        (1 - 1 / (8 * x) * (1 - 9 / (16 * x) * (1 - 25 / (24 * x)))) * std::sqrt(std::numbers::pi / (2 * x));
    EXPECT_NEAR(bessel::scaled_i0(x) / i0, 1, 1e-12) << x;
    EXPECT_NEAR(bessel::scaled_k01(x).k0 / k0, 1, 1e-12) << x;
  }
}

/// Wronskian I_m K_{m+1} + I_{m+1} K_m = 1/x, with products carried along by the ratios.
TEST(ModifiedBessel, RatiosKeepTheWronskianUpToLargeOrders) {
  for (const double x : {1e-3, 0.3, 5.0, 80.0, 2000.0}) {
    const auto i = bessel::i_ratios(x, 400), k = bessel::k_ratios(x, 400);
    double product = bessel::scaled_i0(x) * bessel::scaled_k01(x).k0;  // I_m K_m
    for (std::size_t m = 0; m < 400; ++m) {
      EXPECT_NEAR(x * product * (k[m] + i[m]), 1, 1e-12) << x << " " << m;
      product *= i[m] * k[m];
    }
  }
}

}  // namespace
}  // namespace slurry
