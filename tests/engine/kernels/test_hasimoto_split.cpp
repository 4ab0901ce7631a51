// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/quadrature.hpp"
#include "kernels/hasimoto_split.hpp"

namespace slurry {
namespace {

double polynomial(const std::vector<double>& c, double v) {
  double sum = 0;
  for (std::size_t k = c.size(); k-- > 0;) sum = sum * v + c[k];
  return sum;
}

// Closed forms of theory/splits.md (S9), (S11): dB/dr = erf(xi r), E = (2 xi/sqrt(pi)) exp(-xi^2 r^2)
TEST(HasimotoSplit, PolynomialsAreTheDerivativesOfTheScreenedKernel) {
  for (double s : {2.0, 3.4, 4.6, 5.7}) {
    const double rc = 0.7, xi = s / rc;
    const HasimotoSplit split(s, 40);
    const auto b1 = split.beta(1, rc), b2 = split.beta(2, rc), b3 = split.beta(3, rc), b4 = split.beta(4, rc);
    for (double r : {0.15, 0.3, 0.45, 0.6, 0.7}) {
      const double v = 2 * r * r / (rc * rc) - 1, e = 2 * xi / std::sqrt(std::numbers::pi) * std::exp(-xi * xi * r * r);
      const double first = std::erf(xi * r) / r;
      const double second = (e - first) / (r * r);
      const double third = (-2 * xi * xi * e - 3 * second) / (r * r);
      EXPECT_NEAR(polynomial(b1, v), first, 1e-13 * first) << s << ' ' << r;
      EXPECT_NEAR(polynomial(b2, v), second, 1e-11 * std::fabs(second)) << s << ' ' << r;
      EXPECT_NEAR(polynomial(b3, v), third, 1e-9 * std::fabs(third)) << s << ' ' << r;
      const double fourth = (4 * std::pow(xi, 4) * e - 5 * third) / (r * r);
      EXPECT_NEAR(polynomial(b4, v), fourth, 1e-7 * std::fabs(fourth)) << s << ' ' << r;
    }
    EXPECT_NEAR(polynomial(b1, -1), 2 * xi / std::sqrt(std::numbers::pi), 1e-12 * xi);  // self value 4 xi/sqrt(pi)
  }
}

TEST(HasimotoSplit, TheNaturalDegreeLosesLessThanTheCutOfTheNearField) {
  for (double s : {2.0, 2.6, 3.4, 4.0, 4.6}) {
    const HasimotoSplit split(s), exact(s, 40);
    const auto pair = split.far_pair(1, 0), truth = exact.far_pair(1, 0);
    double squared = 0;
    const auto rule = gauss_legendre<double>(80);
    for (std::size_t i = 0; i < rule.nodes.size(); ++i) {
      const double r = (rule.nodes[i] + 1) / 2, v = 2 * r * r - 1;
      const double x = polynomial(pair.x, v) - polynomial(truth.x, v);
      const double y = (polynomial(pair.y, v) - polynomial(truth.y, v)) * r * r;
      // mean over directions of |X f + Y (r.f) r|^2 for a unit force
      squared += rule.weights[i] / 2 * 4 * std::numbers::pi * r * r * (x * x + (2 * x * y + y * y) / 3);
    }
    EXPECT_LT(std::sqrt(squared), 0.3 * std::sqrt(split.near_truncation().single)) << s;
  }
}

TEST(HasimotoSplit, TableAndIntegralsOfGamma) {
  const double s = 3.7;
  const HasimotoSplit split(s);
  for (double t = 0; t < 80; t += 0.37) {
    const double tau = t * t / (4 * s * s);
    EXPECT_NEAR(split.gamma(t), (1 + tau) * std::exp(-tau), 1e-14) << t;
  }
  // by the midpoint rule, which is exact to rounding for such functions
  double energy = 0, tail = 0, bodies = 0;
  const double from = 12, dt = 1e-3, p = 0.01;
  for (int i = 0; i < 90000; ++i) {
    const double t = (i + 0.5) * dt, g = split.gamma_exact(t);
    energy += g * g * dt;
    if (t < from) continue;
    tail += g * g / (t * t) * dt;
    bodies += g * g * (1 - p * t * t) * (1 - p * t * t) * dt;
  }
  EXPECT_NEAR(split.energy(), energy, 1e-10 * energy);
  EXPECT_NEAR(split.tail_integral(from, -2), tail, 1e-5 * tail);
  EXPECT_NEAR(split.tail_integral(from, 0, p), bodies, 1e-5 * bodies);
}

TEST(HasimotoSplit, FreeReachCoversTheScreenedKernel) {
  EwaldParameters p;
  p.box = {{1, 1, 1}, 0};
  p.split = Split::hasimoto;
  p.cutoff_radius = 0.4;
  p.shape = 4;
  p.tolerance_relative = 1e-8;
  const double reach = far_reach(p), xi = p.shape / p.cutoff_radius;
  EXPECT_GT(reach, p.cutoff_radius);
  EXPECT_LT(std::erfc(xi * reach), 1e-8);
  p.split = Split::prolate;
  EXPECT_EQ(far_reach(p), p.cutoff_radius);
}

}  // namespace
}  // namespace slurry
