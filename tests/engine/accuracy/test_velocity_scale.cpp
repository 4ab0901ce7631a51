// SPDX-License-Identifier: BSD-3-Clause
// What a unit force does at random places of the box: against quadrature over distances, sums over modes, and sums of
// one force at many places, which know nothing of it.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "accuracy/velocity_scale.hpp"
#include "base/quadrature.hpp"
#include "slurry/sum.hpp"
#include "support/random_points.hpp"

namespace slurry::test {
namespace {

TEST(VelocityScale, FreeSpaceIsTheIntegralOverDistances) {
  const auto rule = gauss_legendre<double>(60);
  for (const auto& lengths : {std::array<double, 3>{1, 1, 1}, {1, 2, 5}}) {
    double squares[3] = {}, along[3] = {};
    for (int i = 0; i < 60; ++i)
      for (int j = 0; j < 60; ++j)
        for (int k = 0; k < 60; ++k) {
          const int at[3] = {i, j, k};
          double x[3], weight = 1, r2 = 0;
          for (int d = 0; d < 3; ++d) {  // x = L t^3, 2 (1 - x/L)/L of pairs are so far apart
            const double t = (1 + rule.nodes[at[d]]) / 2, a = t * t * t;
            x[d] = lengths[d] * a;
            weight *= rule.weights[at[d]] / 2 * 3 * t * t * 2 * (1 - a);
            r2 += x[d] * x[d];
          }
          for (int d = 0; d < 3; ++d) {
            squares[d] += weight * (1 + 3 * x[d] * x[d] / r2) / r2;
            along[d] += weight * (1 + x[d] * x[d] / r2) / std::sqrt(r2);
          }
        }
    const StokesletMeans means = stokeslet_means({lengths, 0}, 1000);
    for (int d = 0; d < 3; ++d) {
      EXPECT_NEAR(means.squares[d] / squares[d], 1, 0.02) << d;
      EXPECT_NEAR(means.along[d] / along[d], 1, 0.02) << d;
    }
  }
}

TEST(VelocityScale, ThreePeriodsAreTheSumOverModes) {
  for (const auto& lengths : {std::array<double, 3>{1, 1, 1}, {4, 1, 2}}) {
    double squares[3] = {};
    constexpr int most = 40;
    for (int i = -most; i <= most; ++i)
      for (int j = -most; j <= most; ++j)
        for (int l = -most; l <= most; ++l) {
          if (i == 0 && j == 0 && l == 0) continue;
          const double two_pi = 2 * std::numbers::pi;
          const double k[3] = {two_pi * i / lengths[0], two_pi * j / lengths[1], two_pi * l / lengths[2]};
          const double k2 = k[0] * k[0] + k[1] * k[1] + k[2] * k[2];
          for (int d = 0; d < 3; ++d) squares[d] += (1 - k[d] * k[d] / k2) / (k2 * k2);
        }
    const Box box{lengths, 3};
    const StokesletMeans means = stokeslet_means(box, 1000);
    for (int d = 0; d < 3; ++d) {  // modes left out: 2 or 3 per cent
      EXPECT_NEAR(means.squares[d] / (squares[d] * std::pow(8 * std::numbers::pi / box.volume(), 2)), 1, 0.05) << d;
      EXPECT_EQ(means.along[d], 0);
    }
  }
}

TEST(VelocityScale, OneAndTwoPeriodsAreThoseOfSums) {
  for (const int periodicity : {1, 2})
    // few close pairs make much of the mean: 20 per cent of scatter
    for (const auto& lengths : {std::array<double, 3>{1, 1, 1}, {1, 5, 3}, {4, 1, 1}})
      for (int d = 0; d < 3; ++d) {
        double squares = 0, along = 0;
        constexpr int sources = 40, targets = 400;
        const auto places = uniform_points(sources, lengths, 3);
        for (int i = 0; i < sources; ++i) {
          SumProblem p;
          p.box = {lengths, periodicity};
          p.sources = {places[3 * i], places[3 * i + 1], places[3 * i + 2]};
          p.targets = uniform_points(targets, lengths, 10 + i);
          p.forces.assign(3, 0);
          p.forces[d] = 1;
          SumOptions o;
          o.tolerance = 1e-3;
          o.deterministic = true;
          o.measured_targets = 0;
          const auto u = evaluate_sum(p, o).velocities;
          for (std::size_t k = 0; k < u.size(); ++k) squares += u[k] * u[k] / (sources * targets);
          for (std::size_t k = d; k < u.size(); k += 3) along += u[k] / (sources * targets);
        }
        const StokesletMeans means = stokeslet_means({lengths, periodicity}, 1000);
        EXPECT_NEAR(means.squares[d] / squares, 1, 0.3) << periodicity << "P " << lengths[1] << ", " << d;
        EXPECT_NEAR(means.along[d], along, 0.1 * std::sqrt(squares)) << periodicity << "P " << lengths[1] << ", " << d;
      }
}

TEST(VelocityScale, ForcesThatAgreeAddUp) {
  const Box box{{1, 1, 1}, 0};
  const StokesletMeans means = stokeslet_means(box, 100);
  ForceNorms forces;
  forces.squares = {100, 0, 0};
  EXPECT_NEAR(velocity_scale(box, forces, 100), 10 * std::sqrt(means.squares[0]), 1e-9);
  forces.net = {100, 0, 0};  // a hundred of 1
  EXPECT_NEAR(velocity_scale(box, forces, 100),
              std::sqrt(100 * means.squares[0] + 9900 * means.along[0] * means.along[0]), 1e-9);
}

}  // namespace
}  // namespace slurry::test
