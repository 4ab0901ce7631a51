// SPDX-License-Identifier: BSD-3-Clause
// What a unit force does at random places of the box: against quadrature over distances, sums over modes, and sums of
// one force at many places, which know nothing of it.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "accuracy/velocity_scale.hpp"
#include "base/quadrature.hpp"
#include "slurry/sum.hpp"
#include "support/random_points.hpp"

namespace slurry::test {
namespace {

TEST(VelocityScale, FreeSpaceIsTheIntegralOverDistances) {
  const auto rule = gauss_legendre<double>(60);
  for (const auto& lengths : {std::array<double, 3>{1, 1, 1}, {1, 2, 5}}) {
    double squares[3] = {}, along[3] = {}, potential_square = 0, potential = 0;
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
          potential_square += weight / r2;
          potential += weight / std::sqrt(r2);
        }
    const StokesletMeans means = stokeslet_means({lengths, 0}, 1000);
    EXPECT_NEAR(means.potential_square / potential_square, 1, 0.02);
    EXPECT_NEAR(means.potential / potential, 1, 0.02);
    for (int d = 0; d < 3; ++d) {
      EXPECT_NEAR(means.squares[d] / squares[d], 1, 0.02) << d;
      EXPECT_NEAR(means.along[d] / along[d], 1, 0.02) << d;
    }
  }
}

TEST(VelocityScale, ThreePeriodsAreTheSumOverModes) {
  for (const auto& lengths : {std::array<double, 3>{1, 1, 1}, {4, 1, 2}}) {
    double squares[3] = {}, potential_square = 0;
    constexpr int most = 40;
    for (int i = -most; i <= most; ++i)
      for (int j = -most; j <= most; ++j)
        for (int l = -most; l <= most; ++l) {
          if (i == 0 && j == 0 && l == 0) continue;
          const double two_pi = 2 * std::numbers::pi;
          const double k[3] = {two_pi * i / lengths[0], two_pi * j / lengths[1], two_pi * l / lengths[2]};
          const double k2 = k[0] * k[0] + k[1] * k[1] + k[2] * k[2];
          for (int d = 0; d < 3; ++d) squares[d] += (1 - k[d] * k[d] / k2) / (k2 * k2);
          potential_square += 1 / (k2 * k2);
        }
    const Box box{lengths, 3};
    const StokesletMeans means = stokeslet_means(box, 1000);
    for (int d = 0; d < 3; ++d) {  // modes left out: 2 or 3 per cent
      EXPECT_NEAR(means.squares[d] / (squares[d] * std::pow(8 * std::numbers::pi / box.volume(), 2)), 1, 0.05) << d;
      EXPECT_EQ(means.along[d], 0);
    }
    EXPECT_NEAR(means.potential_square / (potential_square * std::pow(4 * std::numbers::pi / box.volume(), 2)), 1,
                0.05);
    EXPECT_EQ(means.potential, 0);
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

TEST(VelocityScale, ChargesWithOneAndTwoPeriodsToo) {
  for (const int periodicity : {1, 2})
    for (const auto& lengths : {std::array<double, 3>{1, 1, 1}, {1, 5, 3}, {4, 1, 1}}) {
      double square = 0, mean = 0;
      constexpr int sources = 40, targets = 400;
      const auto places = uniform_points(sources, lengths, 3);
      for (int i = 0; i < sources; ++i) {
        SumProblem p;
        p.box = {lengths, periodicity};
        p.sources = {places[3 * i], places[3 * i + 1], places[3 * i + 2]};
        p.targets = uniform_points(targets, lengths, 10 + i);
        p.charges = {1};
        SumOptions o;
        o.layer = Layer::coulomb;
        o.tolerance = 1e-3;
        o.deterministic = true;
        o.measured_targets = 0;
        for (const double phi : evaluate_sum(p, o).potentials) {
          square += phi * phi / (sources * targets);
          mean += phi / (sources * targets);
        }
      }
      const StokesletMeans means = stokeslet_means({lengths, periodicity}, 1000);
      EXPECT_NEAR(means.potential_square / square, 1, 0.3) << periodicity << "P " << lengths[1];
      EXPECT_NEAR(means.potential, mean, 0.1 * std::sqrt(square)) << periodicity << "P " << lengths[1];
    }
}

// Sums over all sources and targets, with weights that are wrong by shares of random sign: the mean square of the
// error.
TEST(VelocityScale, SharesThatAreSpreadAndGatheredWronglyAddUp) {
  constexpr int sources = 30, targets = 40, draws = 400;
  const double constant = -3;
  const auto y = uniform_points(sources, {1, 1, 1}, 1), x = uniform_points(targets, {1, 1, 1}, 2);
  for (const bool agree : {true, false}) {
    const auto random = normal_vectors(sources, 3);
    std::vector<double> charge(sources);
    double squares = 0, net = 0, held = 0;
    for (int s = 0; s < sources; ++s) {
      charge[s] = agree ? 1 : random[3 * s];
      squares += charge[s] * charge[s];
      net += charge[s];
    }
    const auto pair = [&](int t, int s) {
      double r2 = 0;
      for (int d = 0; d < 3; ++d) r2 += std::pow(x[3 * t + d] - y[3 * s + d], 2);
      return 1 / std::sqrt(r2);
    };
    StokesletMeans means{};
    for (int t = 0; t < targets; ++t)
      for (int s = 0; s < sources; ++s) {
        means.potential += pair(t, s) / (sources * targets);
        means.potential_square += std::pow(pair(t, s), 2) / (sources * targets);
      }
    for (int draw = 0; draw < draws; ++draw) {
      const auto of_source = normal_vectors(sources, 10 + draw), of_target = normal_vectors(targets, 5000 + draw);
      for (int t = 0; t < targets; ++t) {
        double spread = 0, gathered = 0;
        for (int s = 0; s < sources; ++s) {
          spread += of_source[3 * s] * charge[s] * (pair(t, s) - constant);
          gathered += of_target[3 * t] * charge[s] * (pair(t, s) - constant);
        }
        held += 0.5 * (spread * spread + gathered * gathered) / (draws * targets);
      }
    }
    const double expected = smooth_potential_squares(means, squares, net, constant);
    EXPECT_NEAR(expected / held, 1, agree ? 0.15 : 0.3) << agree;
    ForceNorms forces;
    forces.squares[1] = squares;
    forces.net[1] = net;
    means.squares[1] = means.potential_square;
    means.along[1] = means.potential;
    EXPECT_DOUBLE_EQ(smooth_field_squares(means, forces, {0, constant, 0}), expected);
  }
}

}  // namespace
}  // namespace slurry::test
