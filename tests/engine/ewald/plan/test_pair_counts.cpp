// SPDX-License-Identifier: BSD-3-Clause
// Pairs within a cutoff, counted from the points, and what plans make of them.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "ewald/plan/free_box.hpp"
#include "ewald/plan/parameter_selection.hpp"
#include "ewald/sums/spectral_ewald.hpp"
#include "slurry/error.hpp"
#include "slurry/sum.hpp"
#include "summation/pair_counts.hpp"
#include "support/error_norms.hpp"
#include "support/random_points.hpp"

namespace slurry::test {
namespace {

/// Points of the unit cube moved into a cube of side `side` around the middle.
std::vector<double> cluster(std::size_t count, double side) {
  auto x = uniform_points(count, {1, 1, 1}, 3);
  for (double& c : x) c = 0.5 + side * (c - 0.5);
  return x;
}

SumCounts counts_of(std::size_t count) {
  SumCounts c;
  c.sources = c.targets = count;
  c.squared_force_sum = 3.0 * double(count);
  return c;
}

TEST(PairCounts, AreThoseOfAllPairsWhereAllAreCounted) {
  const Box box{{1, 0.8, 0.9}, 2};
  const auto x = uniform_points(150, {1, 0.8, 0.9}, 5);
  const PairCounts counts = count_pairs(box, x, x);
  ASSERT_FALSE(counts.within.empty());
  for (const int below : {0, 3, 7}) {
    const double radius = counts.largest_radius * std::exp2(-double(below) / counts.radii_per_octave);
    double pairs = 0;
    for (std::size_t i = 0; i < 150; ++i)
      for (std::size_t j = 0; j < 150; ++j) {
        double squared = 0;
        for (int d = 0; d < 3; ++d) {
          double r = x[3 * i + d] - x[3 * j + d];
          if (d < 2) r -= box.lengths[d] * std::round(r / box.lengths[d]);
          squared += r * r;
        }
        pairs += i != j && squared < radius * radius;
      }
    EXPECT_NEAR(sources_within(counts, 150, box, radius), pairs / 150, 1e-9) << radius;
  }
}

TEST(PairCounts, OfManyUniformPointsAreThoseOfTheDensity) {
  const std::size_t n = 100000;
  const auto x = uniform_points(n, {1, 1, 1}, 7);
  const Box box;
  const PairCounts counts = count_pairs(box, x, x);
  for (const double radius : {0.03, 0.05, 0.1}) {
    const double expected = double(n) * 4 / 3 * std::numbers::pi * radius * radius * radius;
    EXPECT_NEAR(sources_within(counts, n, box, radius), expected, 0.1 * expected) << radius;
    EXPECT_NEAR(sources_within({}, n, box, radius), expected, 1e-9 * expected);
  }
}

TEST(PairCounts, OfAClusterAreThoseOfItsOwnDensity) {
  const std::size_t n = 50000;
  const auto x = cluster(n, 0.2);
  const double radius = 0.01, expected = double(n) / 0.008 * 4 / 3 * std::numbers::pi * radius * radius * radius;
  const double found = sources_within(count_pairs({}, x, x), n, {}, radius);
  EXPECT_LE(found, 1.1 * expected);
  EXPECT_GE(found, 0.8 * expected);  // less at the faces
}

TEST(PairCounts, TellClustersFromPointsSpreadEvenly) {
  for (const int periodicity : {0, 1, 3})
    for (const std::size_t n : {30, 300, 3000}) {
      const Box box{{1, 1, 1}, periodicity};
      const auto even = uniform_points(n, {1, 1, 1}, 3), clustered = cluster(n, 0.4);
      EXPECT_FALSE(points_cluster(count_pairs(box, even, even), n, box)) << periodicity << " " << n;
      EXPECT_TRUE(points_cluster(count_pairs(box, clustered, clustered), n, box)) << periodicity << " " << n;
    }
}

TEST(PairCounts, SayWhereThePointsAre) {
  const double slice = 1.0 / 64;
  const auto x = cluster(5000, 0.2);  // from 0.4 to 0.6
  std::vector<double> y = x;
  for (std::size_t i = 0; i < y.size(); ++i) y[i] += i % 3 == 1 ? 0.5 : 0;  // over a face
  const Box box{{1, 1, 1}, 2};
  const auto one = count_pairs(box, x, x).occupied, two = count_pairs(box, x, y).occupied;
  for (int d = 0; d < 2; ++d) {
    EXPECT_NEAR(one[d].length, 0.2, 2 * slice);
    EXPECT_EQ(one[d].runs, 1);
  }
  EXPECT_NEAR(two[1].length, 0.4, 4 * slice);
  EXPECT_EQ(two[1].runs, 2);
  EXPECT_NEAR(two[2].length, 0.2, 1e-3);  // free: from the first to the last
  const auto even = uniform_points(5000, {1, 1, 1}, 9);
  const auto everywhere = count_pairs(box, even, even).occupied;
  EXPECT_DOUBLE_EQ(everywhere[0].length, 1);
  EXPECT_EQ(everywhere[0].runs, 1);
}

TEST(PairCounts, PositionsThatAreNoNumbersAreLeftToThoseWhoRefuseThem) {
  auto x = uniform_points(100, {1, 1, 1}, 9);
  x[3] = std::nan("");
  x[7] = std::numeric_limits<double>::infinity();
  for (const int periodicity : {0, 3}) {
    SumProblem p;
    p.box.periodicity = periodicity;
    p.sources = x;
    p.forces = uniform_points(100, {1, 1, 1}, 10);
    EXPECT_THROW(evaluate_sum(p, {}), InputError) << periodicity;
  }
}

TEST(PairCounts, AClusterIsGivenAShorterCutoff) {
  const std::size_t n = 100000;
  const auto x = cluster(n, std::cbrt(0.01));
  EwaldOptions o;
  const auto even = select_ewald_parameters({}, o, counts_of(n));
  const auto clustered = select_ewald_parameters({}, o, counts_of(n), count_pairs({}, x, x));
  EXPECT_LT(clustered.cutoff_radius, 0.75 * even.cutoff_radius);
}

TEST(FreeBox, HoldsThePointsAndShrinksToThem) {
  const std::size_t n = 20000;
  const auto x = cluster(n, 0.2);
  EwaldOptions o;
  const Box box = box_for_points({{1, 1, 1}, 1}, o, counts_of(n), count_pairs({{1, 1, 1}, 1}, x, x), x, {});
  EXPECT_EQ(box.lengths[0], 1);  // periodic
  for (int d = 1; d < 3; ++d) {
    EXPECT_LT(box.lengths[d], 0.26);
    EXPECT_GE(box.lengths[d], 0.19);
  }
  const Box wide = box_for_points({{1, 0.1, 0.1}, 1}, o, counts_of(n), {}, x, {});
  EXPECT_GE(wide.lengths[1], 0.19);
}

// The gauge of a net force, constants included, must not notice.
TEST(FreeBox, TheSumDoesNotDependOnIt) {
  for (const int periodicity : {0, 1, 2}) {
    SumProblem p;
    p.box = {{1, 1, 1}, periodicity};
    p.sources = cluster(4000, 0.3);
    p.forces = normal_vectors(4000, 4);
    for (double& f : p.forces) f += 0.5;
    SumOptions o;
    o.tolerance = 1e-9;
    o.deterministic = true;
    o.measured_targets = 0;
    const SumResult near = evaluate_sum(p, o);
    // a point far away keeps the box wide; its force is too small to matter
    p.sources.insert(p.sources.end(), {0.5, 0.5, 1.7});
    p.forces.insert(p.forces.end(), {1e-30, 0, 0});
    const SumResult far = evaluate_sum(p, o);
    const std::vector<double> same(far.velocities.begin(), far.velocities.end() - 3);
    EXPECT_LE(relative_l2(near.velocities, same), 2e-9) << periodicity;
    EXPECT_LT(near.report.find("box")->numbers[2], 0.35) << periodicity;
    EXPECT_GT(far.report.find("box")->numbers[2], 1.1) << periodicity;
  }
}

TEST(FreeBox, PositionsThatAreNotFiniteAreRefusedAsEver) {
  SumProblem p;
  p.box = {{1, 1, 1}, 0};
  p.sources = cluster(10, 0.3);
  p.sources[4] = std::nan("");
  p.forces = normal_vectors(10, 4);
  EXPECT_THROW(evaluate_sum(p, SumOptions{}), InputError);
}

}  // namespace
}  // namespace slurry::test
