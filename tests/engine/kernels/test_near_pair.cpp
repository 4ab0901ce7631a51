// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "base/quadrature.hpp"
#include "kernels/near_pair.hpp"
#include "kernels/prolate_split.hpp"
#include "reference/pairs.hpp"
#include "support/random_points.hpp"

namespace slurry {
namespace {

struct Tensor {
  double along, across;  // eigenvalues of X I + Y rr
};
Tensor rotne_prager(double r, double a, double b) {
  double x = 0, y = 0;
  rotne_prager_pair(r, a, b, x, y);
  return {x + y * r * r, x};
}

// Rotne & Prager, J. Chem. Phys. 50 (1969) 4831, equal spheres; units 1/(8 pi eta), so 4/(3 a) is the self-mobility
TEST(RotnePrager, EqualSpheresAsInTheLiterature) {
  const double a = 0.7, self = 4 / (3 * a);
  for (double r : {0.01, 0.3, 1.0, 1.39}) {
    const Tensor t = rotne_prager(r, a, a);
    EXPECT_NEAR(t.across, self * (1 - 9 * r / (32 * a)), 1e-13 * self) << r;
    EXPECT_NEAR(t.along, self * (1 - 6 * r / (32 * a)), 1e-13 * self) << r;
  }
  for (double r : {1.41, 2.0, 9.0}) {
    const Tensor t = rotne_prager(r, a, a);
    EXPECT_NEAR(t.along, self * (1.5 * a / r - std::pow(a / r, 3)), 1e-14 * self) << r;
    EXPECT_NEAR(t.across, self * (0.75 * a / r + 0.5 * std::pow(a / r, 3)), 1e-14 * self) << r;
  }
}

/// Mean over the surface of a sphere of radius a of the velocity that a sphere of radius b causes: constant inside it,
/// (1 + b^2/6 Lap) G outside.  This is the definition of the tensor for any overlap.
Tensor surface_average(double r, double a, double b) {
  const auto rule = gauss_legendre<double>(400);
  double split = (b * b - a * a - r * r) / (2 * a * r);  // cos of the angle where the surface enters the sphere
  split = std::fmin(1, std::fmax(-1, split));
  Tensor mean{0, 0};
  for (auto [lower, upper] : {std::array{-1.0, split}, std::array{split, 1.0}})
    for (std::size_t i = 0; i < rule.nodes.size(); ++i) {
      const double mu = (lower + upper) / 2 + (upper - lower) / 2 * rule.nodes[i];
      const double weight = (upper - lower) / 2 * rule.weights[i] / 2;  // d(mu)/2
      const double along = r + a * mu, across2 = a * a * (1 - mu * mu), s = along * along + across2, d = std::sqrt(s);
      double x = 4 / (3 * b), y = 0;
      if (d > b) {
        x = 1 / d + b * b / (3 * d * s);
        y = 1 / (d * s) - b * b / (d * s * s);
      }
      mean.along += weight * (x + y * along * along);
      mean.across += weight * (x + y * across2 / 2);
    }
  return mean;
}

TEST(RotnePrager, IsTheSurfaceAverageOfTheFlowAroundASphereAtAnyOverlap) {
  for (auto [a, b] : {std::array{0.5, 0.5}, std::array{0.3, 0.8}, std::array{1.1, 0.2}})
    for (double r : {0.05, 0.31, 0.49, 0.55, 0.8, 0.99, 1.2, 1.29, 1.4, 3.0}) {
      const Tensor expected = surface_average(r, a, b), t = rotne_prager(r, a, b);
      EXPECT_NEAR(t.along, expected.along, 1e-12) << a << ' ' << b << ' ' << r;
      EXPECT_NEAR(t.across, expected.across, 1e-12) << a << ' ' << b << ' ' << r;
    }
}

TEST(RotnePrager, IsContinuousWhereSpheresTouchAndWhereOneEntersTheOther) {
  for (auto [a, b] : {std::array{0.5, 0.5}, std::array{0.3, 0.8}, std::array{0.8, 0.3}})
    for (double r : {a + b, std::abs(a - b)}) {
      if (r == 0) continue;
      const Tensor before = rotne_prager(r * (1 - 1e-9), a, b), after = rotne_prager(r * (1 + 1e-9), a, b);
      EXPECT_NEAR(before.along, after.along, 1e-8);
      EXPECT_NEAR(before.across, after.across, 1e-8);
    }
  EXPECT_NEAR(rotne_prager(0, 0.5, 0.5).along, 4 / 1.5, 1e-15);
}

TEST(NearPair, KindFollowsFromTheRadii) {
  const ProlateSplit split(9);
  EXPECT_EQ(make_near_pair(split, 1, 0, 0).kind, PairKind::point);
  EXPECT_EQ(make_near_pair(split, 1, 0.1, 0).kind, PairKind::finite);
  EXPECT_EQ(make_near_pair(split, 1, 0, 0.1).kind, PairKind::finite);
  EXPECT_EQ(make_near_pair(split, 1, 0.1, 0.2).kind, PairKind::overlap);
}

// singular part minus polynomials; the singular part from the formulas in extended precision
TEST(NearPair, ScalarFormIsTheExactPairMinusTheFarPolynomials) {
  const double rc = 0.8;
  test::Random random(3);
  for (double c : {8.5, 16.1, 31.0}) {
    const ProlateSplit split(c);
    for (auto [a, b] : {std::array{0.0, 0.0}, std::array{0.0, 0.1}, std::array{0.1, 0.0}, std::array{0.1, 0.1},
                        std::array{0.05, 0.2}}) {
      const NearPair pair = make_near_pair(split, rc, a, b);
      const auto far = split.far_pair(rc, (a * a + b * b) / 6);
      for (int trial = 0; trial < 60; ++trial) {
        double d[3], f[3], u[3] = {0, 0, 0};
        for (int k = 0; k < 3; ++k) {
          d[k] = trial == 0 ? 0 : random.uniform(-0.6, 0.6) * (trial % 3 == 0 ? 0.2 : 1);
          f[k] = random.normal();
        }
        add_near_pair(pair, d, f, u);
        reference::Density density;
        const reference::Real separation[3] = {d[0], d[1], d[2]};
        for (int k = 0; k < 3; ++k) density.f[k] = f[k];
        reference::Real exact[3] = {0, 0, 0};
        if (a > 0 && b > 0)
          reference::RotnePrager{a, b}(separation, density, exact);
        else
          reference::Stokeslet{reference::Real(a * a + b * b) / 6}(separation, density, exact);
        const reference::Real s = reference::dot(separation, separation), v = 2 * s / (rc * rc) - 1;
        reference::Real x = 0, y = 0;
        for (int k = int(far.x.size()) - 1; k >= 0; --k) x = x * v + far.x[k];
        for (int k = int(far.y.size()) - 1; k >= 0; --k) y = y * v + far.y[k];
        const reference::Real fd = reference::dot(density.f, separation);
        for (int k = 0; k < 3; ++k) {
          const double expected = s < rc * rc ? double(exact[k] - x * f[k] - y * fd * d[k]) : 0;
          const double size = double(std::fabs(exact[k])) + 10 / rc;
          EXPECT_NEAR(u[k], expected, 1e-13 * size) << "c " << c << " radii " << a << ' ' << b;
        }
      }
    }
  }
}

double polynomial(const double* c, int degree, double v) {
  long double sum = 0;
  for (int k = degree; k >= 0; --k) sum = sum * v + c[k];
  return double(sum);
}

// the combined pair carries beta_i of the far part: those of B = r at the cutoff, and the pair tensor everywhere
TEST(NearPair, CombinedPolynomialsMeetTheExactOnesAndTheSingleLayer) {
  for (double c : {11.0, 18.7, 33.3})
    for (double rc : {0.2, 3.0}) {
      const ProlateSplit split(c);
      const NearPair p = make_combined_pair(split, rc);
      EXPECT_EQ(p.kind, PairKind::combined);
      EXPECT_NEAR(polynomial(p.x, p.degree, 1) * rc, 1, 1e-12) << c;
      EXPECT_NEAR(polynomial(p.y, p.degree - 1, 1) * std::pow(rc, 3), -1, 1e-11) << c;
      EXPECT_NEAR(polynomial(p.z, p.degree - 2, 1) * std::pow(rc, 5), 3, 3e-9) << c;
      const auto far = split.far_pair(rc, 0);
      for (double r : {0.0, 0.3, 0.8, 0.99}) {
        const double v = 2 * r * r - 1, s = r * r * rc * rc;
        const double b1 = polynomial(p.x, p.degree, v), b2 = polynomial(p.y, p.degree - 1, v);
        EXPECT_NEAR(2 * b1 + s * b2, polynomial(far.x.data(), p.degree, v), 1e-12 / rc);
        EXPECT_NEAR(-b2, polynomial(far.y.data(), p.degree - 1, v), 1e-11 / (rc * rc * rc));
      }
      for (double r : {0.3, 0.8}) {  // beta_{i+1} = (1/r) d beta_i/dr
        const double e = 1e-5, s0 = std::pow((r - e) * rc, 2), s1 = std::pow((r + e) * rc, 2);
        const auto at = [&](const double* b, int degree, double x) { return polynomial(b, degree, 2 * x * x - 1); };
        const double slope = 2 * (at(p.y, p.degree - 1, r + e) - at(p.y, p.degree - 1, r - e)) / (s1 - s0);
        EXPECT_NEAR(slope / at(p.z, p.degree - 2, r), 1, 1e-6);
      }
    }
}

}  // namespace
}  // namespace slurry
