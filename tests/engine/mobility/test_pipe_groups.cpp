// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "slurry/mobility.hpp"
#include "support/pipe_groups.hpp"
#include "support/random_points.hpp"

namespace slurry {
namespace {

using std::numbers::pi;

class PipeGroups : public testing::TestWithParam<double> {};

/// Every group, spheres and points, zero flux and zero gradient, V and u at X.
TEST_P(PipeGroups, ReachedIsAtMostOneAndAHalfTimesAsked_AndPredicted) {
  const double tolerance = GetParam();
  std::vector<double> reached_over_asked, predicted_over_reached;
  for (const auto& g : test::pipe_groups())
    for (const BodyModel model : {BodyModel::spheres, BodyModel::points})
      for (const NetFlowKind flow : {NetFlowKind::zero_flux, NetFlowKind::zero_gradient}) {
        const std::string tag = flow == NetFlowKind::zero_flux ? "zf" : "dp0";
        const std::string what = g.name + (model == BodyModel::spheres ? " spheres " : " points ") + tag;
        const MobilityResult r = solve_mobility(g.problem, test::mobility_options(tolerance, model, flow));
        const auto truth = g.velocities(model, tag);
        const double error = test::rms_over_targets(r.velocities, truth), reached = error / g.scale(truth);
        // points keep the tolerance even of their own rms velocity, which is several times less than mu0 F
        const double scale = model == BodyModel::points ? test::PipeGroup::rms(truth) : g.scale(truth);
        EXPECT_LT(error, 1.5 * tolerance * scale) << what;
        const double predicted = r.errors.total.predicted / reached;
        EXPECT_GT(predicted, 1.0 / 6) << what;
        EXPECT_LT(predicted, 6) << what;
        reached_over_asked.push_back(reached / tolerance);
        predicted_over_reached.push_back(predicted);
        if (model == BodyModel::spheres && flow == NetFlowKind::zero_flux) continue;  // not in the file
        const auto field = g.truth(model == BodyModel::spheres ? "u_rpy_dp0" : "u_point_" + tag);
        EXPECT_LT(test::relative_l2(r.field, field), 1.5 * tolerance) << what;
      }
  EXPECT_GT(test::geometric_mean(reached_over_asked), 1.0 / 30);
  EXPECT_LT(test::geometric_mean(predicted_over_reached), 3);
  EXPECT_GT(test::geometric_mean(predicted_over_reached), 1.0 / 3);
}

INSTANTIATE_TEST_SUITE_P(Tolerances, PipeGroups, testing::Values(1e-3, 1e-6, 1e-9));

TEST(ReferencePipes, EwaldAndDirectSumsAgree_WithinTheTolerance) {
  const double tolerance = 1e-6;
  for (const auto& g : test::pipe_groups()) {
    if (g.name == "p1_axis") continue;  // one body: its own peak of the split is not covered by the estimate
    std::vector<double> v[2];
    for (const std::string method : {"direct", "ewald"})
      v[method == "ewald"] = solve_mobility(g.problem, test::mobility_options(tolerance, BodyModel::spheres,
                                                                              NetFlowKind::zero_flux, method))
                                 .velocities;
    EXPECT_LT(test::rms_over_targets(v[0], v[1]), 1.5 * tolerance * g.scale(v[0])) << g.name;
  }
}

/// pipe/* with sizes from a third of the file's to all of it, growing or shrinking in the order of the bodies, the
/// field among them: Ewald sums against direct ones.
class RadiusPerBody : public testing::TestWithParam<bool> {};

TEST_P(RadiusPerBody, ReachedAndPredicted) {
  const bool growing = GetParam();
  std::vector<double> ratios;
  for (const auto& g : test::pipe_groups()) {
    MobilityProblem p = g.problem;
    const std::size_t n = p.positions.size() / 3;
    if (n < 2) continue;
    p.radii.clear();
    for (std::size_t i = 0; i < n; ++i)
      p.radii.push_back(g.radius *
                        (0.34 + 0.66 * static_cast<double>(growing ? i : n - 1 - i) / static_cast<double>(n - 1)));
    const MobilityResult truth =
        solve_mobility(p, test::mobility_options(1e-7, BodyModel::spheres, NetFlowKind::zero_gradient, "direct"));
    for (const double tolerance : {1e-3, 1e-5}) {
      const MobilityResult r =
          solve_mobility(p, test::mobility_options(tolerance, BodyModel::spheres, NetFlowKind::zero_gradient, "ewald"));
      double single = 0;
      for (std::size_t i = 0; i < 3 * n; ++i)
        single += std::pow(p.forces[i] / (6 * pi * p.viscosity * p.radii[i / 3]), 2);
      const double scale = std::max(std::sqrt(single / static_cast<double>(n)), test::PipeGroup::rms(truth.velocities));
      const double reached = test::rms_over_targets(r.velocities, truth.velocities) / scale;
      EXPECT_LT(reached, 1.5 * tolerance) << g.name;
      if (!p.points.empty()) {
        EXPECT_LT(test::relative_l2(r.field, truth.field), 1.5 * tolerance) << g.name;
      }
      ratios.push_back(r.errors.total.predicted / reached);
      EXPECT_GT(ratios.back(), 1.0 / 6) << g.name << " " << tolerance;
      EXPECT_LT(ratios.back(), 6) << g.name << " " << tolerance;
    }
  }
  EXPECT_LT(test::geometric_mean(ratios), 3);
  EXPECT_GT(test::geometric_mean(ratios), 1.0 / 3);
}

INSTANTIATE_TEST_SUITE_P(Order, RadiusPerBody, testing::Bool());

TEST(ReferencePipes, FluidIsAtRestOnTheWall_WithinTheTolerance) {
  for (const auto& g : test::pipe_groups()) {
    MobilityProblem p = g.problem;
    // near enough for the wall itself: the velocity scale is that of the field a little inside
    test::Random random(5);
    const double radius = p.domain.radius;
    std::vector<double> inside, wall;
    for (int i = 0; i < 30; ++i) {
      const double angle = random.uniform(0, 2 * pi), x = random.uniform(0, p.domain.length);
      wall.insert(wall.end(), {x, radius * std::cos(angle), radius * std::sin(angle)});
      inside.insert(inside.end(), {x, 0.5 * radius * std::cos(angle), 0.5 * radius * std::sin(angle)});
    }
    p.points = wall;
    p.points.insert(p.points.end(), inside.begin(), inside.end());
    const MobilityResult r = solve_mobility(p, test::mobility_options(1e-6, BodyModel::points, NetFlowKind::zero_flux));
    const std::vector<double> on_wall(r.field.begin(), r.field.begin() + 90);
    const double rows = std::sqrt(double(r.field.size()) / 3);
    EXPECT_LT(test::l2_norm(on_wall) / rows, 1.5e-6 * test::l2_norm(r.field) / rows) << g.name;
  }
}

}  // namespace
}  // namespace slurry
