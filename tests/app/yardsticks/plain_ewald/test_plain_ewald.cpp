// SPDX-License-Identifier: BSD-3-Clause
// The plain Ewald sum of charges against a literature value and the spectral sum; counts and metric against numbers
// printed or found by hand.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "base/execution.hpp"
#include "slurry/error.hpp"
#include "slurry/sum.hpp"
#include "support/random_points.hpp"
#include "support/spaces.hpp"
#include "yardsticks/plain_ewald/operation_counts.hpp"
#include "yardsticks/plain_ewald/plain_ewald.hpp"
#include "yardsticks/plain_ewald/special_functions.hpp"

namespace slurry::test {
namespace {

constexpr std::array both{PlainEwaldVariant::published, PlainEwaldVariant::balanced};

struct Crystal {
  double length;
  std::vector<double> positions, charges;
};

/// Rock salt of even edge with `spacing` between neighbours, each charge moved at random by up to `jitter` spacings.
Crystal rock_salt(int edge, double spacing, double jitter) {
  Random random(7);
  Crystal c{edge * spacing, {}, {}};
  for (int x = 0; x < edge; ++x)
    for (int y = 0; y < edge; ++y)
      for (int z = 0; z < edge; ++z) {
        for (const int n : {x, y, z}) c.positions.push_back(spacing * (n + 0.31 + jitter * random.uniform(-1, 1)));
        c.charges.push_back((x + y + z) % 2 == 0 ? 1 : -1);
      }
  return c;
}

// E. Madelung, Phys. Z. 19 (1918) 524; 1.747564594633182: Borwein, Borwein & Taylor, J. Math. Phys. 26 (1985) 2999
TEST(PlainEwald, RockSaltTo12Digits) {
  const double spacing = 0.7;
  const Crystal c = rock_salt(8, spacing, 0);
  // a wide and a narrow split; the wide one has cells of their own along every edge
  for (const double pair_seconds : {1.0, 40.0})
    for (const PlainEwaldVariant variant : both) {
      const PlainEwaldParameters p = balanced_ewald(c.length, c.charges.size(), 1e-14, pair_seconds, 1.0);
      const double expected = -1.747564594633182 / spacing;
      for_each_space([&](const auto& space) {
        PlainEwald<std::decay_t<decltype(space)>> sum(space, p, variant);
        sum.set_charges(c.positions, c.charges);
        const std::vector<double> phi = sum.potentials();
        for (std::size_t i = 0; i < phi.size(); ++i) ASSERT_NEAR(phi[i], c.charges[i] * expected, 2e-12) << i;
        EXPECT_NEAR(2 * sum.energy().total() / double(phi.size()), expected, 2e-12);
      });
    }
}

// In a perfect crystal every structure factor below |k| = sqrt(3) pi/spacing vanishes: only this one tests the modes.
TEST(PlainEwald, JitteredCrystalAgreesWithTheSpectralSum) {
  const Crystal c = rock_salt(10, 0.9, 0.2);
  SumProblem problem;
  problem.box = {{c.length, c.length, c.length}, 3};
  problem.sources = c.positions;
  problem.charges = c.charges;
  SumOptions o;
  o.layer = Layer::coulomb;
  o.tolerance = 1e-13;
  o.deterministic = true;
  o.measured_targets = 0;
  const std::vector<double> spectral = evaluate_sum(problem, o).potentials;
  double square = 0, energy = 0;
  for (std::size_t i = 0; i < spectral.size(); ++i) {
    square += spectral[i] * spectral[i];
    energy += 0.5 * spectral[i] * c.charges[i];
  }
  for (const double pair_seconds : {1.0, 40.0})
    for (const PlainEwaldVariant variant : both) {
      const PlainEwaldParameters p = balanced_ewald(c.length, c.charges.size(), 1e-14, pair_seconds, 1.0);
      for_each_space([&](const auto& space) {
        PlainEwald<std::decay_t<decltype(space)>> sum(space, p, variant);
        sum.set_charges(c.positions, c.charges);
        const std::vector<double> phi = sum.potentials();
        double difference = 0;
        for (std::size_t i = 0; i < phi.size(); ++i) difference += (phi[i] - spectral[i]) * (phi[i] - spectral[i]);
        EXPECT_LT(std::sqrt(difference / square), 1e-11);
        const auto e = sum.energy();
        EXPECT_NEAR(e.total(), energy, 1e-11 * std::abs(energy));
        EXPECT_GT(e.modes, 1e-3 * std::abs(energy));  // they do count here
      });
    }
}

TEST(PlainEwald, CutoffAboveHalfTheEdgeIsRefused) {
  EXPECT_THROW(PlainEwald<Host>(Host(), {1, 5, 0.6, 5}, PlainEwaldVariant::published), InputError);
}

TEST(PlainEwald, FunctionsWithoutBranchesAgreeWithTheLibrarys) {
  for (int i = 0; i <= 7000; ++i) {
    const double x = 0.001 * i;
    EXPECT_NEAR(plain::erfc_of(x) / std::erfc(x), 1, 3e-14) << x;  // of x^2 in the exponential: 49 eps
    EXPECT_NEAR(plain::exp_of_minus(10 * x) / std::exp(-10 * x), 1, 2e-15) << x;
    const double turns = 0.01 * (i - 3500) + 0.0001;
    const double exact = turns - std::rint(turns);
    EXPECT_NEAR(plain::sine_of_turns(turns), std::sin(2 * M_PI * exact), 2e-15) << turns;
    EXPECT_NEAR(plain::cosine_of_turns(turns), std::cos(2 * M_PI * exact), 2e-15) << turns;
  }
}

// Halver et al.: table 2 follows from the cycles of table 1 (Skylake with 512-bit vectors, Kepler, Volta)
TEST(OperationCounts, PublishedLeastCyclesFollowFromPublishedCycles) {
  const auto expect = [](const OperationCycles& c, std::array<double, 6> printed, double within) {
    const LeastCycles l = least_cycles(c);
    const std::array<double, 6> found{l.pair, l.pair_within, l.charge, l.cube_mode, l.mode, l.mode_charge};
    for (int i = 0; i < 6; ++i) EXPECT_NEAR(found[i], printed[i], within) << i;
  };
  expect({1.0 / 16, .96, 1.20, 6.32, 6.51, 6.76, 9.25}, {1.58, 10.34, 1.0 / 16, .19, 9.76, 13.46}, 0.006);
  expect({1.0 / 64, .15, .21, .37, .55, .55, 1.25}, {.30, 1.43, 1.0 / 64, .047, .96, 1.15}, 0.006);
  expect({1.0 / 32, .30, .31, .57, .84, .84, 2.04}, {.50, 2.40, 1.0 / 32, .094, 1.75, 1.77}, 0.006);
}

// The coefficients and the counts say the same.
TEST(OperationCounts, CountsTimesCyclesAreTheLeastCycles) {
  const OperationCycles c{1.0 / 16, .96, 1.20, 6.32, 6.51, 6.76, 9.25};
  const LeastCycles l = least_cycles(c);
  const double n = 1000, v = 0.1, m = 343, w = 0.5;
  const double pairs = (l.pair + l.pair_within * v) * n * n + l.charge * n;
  const double modes = (l.cube_mode + (l.mode + l.mode_charge * n) * w) * m;
  EXPECT_NEAR(published_pair_counts(n, v).cycles(c), pairs, 1e-12 * pairs);
  EXPECT_NEAR(published_mode_counts(n, m, w).cycles(c), modes, 1e-12 * modes);
}

TEST(OperationCounts, PortabilityIsTheHarmonicMean) {
  // 2/(1/0.5 + 1/0.25) = 1/3; a platform that cannot run it makes it 0
  const std::array<std::optional<double>, 2> two{0.5, 0.25};
  EXPECT_NEAR(performance_portability(two), 1.0 / 3, 1e-15);
  const std::array<std::optional<double>, 3> missing{0.5, std::nullopt, 0.25};
  EXPECT_EQ(performance_portability(missing), 0);
  EXPECT_EQ(performance_portability({}), 0);
}

TEST(OperationCounts, BalanceMakesBothHalvesEquallyLong) {
  // pairs within the cutoff times t_r and modes of half the sphere times t_k: each is (4 pi/3) S^3 N^1.5 sqrt(t_r
  // t_k)/pi^1.5
  const double length = 3, t_r = 2, t_k = 5;
  const std::size_t n = 1000000;
  const PlainEwaldParameters p = balanced_ewald(length, n, 1e-12, t_r, t_k);
  const double sphere = 4 * M_PI / 3;
  const double pairs = t_r * double(n) * double(n) * sphere * std::pow(p.cutoff / length, 3);
  const double modes = t_k * double(n) * sphere * std::pow(p.largest_mode, 3);
  const double each = sphere * std::pow(ewald_truncation(1e-12), 3) * std::pow(double(n), 1.5) * std::sqrt(t_r * t_k) /
                      std::pow(M_PI, 1.5);
  EXPECT_NEAR(pairs, each, 1e-9 * each);
  EXPECT_NEAR(modes, each, 1e-9 * each);
}

}  // namespace
}  // namespace slurry::test
