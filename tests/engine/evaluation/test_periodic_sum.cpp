// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "direct/direct.hpp"
#include "evaluation/periodic_sum.hpp"
#include "support/error_norms.hpp"
#include "support/host.hpp"
#include "support/random_points.hpp"

namespace slurry {
namespace {

using test::Host;

/// Reached and predicted rms error of an Ewald sum of spheres, against the direct sum.
struct Outcome {
  double reached, predicted;
};

Outcome outcome(std::size_t n, bool parallel, double tolerance, const Box& box = {{4, 2, 2}, 1}) {
  const double radius = 0.05;
  auto x = test::uniform_points(n, box.lengths, 7 + n);
  auto f = test::normal_vectors(n, 11 + n);
  if (parallel)
    for (std::size_t i = 0; i < f.size(); ++i) f[i] = i % 3 == 0 ? 1 : 0;
  PeriodicSumRequest r;
  r.box = box;
  r.options.tolerance = tolerance;
  r.options.tolerance_kind = ToleranceKind::absolute_rms;
  r.counts.sources = r.counts.targets = n;
  r.counts.largest_radius = radius;
  double net[3] = {0, 0, 0};
  for (std::size_t i = 0; i < f.size(); ++i) {
    r.counts.squared_force_sum += f[i] * f[i];
    net[i % 3] += f[i];
  }
  r.counts.net_force = std::hypot(net[0], net[1], net[2]);
  r.targets_are_sources = true;
  r.options.deterministic = true;  // transforms planned by rule
  const auto y = test::view_of(x), force = test::view_of(f);
  std::vector<double> u[2];
  double predicted = 0;
  for (const std::string method : {"direct", "ewald"}) {
    r.options.engine = method;
    PeriodicSum sum(r);
    const Vectors<Host> v("v", n);
    sum.set_points({y, radius, {}}, {{y, radius, true}});
    sum.apply(force, {v});
    Kokkos::fence();
    u[method == "ewald"] = test::values_of(v);
    predicted = sum.predicted_rms_error(r.counts.squared_force_sum, r.counts.net_force);
  }
  return {test::rms_over_targets(u[1], u[0]), predicted};
}

TEST(PeriodicSum, ParallelForcesKeepTheAbsoluteTolerance) {
  std::vector<double> ratios;
  for (const double tolerance : {1e-1, 1e-6})
    for (const std::size_t n : {300, 2000}) {
      const Outcome o = outcome(n, true, tolerance);
      EXPECT_LT(o.reached, 1.2 * tolerance) << n << " " << tolerance;
      EXPECT_LT(o.reached, 6 * o.predicted) << n << " " << tolerance;
      EXPECT_GT(o.reached, o.predicted / 6) << n << " " << tolerance;
      ratios.push_back(o.predicted / o.reached);
    }
  EXPECT_LT(test::geometric_mean(ratios), 3);
  EXPECT_GT(test::geometric_mean(ratios), 1.0 / 3);
}

TEST(PeriodicSum, FewSpheresWithRandomForcesKeepTheAbsoluteTolerance) {
  for (const double tolerance : {1e-2, 1e-7})
    for (const std::size_t n : {20, 200}) {
      const Outcome o = outcome(n, false, tolerance);
      EXPECT_LT(o.reached, 1.2 * tolerance) << n << " " << tolerance;
      EXPECT_LT(o.reached, 6 * o.predicted) << n << " " << tolerance;
      EXPECT_GT(o.reached, o.predicted / 6) << n << " " << tolerance;
    }
}

/// Free space: a cube, a flat box and a long one.
TEST(PeriodicSum, FreeSpaceKeepsTheAbsoluteTolerance) {
  std::vector<double> ratios;
  for (const std::array<double, 3> side : {std::array<double, 3>{2, 2, 2}, {2, 2, 0.5}, {4, 1, 1}})
    for (const double tolerance : {1e-2, 1e-6})
      for (const bool parallel : {false, true}) {
        const Outcome o = outcome(side[0] > 2 ? 100 : 700, parallel, tolerance, {side, 0});
        EXPECT_LT(o.reached, 1.2 * tolerance) << tolerance << " " << parallel << " " << side[0];
        EXPECT_LT(o.reached, 6 * o.predicted) << tolerance << " " << parallel << " " << side[0];
        EXPECT_GT(o.reached, o.predicted / 6) << tolerance << " " << parallel << " " << side[0];
        ratios.push_back(o.predicted / o.reached);
      }
  EXPECT_LT(test::geometric_mean(ratios), 3);
  EXPECT_GT(test::geometric_mean(ratios), 1.0 / 3);
}

}  // namespace
}  // namespace slurry
