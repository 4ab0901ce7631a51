// SPDX-License-Identifier: BSD-3-Clause
// Sets on which averages over random points and densities say little, and the plain sum may miss its tolerance; with a
// guarantee the true error is below it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <string>

#include "direct/direct.hpp"
#include "evaluation/target_sample.hpp"
#include "reference/image_sums.hpp"
#include "slurry/error.hpp"
#include "slurry/sum.hpp"
#include "support/error_norms.hpp"
#include "support/host.hpp"
#include "support/random_points.hpp"

namespace slurry::test {
namespace {

void add_densities(SumProblem& p, Random& random) {
  for (auto* v : {&p.forces, &p.dipoles, &p.normals}) {
    v->resize(p.sources.size());
    for (double& x : *v) x = random.normal();
  }
}

/// One point in fifteen anywhere, all others in a normal cluster of a five-hundredth of the box.
SumProblem clustered(int periodicity, std::size_t count) {
  Random random(3);
  SumProblem p;
  p.box = {{1, 1, 1}, periodicity};
  for (std::size_t i = 0; i < count; ++i)
    for (int d = 0; d < 3; ++d) p.sources.push_back(i % 15 == 0 ? random.uniform() : 0.5 + 0.002 * random.normal());
  add_densities(p, random);
  return p;
}

/// Parallel forces, and the same dipole everywhere, on a lattice that is shaken a little: a smooth density.
SumProblem coherent(int periodicity) {
  const int m = 11;
  Random random(3);
  SumProblem p;
  p.box = {{1, 1, 1}, periodicity};
  for (int i = 0; i < m * m * m; ++i)
    for (const int cell : {i % m, i / m % m, i / (m * m)}) p.sources.push_back((cell + 0.1 * random.uniform()) / m);
  add_densities(p, random);
  for (std::size_t i = 0; i < p.forces.size(); ++i) {
    p.forces[i] = i % 3 == 0;
    p.dipoles[i] = i % 3 == 0;
    p.normals[i] = i % 3 == 1;
  }
  return p;
}

/// A target beside every source, at distances from 1e-3 to 1e-6.
SumProblem near_collisions(int periodicity) {
  SumProblem p;
  Random random(5);
  p.box = {{1, 1, 1}, periodicity};
  p.sources = uniform_points(1000, p.box.lengths, 7);
  p.targets = p.sources;
  for (std::size_t i = 0; i < p.sources.size(); i += 3) {
    double v[3], squared = 0;
    for (double& x : v) {
      x = random.normal();
      squared += x * x;
    }
    const double distance = std::pow(10, -3 - double(i / 3 % 4));
    for (int d = 0; d < 3; ++d) p.targets[i + d] += distance * v[d] / std::sqrt(squared);
  }
  add_densities(p, random);
  return p;
}

SumOptions options_of(Layer layer, double tolerance) {
  SumOptions o;
  o.layer = layer;
  o.tolerance = tolerance;
  o.deterministic = true;
  return o;
}

/// Direct sum of the single layer where there is one, else the other split as tight as it goes.
std::vector<double> truth_of(const SumProblem& p, Layer layer) {
  if (p.box.periodicity < 2 && layer == Layer::single) {
    DirectSum<Host> direct(Host(), p.box, 1e-14);
    const auto x = view_of(p.targets.empty() ? p.sources : p.targets);
    const Vectors<Host> u("u", x.extent(0));
    direct.set_points(view_of(p.sources), 0, {{x, 0, false}});
    direct.apply(view_of(p.forces), {u});
    return values_of(u);
  }
  SumOptions o = options_of(layer, layer == Layer::single ? 1e-13 : 1e-12);
  o.split = Split::hasimoto;
  o.measured_targets = 0;
  return evaluate_sum(p, o).velocities;
}

/// How wrong the plain prediction is, either way, and how far the plain error is beyond the tolerance.
struct Plain {
  double misjudged, missed;
};
Plain expect_guarantee(const SumProblem& p, Layer layer, double tolerance) {
  const std::string what = std::to_string(p.box.periodicity) + "P, layer " + std::to_string(int(layer)) + ", asked " +
                           std::to_string(std::log10(tolerance));
  const auto truth = truth_of(p, layer);
  SumOptions o = options_of(layer, tolerance);
  const SumResult plain = evaluate_sum(p, o);
  const double reached = relative_l2(plain.velocities, truth);
  o.guarantee = true;
  const SumResult r = evaluate_sum(p, o);
  EXPECT_LE(relative_l2(r.velocities, truth), tolerance) << what;
  EXPECT_LE(relative_l2(r.velocities, truth), r.guarantee.bound * (1 + 1e-9)) << what;
  EXPECT_LE(r.guarantee.bound, tolerance) << what;
  EXPECT_EQ(r.guarantee.targets, (p.targets.empty() ? p.sources : p.targets).size() / 3) << what;
  EXPECT_EQ(r.guarantee.confidence, 1) << what;
  EXPECT_NEAR(r.guarantee.first_measured, reached, 0.05 * reached + 1e-3 * tolerance) << what;
  EXPECT_GE(r.guarantee.rounds, reached > tolerance ? 2 : 1) << what;
  const double factor = plain.error.predicted / reached;
  return {std::max(factor, 1 / factor), reached / tolerance};
}

TEST(Guarantee, HoldsWhereThePlainEstimateIsLoose_Clusters) {
  for (const int periodicity : {0, 1, 3})
    for (const double tolerance : {1e-3, 1e-6})
      EXPECT_GT(expect_guarantee(clustered(periodicity, 1500), Layer::single, tolerance).misjudged, 3);
}

TEST(Guarantee, HoldsWhereThePlainSumFails_CoherentDensities) {
  // how badly depends on how the lattice meets the grid, which the cost model chooses
  for (const Layer layer : {Layer::single, Layer::double_layer}) {
    double missed = 0;
    for (const double tolerance : {1e-3, 1e-6})
      missed = std::max(missed, expect_guarantee(coherent(3), layer, tolerance).missed);
    EXPECT_GT(missed, 1.5) << int(layer);
  }
  // free directions: the smooth field of all forces has the error, and is predicted
  EXPECT_LT(expect_guarantee(coherent(0), Layer::single, 1e-6).misjudged, 3);
  EXPECT_LT(expect_guarantee(coherent(1), Layer::single, 1e-3).misjudged, 3);
}

/// A few targets have nearly all of the norm that the error is relative to, and the plain estimate knows.
TEST(Guarantee, HoldsWhereFewTargetsHaveTheNorm_NearCollisions) {
  for (const int periodicity : {0, 1, 3})
    for (const double tolerance : {1e-3, 1e-6})
      EXPECT_LT(expect_guarantee(near_collisions(periodicity), Layer::single, tolerance).misjudged, 3);
}

TEST(Guarantee, ManyTargetsAreSampled_TheBoundIsThatOfAll) {
  SumProblem p = clustered(0, 6000);
  const auto truth = truth_of(p, Layer::single);
  SumOptions o = options_of(Layer::single, 1e-5);
  o.guarantee = true;
  const SumResult r = evaluate_sum(p, o);
  const double reached = relative_l2(r.velocities, truth);
  EXPECT_LT(r.guarantee.targets, 2000u);
  EXPECT_EQ(r.guarantee.confidence, 0.99);
  EXPECT_TRUE(r.guarantee.against_direct_sum);
  EXPECT_LE(reached, r.guarantee.bound);
  EXPECT_GE(reached, 0.5 * r.guarantee.bound);
  EXPECT_NEAR(r.error.measured, reached, 0.3 * reached);
}

TEST(Guarantee, CoversGradientAndPressure) {
  const SumProblem p = coherent(3);
  SumOptions o = options_of(Layer::single, 1e-4);
  o.gradient = o.pressure = true;
  SumOptions tight = o;
  tight.tolerance = 1e-11;
  tight.split = Split::hasimoto;
  tight.measured_targets = 0;
  const SumResult truth = evaluate_sum(p, tight);
  o.guarantee = true;
  const SumResult r = evaluate_sum(p, o);
  EXPECT_LE(relative_l2(r.velocities, truth.velocities), 1e-4);
  EXPECT_LE(relative_l2(r.gradients, truth.gradients), 1e-4);
  EXPECT_LE(relative_l2(r.pressures, truth.pressures), 1e-4);
}

TEST(Guarantee, SaysThatItCannot) {
  SumOptions o = options_of(Layer::single, 3e-7);
  o.precision = Precision::fp32;
  o.guarantee = true;
  try {
    evaluate_sum(coherent(3), o);
    FAIL() << "fp32 cannot reach 3e-7 of a field that cancels";
  } catch (const RefusedError& e) {
    EXPECT_EQ(e.exit_code(), 3);
    EXPECT_NE(std::string(e.what()).find("cannot be guaranteed"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("fp64"), std::string::npos) << e.what();
  }
}

// Errors a thousand times larger in the one target of a hundred that lies in the cluster.
TEST(TargetSample, ClusteredTargetsAreSeen) {
  const std::size_t count = 20000;
  SumProblem p;
  p.box = {{1, 1, 1}, 3};
  p.sources = uniform_points(count, p.box.lengths, 1);
  for (std::size_t i = 0; i < count; i += 100)
    for (int d = 0; d < 3; ++d) p.sources[3 * i + d] = 0.3 + 0.01 * p.sources[3 * i + d];
  p.forces = normal_vectors(count, 2);
  SumResult r;
  r.velocities = normal_vectors(count, 3);
  std::vector<double> error = normal_vectors(count, 4);
  double all = 0;
  for (std::size_t i = 0; i < count; ++i)
    for (int d = 0; d < 3; ++d) {
      if (i % 100 == 0) error[3 * i + d] *= 1000;
      all += error[3 * i + d] * error[3 * i + d];
    }
  int above = 0;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const TargetSample sample = sample_targets(p, p.box, p.sources, r, 0.05, seed);
    const auto chosen = sample.positions(error);
    const auto found = sample.squared_difference(chosen, std::vector<double>(chosen.size(), 0.0));
    EXPECT_NEAR(found.estimate, all, 0.25 * all);
    EXPECT_GE(found.upper, found.estimate);
    above += found.upper >= all;
    EXPECT_LE(sample.order.size(), 2000u);
  }
  EXPECT_GE(above, 47);  // of 50: 99 % less three chances
}

// Squared errors of one, and every hundredth target forty of them: most samples of 16 times 64 hold too few or too
// many of these.  Normal theory (2.33 standard errors) held in 965 of 1000, drawn with NumPy.
TEST(TargetSample, BoundHoldsWhereFewTargetsHaveMostOfTheError) {
  constexpr std::size_t strata = 16, population = 375, chosen = 64;
  constexpr double rare = 0.01, large = 40;
  std::mt19937_64 random(11);
  std::vector<double> squares(strata * population, 1.0);
  for (std::size_t i = 0; i < squares.size(); i += std::size_t(1 / rare)) squares[i] = large;
  const double all = std::accumulate(squares.begin(), squares.end(), 0.0);
  int above = 0;
  double excess = 0;
  for (int i = 0; i < 1000; ++i) {
    TargetSample sample;
    std::vector<double> error;
    for (std::size_t s = 0; s < strata; ++s) {
      const auto first = squares.begin() + std::ptrdiff_t(s * population);
      std::shuffle(first, first + population, random);
      for (std::size_t k = 0; k < chosen; ++k) error.push_back(std::sqrt(first[std::ptrdiff_t(k)]));
      sample.strata.push_back({s * chosen, (s + 1) * chosen, population});
    }
    sample.order.resize(error.size());
    const auto found = sample.squared_difference(error, std::vector<double>(error.size(), 0.0));
    above += found.upper >= all;
    excess += (found.upper / all - 1) / 1000;
  }
  EXPECT_GE(above, 990);
  EXPECT_LT(excess, 1.5);
}

}  // namespace
}  // namespace slurry::test
