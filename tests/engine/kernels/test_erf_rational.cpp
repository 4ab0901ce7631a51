// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "kernels/erf_rational.hpp"
#include "slurry/error.hpp"

// Against std::erf in extended precision.
namespace slurry {
namespace {

struct Errors {
  double fp64 = 0, fp32 = 0;
};
Errors errors_of(const ErfRational& fit) {
  Errors most;
  for (int k = 0; k <= 20000; ++k) {
    const double t = 36.0 * k * k / 4e8;
    const long double x = std::sqrt(static_cast<long double>(t));
    const double truth = static_cast<double>(k == 0 ? 2 * std::numbers::inv_sqrtpi_v<long double> : std::erf(x) / x);
    most.fp64 = std::max(most.fp64, std::fabs(erf_ratio(fit, t) - truth));
    most.fp32 = std::max(most.fp32, std::fabs(erf_ratio(fit, static_cast<float>(t)) - truth));
  }
  return most;
}

/// Found on a grid finer than that of the fit; double precision loses nothing above 1e-14.
TEST(ErfRational, HasTheErrorOfItsDegree) {
  for (const int n : erf_degrees) {
    SCOPED_TRACE(n);
    const ErfRational fit = erf_rational(n);
    const Errors found = errors_of(fit);
    EXPECT_LT(found.fp64, 1.03 * fit.error + 1e-14);
    EXPECT_GT(found.fp64, 0.9 * fit.error);
    EXPECT_LT(found.fp32, 1.03 * fit.error + 1e-6);
  }
}

TEST(ErfRational, HasNoPole) {
  for (const int n : erf_degrees) {
    const ErfRational fit = erf_rational(n);
    for (double x = 0; x <= 6; x += 1e-4) {
      double q = 0;
      for (int k = n; k >= 0; --k) q = q * x * x + fit.q[k];
      ASSERT_GT(q, 0) << n << ' ' << x;
    }
  }
}

TEST(ErfRational, GoesOnBeyondItsInterval) {
  for (const double x : {6.001, 7.0, 30.0}) EXPECT_NEAR(erf_ratio(erf_rational(5), x * x), 1 / x, 1e-15);
}

TEST(ErfRational, TheDegreeFollowsFromTheError) {
  EXPECT_EQ(erf_rational_within(1).degree, erf_degrees[0]);
  EXPECT_EQ(erf_rational_within(0).degree, largest_erf_degree);
  for (double error = 1e-4; error > 1e-13; error /= 10) {
    const ErfRational fit = erf_rational_within(error);
    EXPECT_LE(fit.error, error);
    for (const int n : erf_degrees) {
      if (n < fit.degree) {
        EXPECT_GT(erf_rational(n).error, error);
      }
    }
  }
  EXPECT_THROW(erf_rational(7), Error);
  EXPECT_THROW(erf_rational(largest_erf_degree + 1), Error);
}

/// Closed forms of theory/splits.md (S11) in extended precision.  What the fit's error does to a velocity of G^N or T^N
/// is its size, times a few for the higher derivatives.
TEST(ErfRational, GivesHasimotosNearPart) {
  const long double xi = 4.3L, root = std::numbers::inv_sqrtpi_v<long double>;
  const ErfRational fit = erf_rational(largest_erf_degree);
  for (const double r : {0.02, 0.1, 0.3, 0.5, 0.9, 1.3}) {
    const long double s = static_cast<long double>(r) * r, e = 2 * xi * root * std::exp(-xi * xi * s),
                      first = std::erfc(xi * r) / r, second = -(e + first) / s,
                      third = (2 * xi * xi * e - 3 * second) / s;
    double b[3];
    hasimoto_near_betas(fit, static_cast<double>(xi), r * r, b);
    const double bound = 20 * (fit.error + 1e-15) * static_cast<double>(xi) + 4e-16 / r;
    EXPECT_NEAR(b[0], static_cast<double>(first), bound) << r;
    EXPECT_NEAR(b[1] * r * r, static_cast<double>(second * s), bound) << r;
    EXPECT_NEAR(b[2] * r * r * r * r, static_cast<double>(third * s * s), 3 * bound) << r;
  }
  double self[3];
  hasimoto_near_betas(fit, static_cast<double>(xi), 0.0, self);
  EXPECT_NEAR(2 * self[0], -4 * static_cast<double>(xi * root), 1e-13);  // self term of (S11)
  EXPECT_EQ(self[1], 0);
  EXPECT_EQ(self[2], 0);
}

}  // namespace
}  // namespace slurry
