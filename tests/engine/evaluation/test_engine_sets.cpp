// SPDX-License-Identifier: BSD-3-Clause
// Every engine on the sets of points by which engines are compared: the same velocities as a bare loop over all pairs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "slurry/engine_times.hpp"
#include "slurry/sum.hpp"
#include "timing/engine_timer.hpp"

namespace slurry {
namespace {

constexpr EngineSet all_sets[] = {EngineSet::uniform, EngineSet::sphere_surface, EngineSet::helix,
                                  EngineSet::two_clusters, EngineSet::gaussian_cloud};

/// Sum of (f + d (d.f)/r^2)/r over all other points: Stokeslets without the factor 1/(8 pi eta).
std::vector<double> bare_sum(const std::vector<double>& x, const std::vector<double>& f) {
  std::vector<double> u(x.size(), 0.0);
  for (std::size_t i = 0; i < x.size(); i += 3)
    for (std::size_t j = 0; j < x.size(); j += 3) {
      if (i == j) continue;
      const double d[3] = {x[i] - x[j], x[i + 1] - x[j + 1], x[i + 2] - x[j + 2]};
      const double r2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2], r = std::sqrt(r2);
      const double along = (d[0] * f[j] + d[1] * f[j + 1] + d[2] * f[j + 2]) / r2;
      for (int k = 0; k < 3; ++k) u[i + k] += (f[j + k] + along * d[k]) / r;
    }
  return u;
}

double relative_difference_of(const std::vector<double>& a, const std::vector<double>& b) {
  double difference = 0, norm = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    difference += (a[k] - b[k]) * (a[k] - b[k]);
    norm += b[k] * b[k];
  }
  return std::sqrt(difference / norm);
}

TEST(EngineSets, EveryEngineGivesTheVelocitiesOfABareLoop) {
  constexpr std::size_t count = 700;
  constexpr double asked = 1e-3;
  for (const EngineSet set : all_sets) {
    SumProblem problem;
    problem.box.periodicity = 0;
    problem.box.lengths = {1, 1, 1};
    problem.sources = points_of_set(set, count, 3);
    ASSERT_EQ(problem.sources.size(), 3 * count);
    std::mt19937_64 random(4);
    std::normal_distribution<double> normal;
    for (std::size_t k = 0; k < 3 * count; ++k) problem.forces.push_back(normal(random));
    const std::vector<double> truth = bare_sum(problem.sources, problem.forces);
    for (const std::string_view engine : engine_names()) {
      SumOptions options;
      options.layer = Layer::single;
      options.tolerance = asked;
      options.engine = engine;
      options.measured_targets = 0;
      const SumResult r = evaluate_sum(problem, options);
      EXPECT_EQ(r.engine, engine);
      EXPECT_LT(relative_difference_of(r.velocities, truth), asked) << engine << ", " << word_of(set);
    }
  }
}

TEST(EngineSets, LieInTheUnitCube_AndWhereTheirNamesSay) {
  for (const EngineSet set : all_sets)
    for (const double c : points_of_set(set, 500, 1)) {
      EXPECT_GE(c, 0) << word_of(set);
      EXPECT_LT(c, 1) << word_of(set);
    }
  const std::vector<double> line = points_of_set(EngineSet::helix, 500, 1);
  const std::vector<double> surface = points_of_set(EngineSet::sphere_surface, 500, 1);
  for (std::size_t i = 0; i < line.size(); i += 3) {
    EXPECT_NEAR(std::hypot(line[i + 1] - 0.5, line[i + 2] - 0.5), 0.2, 1e-12);
    EXPECT_NEAR(std::hypot(surface[i] - 0.5, surface[i + 1] - 0.5, surface[i + 2] - 0.5), 0.4, 1e-12);
  }
}

TEST(EngineTimer, TimesEveryEngineAndMeasuresWhatItReaches) {
  EngineTimesCase c;
  c.set = EngineSet::two_clusters;
  c.points = 400;
  c.repeats = 2;
  c.most_seconds = 1e4;
  EngineTimer timer(c);
  EXPECT_TRUE(timer.row().engines.empty());
  std::size_t pieces = 0;
  while (timer.go_on()) ++pieces;
  const EngineTimesRow& row = timer.row();
  EXPECT_EQ(row.set, c.set);
  EXPECT_EQ(row.points, c.points);
  ASSERT_EQ(row.engines.size(), engine_names().size());
  EXPECT_EQ(pieces, 1 + 3 * row.engines.size());  // the plans, and each call
  for (std::size_t i = 0; i < row.engines.size(); ++i) {
    const EngineTime& t = row.engines[i];
    EXPECT_EQ(t.engine, engine_names()[i]);
    EXPECT_GT(t.seconds, 0);
    EXPECT_FALSE(t.left_out);
    EXPECT_LT(t.reached, t.engine == "direct" ? 1e-12 : 1.5 * c.tolerance) << t.engine;
  }
}

TEST(EngineTimer, LeavesOutWhatWouldTakeTooLong) {
  EngineTimesCase c;
  c.points = 300;
  c.most_seconds = 0;
  EngineTimer timer(c);
  while (timer.go_on()) {
  }
  for (const EngineTime& t : timer.row().engines) {
    EXPECT_TRUE(t.left_out) << t.engine;
    EXPECT_GT(t.predicted, 0) << t.engine;
    EXPECT_EQ(t.seconds, 0) << t.engine;
  }
  EXPECT_EQ(timer.row().over_quickest, 0);
}

}  // namespace
}  // namespace slurry
