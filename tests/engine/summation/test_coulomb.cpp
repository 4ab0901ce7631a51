// SPDX-License-Identifier: BSD-3-Clause
// Coulomb potential and its gradient: literature, closed forms, image sums.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <numeric>
#include <vector>

#include "reference/field_pairs.hpp"
#include "reference/image_sums.hpp"
#include "slurry/error.hpp"
#include "slurry/sum.hpp"
#include "support/error_norms.hpp"
#include "support/random_points.hpp"

namespace slurry::test {
namespace {

SumOptions coulomb(double tolerance, Split split = Split::prolate) {
  SumOptions o;
  o.layer = Layer::coulomb;
  o.tolerance = tolerance;
  o.split = split;
  o.gradient = true;
  o.deterministic = true;
  o.measured_targets = 0;
  return o;
}

SumProblem random_charges(int periodicity, std::array<double, 3> lengths, bool neutral, bool same = false) {
  Random random(5);
  SumProblem p;
  p.box = {lengths, periodicity};
  for (int i = 0; i < 40; ++i)
    for (int d = 0; d < 3; ++d) p.sources.push_back(random.uniform(0, lengths[d]));
  for (int i = 0; i < 30 && !same; ++i)
    for (int d = 0; d < 3; ++d) p.targets.push_back(random.uniform(0, lengths[d]));
  for (int i = 0; i < 40; ++i) p.charges.push_back(random.normal());
  if (neutral) {
    const double mean = std::accumulate(p.charges.begin(), p.charges.end(), 0.0) / 40;
    for (double& c : p.charges) c -= mean;
  }
  return p;
}

// E. Madelung, Phys. Z. 19 (1918) 524; 1.747564594633182: Borwein, Borwein & Taylor, J. Math. Phys. 26 (1985) 2999
TEST(Coulomb, MadelungConstantOfRockSaltTo12Digits) {
  for (const Split split : {Split::prolate, Split::hasimoto}) {
    SumProblem p;
    p.box = {{2, 2, 2}, 3};  // nearest neighbours at distance 1
    for (int i = 0; i < 8; ++i) {
      const int x = i & 1, y = i >> 1 & 1, z = i >> 2 & 1;
      for (const int c : {x, y, z}) p.sources.push_back(c + 0.137);
      p.charges.push_back((x + y + z) % 2 == 0 ? 1 : -1);
    }
    const SumResult r = evaluate_sum(p, coulomb(1e-13, split));
    for (int i = 0; i < 8; ++i) {
      EXPECT_NEAR(r.potentials[i], -p.charges[i] * 1.747564594633182, 1.0e-12) << i;
      for (int d = 0; d < 3; ++d) EXPECT_NEAR(r.gradients[3 * i + d], 0, 5e-12);
    }
  }
}

TEST(Coulomb, FreeSpaceAndImageSumsAtEveryTolerance) {
  for (const Split split : {Split::prolate, Split::hasimoto})
    for (int periodicity : {0, 1})
      for (const bool same : {false, true}) {
        const SumProblem p = random_charges(periodicity, {1, 1.3, 0.9}, periodicity == 1, same);
        reference::Suspension s{p.sources, same ? p.sources : p.targets, {}, {}, {}};
        s.f.resize(p.sources.size(), 0.0);
        for (std::size_t i = 0; i < p.charges.size(); ++i) s.f[3 * i] = p.charges[i];
        const auto potential = periodicity == 0 ? reference::free_space_sum(s, reference::Potential{})
                                                : reference::image_sum_1p(s, 1, reference::Potential{});
        const auto slope = periodicity == 0 ? reference::free_space_sum(s, reference::PotentialSlope{})
                                            : reference::image_sum_1p(s, 1, reference::PotentialSlope{});
        std::vector<double> expected;
        for (std::size_t i = 0; i < s.target_count(); ++i) expected.push_back(double(potential[3 * i]));
        for (const double tolerance : {1e-3, 1e-6, 1e-9, 1e-12}) {
          const SumResult r = evaluate_sum(p, coulomb(tolerance, split));
          const double reached = relative_l2(r.potentials, expected);
          EXPECT_LE(reached, 1.5 * tolerance) << periodicity << same;
          EXPECT_LE(relative_l2(r.gradients, slope), 1.5 * tolerance) << periodicity << same;
          EXPECT_LE(reached, 6 * r.error.predicted) << periodicity << same << ' ' << tolerance;
        }
      }
}

// Far from a charge only the mode that is constant along the periodic directions is left: -(2/L) ln rho and
// -(2 pi/A) |z|, the stated gauge.
TEST(Coulomb, GaugeFarFromANetCharge) {
  SumProblem p;
  p.sources = {0.2, 0.3, 0.1, 0.6, 0.3, 0.1};
  p.charges = {0.7, 0.6};
  p.box = {{0.8, 5, 4}, 1};
  p.targets = {0.4, 0.3 + 4.5, 0.1, 0.1, 0.3 - 0.1, 0.1 + 3.7};
  SumResult r = evaluate_sum(p, coulomb(1e-11));
  EXPECT_NEAR(r.potentials[0], -2 / 0.8 * 1.3 * std::log(4.5), 1e-9);
  EXPECT_NEAR(r.potentials[1], -2 / 0.8 * 1.3 * std::log(std::hypot(0.1, 3.7)), 1e-9);
  p.box = {{0.8, 0.7, 5}, 2};
  p.targets = {0.4, 0.5, 0.1 + 3.6, 0.1, 0.3, 0.1 - 1.2 - 3};
  p.targets[5] = 4.2;
  r = evaluate_sum(p, coulomb(1e-11));
  EXPECT_NEAR(r.potentials[0], -2 * std::numbers::pi / 0.56 * 1.3 * 3.6, 1e-9);
  EXPECT_NEAR(r.potentials[1], -2 * std::numbers::pi / 0.56 * 1.3 * 4.1, 1e-9);
}

// Other near functions, multipliers, cutoffs and truncation radii, and a net charge.
TEST(Coulomb, BothSplitsAgreeInEveryPeriodicityAndLongBoxes) {
  for (int periodicity = 0; periodicity <= 3; ++periodicity)
    for (const std::array<double, 3> lengths : {std::array<double, 3>{1, 1, 1}, std::array<double, 3>{3, 1, 0.8}}) {
      const SumProblem p = random_charges(periodicity, lengths, false);
      const SumResult a = evaluate_sum(p, coulomb(1e-11)), b = evaluate_sum(p, coulomb(1e-11, Split::hasimoto));
      EXPECT_LE(relative_l2(a.potentials, b.potentials), 3e-11) << periodicity << ' ' << lengths[0];
      EXPECT_LE(relative_l2(a.gradients, b.gradients), 3e-11) << periodicity << ' ' << lengths[0];
    }
}

TEST(Coulomb, SinglePrecisionAndBadInput) {
  const SumProblem p = random_charges(3, {1, 1, 1}, true);
  const SumResult truth = evaluate_sum(p, coulomb(1e-10));
  SumOptions o = coulomb(1e-5);
  o.precision = Precision::fp32;
  EXPECT_LE(relative_l2(evaluate_sum(p, o).potentials, truth.potentials), 1.5e-5);
  SumProblem bad = p;
  bad.charges.pop_back();
  EXPECT_THROW(evaluate_sum(bad, coulomb(1e-3)), InputError);
  o = coulomb(1e-3);
  o.pressure = true;
  EXPECT_THROW(evaluate_sum(p, o), InputError);
}

}  // namespace
}  // namespace slurry::test
