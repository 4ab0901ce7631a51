// SPDX-License-Identifier: BSD-3-Clause
// Points whose images lie on other points up to rounding: a sum over a periodic box does not change when points are
// moved by whole periods.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "slurry/sum.hpp"
#include "support/error_norms.hpp"
#include "support/random_points.hpp"

namespace slurry::test {
namespace {

SumProblem sources_in(const Box& box) {
  SumProblem p;
  p.box = box;
  p.sources = uniform_points(60, box.lengths, 1);
  p.forces = normal_vectors(60, 2);
  for (std::size_t d = 0; d < 3; ++d) p.forces[d] = 0;
  for (std::size_t i = 3; i < p.forces.size(); ++i) p.forces[i % 3] -= p.forces[i];  // no net force: no gauge
  return p;
}

SumOptions by(const char* engine) {
  SumOptions o;
  o.engine = engine;
  o.layer = Layer::single;
  o.tolerance = 1e-8;
  o.deterministic = true;
  return o;
}

/// The points of `points` in other periods: point i by i % 7 - 3 of them.
std::vector<double> moved(std::vector<double> points, const Box& box) {
  for (std::size_t i = 0; i < points.size(); ++i)
    if (static_cast<int>(i % 3) < box.periodicity)
      points[i] += (static_cast<double>(i / 3 % 7) - 3) * box.lengths[i % 3];
  return points;
}

TEST(ImageRounding, PeriodsAddedToPointsChangeNothing) {
  for (const int periodicity : {1, 2, 3})
    for (const char* engine : {"ewald", "direct"}) {
      if (periodicity > 1 && engine == std::string("direct")) continue;  // it has no such sum
      SCOPED_TRACE(testing::Message() << periodicity << "P " << engine);
      const SumProblem p = sources_in({{3, 2.5, 3.5}, periodicity});
      const SumResult expected = evaluate_sum(p, by(engine));
      SumProblem targets = p;
      targets.targets = moved(p.sources, p.box);
      EXPECT_NE(targets.targets, p.sources);
      EXPECT_LT(relative_l2(evaluate_sum(targets, by(engine)).velocities, expected.velocities), 3e-8);
      SumProblem both = targets;
      both.targets = p.sources;
      both.sources = targets.targets;
      EXPECT_LT(relative_l2(evaluate_sum(both, by(engine)).velocities, expected.velocities), 3e-8);
    }
}

/// Of a point and its image, as sources: each acts on the other as on itself.
TEST(ImageRounding, ASourceAndItsImageAreOnePointWithBothForces) {
  SumProblem p = sources_in({{3, 3, 3}, 3});
  SumProblem twice = p;
  for (std::size_t i = 0; i < p.forces.size(); ++i) twice.forces[i] = 0.25 * p.forces[i];
  const std::vector<double> images = moved(p.sources, p.box);
  twice.sources.insert(twice.sources.end(), images.begin(), images.end());
  for (const double f : p.forces) twice.forces.push_back(0.75 * f);
  std::vector<double> u = evaluate_sum(twice, by("ewald")).velocities;
  std::vector<double> first(u.begin(), u.begin() + 180), second(u.begin() + 180, u.end());
  const std::vector<double> expected = evaluate_sum(p, by("ewald")).velocities;
  EXPECT_LT(relative_l2(first, expected), 3e-8);
  EXPECT_LT(relative_l2(second, expected), 3e-8);
}

/// Points that are near each other but not at the same place stay where they are.
TEST(ImageRounding, NeighboursAreNotMovedTogether) {
  SumProblem p = sources_in({{3, 3, 3}, 3});
  p.targets = p.sources;
  for (double& x : p.targets) x += 3 + 1e-11;
  SumProblem shifted = p;
  for (double& x : shifted.targets) x -= 3;
  const SumResult a = evaluate_sum(p, by("ewald")), b = evaluate_sum(shifted, by("ewald"));
  EXPECT_GT(std::abs(a.velocities[3]), 1e6);                 // 1/r at 1e-11
  EXPECT_LT(relative_l2(a.velocities, b.velocities), 1e-4);  // the distance is known to 1e-16/1e-11
}

}  // namespace
}  // namespace slurry::test
