// SPDX-License-Identifier: BSD-3-Clause
// Clouds in free space that have lost some of their bodies: velocities against all pairs, grids and plans.
#include "mobility/stragglers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "mobility/point_mobility.hpp"
#include "support/error_norms.hpp"
#include "support/random_points.hpp"

namespace slurry {
namespace {

using std::numbers::pi;

Domain free_space() {
  Domain d;
  d.kind = DomainKind::free_space;
  return d;
}

/// Points of a ball of radius 1 around the origin.
std::vector<double> ball(std::size_t count, std::uint64_t seed) {
  std::vector<double> out;
  const auto x = test::uniform_points(3 * count, {2, 2, 2}, seed);
  for (std::size_t i = 0; i < x.size() && out.size() < 3 * count; i += 3)
    if (std::hypot(x[i] - 1, x[i + 1] - 1, x[i + 2] - 1) < 1)
      for (std::size_t c = 0; c < 3; ++c) out.push_back(x[i + c] - 1);
  return out;
}

/// A ball, of which every 50th body is moved up, one farther than the other, to `height` radii.
std::vector<double> falling_cloud(std::size_t count, double height) {
  std::vector<double> x = ball(count, 5);
  for (std::size_t i = 20; i < count; i += 50)
    x[3 * i + 2] += 2 + (height - 2) * static_cast<double>(i) / static_cast<double>(count);
  return x;
}

/// Rotne and Prager (1969) for spheres of radii a and b that do not overlap, with 6 pi eta = 1, from their paper's
/// formula: 3/(4 r) [(1 + (a^2 + b^2)/(3 r^2)) I + (1 - (a^2 + b^2)/r^2) rr/r^2]; a sphere alone 1/a.
std::vector<double> all_pairs(const std::vector<double>& x, const std::vector<double>& f,
                              const std::vector<double>& radii) {
  std::vector<double> v(x.size(), 0.0);
  for (std::size_t i = 0; i < radii.size(); ++i)
    for (std::size_t j = 0; j < radii.size(); ++j) {
      if (i == j) {
        for (std::size_t c = 0; c < 3; ++c) v[3 * i + c] += f[3 * i + c] / radii[i];
        continue;
      }
      double d[3], r2 = 0, along = 0;
      for (std::size_t c = 0; c < 3; ++c) {
        d[c] = x[3 * i + c] - x[3 * j + c];
        r2 += d[c] * d[c];
        along += d[c] * f[3 * j + c];
      }
      const double q = (radii[i] * radii[i] + radii[j] * radii[j]) / r2;
      for (std::size_t c = 0; c < 3; ++c)
        v[3 * i + c] += 0.75 / std::sqrt(r2) * ((1 + q / 3) * f[3 * j + c] + (1 - q) * along * d[c] / r2);
    }
  return v;
}

PointMobilitySetup setup_of(const std::vector<double>& radii, double tolerance, std::string method) {
  PointMobilitySetup s;
  s.domain = free_space();
  s.surroundings.viscosity = 1 / (6 * pi);
  s.radii = radii;
  s.tolerance = tolerance;
  s.engine = method;
  s.deterministic = true;
  return s;
}

TEST(Stragglers, AreThoseFarOutsideAndNoneOfAWholeCloud) {
  EXPECT_TRUE(find_stragglers(free_space(), ball(2000, 3)).empty());
  EXPECT_TRUE(find_stragglers(free_space(), test::uniform_points(2000, {1, 1, 1}, 3)).empty());
  EXPECT_TRUE(find_stragglers(free_space(), test::uniform_points(2000, {40, 1, 1}, 3)).empty());
  Domain cell;
  cell.kind = DomainKind::periodic_3;
  cell.cell = {50, 50, 50};
  EXPECT_TRUE(find_stragglers(cell, falling_cloud(2000, 20)).empty());
  const std::vector<double> x = falling_cloud(2000, 20);
  std::vector<std::size_t> moved;
  for (std::size_t i = 0; i < 2000; ++i)
    if (i % 50 == 20) moved.push_back(i);
  const auto found = find_stragglers(free_space(), x);
  // the first few of them are still at the cloud's rim
  EXPECT_GE(found.size(), moved.size() - 2);
  EXPECT_TRUE(std::includes(moved.begin(), moved.end(), found.begin(), found.end()));
}

TEST(Stragglers, TwoCloudsOfTheSameSizeHaveNone) {
  std::vector<double> x = ball(1000, 3);
  for (std::size_t i = 0; i < 500; ++i) x[3 * i] += 30;
  EXPECT_TRUE(find_stragglers(free_space(), x).empty());
}

TEST(Stragglers, VelocitiesKeepTheToleranceAndAgreeWithTheirPrediction) {
  constexpr std::size_t n = 1000;
  const std::vector<double> x = falling_cloud(n, 25);
  ASSERT_FALSE(find_stragglers(free_space(), x).empty());
  double nearest = 1;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < i; ++j)
      nearest =
          std::min(nearest, std::hypot(x[3 * i] - x[3 * j], x[3 * i + 1] - x[3 * j + 1], x[3 * i + 2] - x[3 * j + 2]));
  for (const bool each : {false, true})
    for (const bool parallel : {false, true})
      for (const double tolerance : {1e-3, 1e-6}) {
        std::vector<double> radii(each ? n : 1, 0.45 * nearest);
        for (std::size_t i = 0; i < radii.size(); ++i) radii[i] *= i % 2 == 0 ? 1 : 0.6;
        std::vector<double> f = test::normal_vectors(n, 6), single(n, radii[0]);
        if (each) single = radii;
        if (parallel)
          for (std::size_t i = 0; i < f.size(); ++i) f[i] = i % 3 == 2 ? -1 : 0;
        const auto ewald = make_point_mobility(setup_of(radii, tolerance, "ewald"));
        std::vector<double> u(x.size()), alone(x.size());
        ewald->solve(x, f, u);
        ASSERT_EQ(ewald->parameters().bodies_choice.engine(), "ewald");
        const std::vector<double> v = all_pairs(x, f, single);
        for (std::size_t i = 0; i < f.size(); ++i) alone[i] = f[i] / single[i / 3];
        const double scale = std::max(test::l2_norm(v), test::l2_norm(alone)) / std::sqrt(double(n));
        const double reached = test::rms_over_targets(u, v) / scale, predicted = ewald->predict().total.predicted;
        EXPECT_LT(reached, 1.5 * tolerance) << each << parallel;
        EXPECT_GT(reached, tolerance / 50) << each << parallel;
        EXPECT_LT(predicted / reached, 6) << each << parallel << tolerance;
        EXPECT_GT(predicted / reached, 1.0 / 6) << each << parallel << tolerance;
      }
}

/// The grid does not grow with the distance of the last straggler.
TEST(Stragglers, DoNotStretchTheGrid) {
  const auto numbers = [](double height) {
    const std::vector<double> x = falling_cloud(1000, height), f(x.size(), 1.0);
    const auto ewald = make_point_mobility(setup_of({1e-3}, 1e-3, "ewald"));
    std::vector<double> u(x.size());
    ewald->solve(x, f, u);
    const std::vector<double> grid = ewald->parameters().bodies_sum.find("grid")->numbers;
    return grid[0] * grid[1] * grid[2];
  };
  const int near = numbers(10);
  EXPECT_LE(numbers(100), near);
  EXPECT_LE(numbers(1000), near);
}

/// A resumed run has the same bodies outside, the same grid, and the same bits.
TEST(Stragglers, ARestoredPlanGivesTheSameBits) {
  std::vector<double> x = falling_cloud(1000, 25);
  const std::vector<double> f = test::normal_vectors(1000, 6);
  const auto first = make_point_mobility(setup_of({1e-3}, 1e-3, "ewald"));
  std::vector<double> u(x.size()), v(x.size());
  first->solve(x, f, u);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] += 0.02 * f[i];
  first->solve(x, f, u);
  const State state = first->state();
  EXPECT_FALSE(state.part("pairs").empty());
  const auto second = make_point_mobility(setup_of({1e-3}, 1e-3, "ewald"));
  second->restore(state);
  second->solve(x, f, v);
  EXPECT_EQ(u, v);
  EXPECT_EQ(second->state().part("pairs"), state.part("pairs"));
}

}  // namespace
}  // namespace slurry
