// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <utility>

#include "slurry/mobility.hpp"
#include "support/pipe_groups.hpp"
#include "support/random_points.hpp"

// wall_spheres.h5: spheres alone, in pairs and in rings, of sizes from 0.05 to 0.2 pipe radii that shrink or grow in
// the order of the bodies, on the wall (gap 0) and up to half a radius away from it.
namespace slurry {
namespace {

using std::numbers::pi;

/// Turned about the axis and shifted along it: the wall has no marks, but its grid has.
std::vector<double> moved(const std::vector<double>& v, double angle, double shift) {
  std::vector<double> out(v);
  const double c = std::cos(angle), s = std::sin(angle);
  for (std::size_t i = 0; i < v.size(); i += 3) {
    out[i] = v[i] + shift;
    out[i + 1] = c * v[i + 1] - s * v[i + 2];
    out[i + 2] = s * v[i + 1] + c * v[i + 2];
  }
  return out;
}

MobilityProblem moved(const MobilityProblem& p, double angle, double shift) {
  MobilityProblem q = p;
  q.positions = moved(p.positions, angle, shift);
  q.points = moved(p.points, angle, shift);
  q.forces = moved(p.forces, angle, 0);
  return q;
}

/// Reached errors over the tolerance at several places of the same bodies, and what was predicted.
struct Places {
  double worst = 0, squares = 0, predicted = 0, field_worst = 0;
  int count = 0;
  double rms() const { return std::sqrt(squares / count); }
};

Places reached_at_places(const test::PipeGroup& g, const MobilityOptions& options, const std::vector<double>& truth,
                         const std::vector<double>& field, int count) {
  Places found;
  test::Random random(9);
  const double scale = options.model == BodyModel::points ? test::PipeGroup::rms(truth) : g.scale(truth);
  for (int i = 0; i < count; ++i) {
    // the first as in the file, where a body lies on a line of the grid
    const double angle = i == 0 ? 0 : random.uniform(0, 2 * pi), shift = i == 0 ? 0 : random.uniform(0, 1);
    MobilityProblem p = moved(g.problem, angle, shift);
    if (i > 0 || field.empty()) p.points.clear();
    const MobilityResult r = solve_mobility(p, options);
    const double reached = test::rms_over_targets(moved(r.velocities, -angle, 0), truth) / scale;
    found.worst = std::max(found.worst, reached / options.tolerance);
    found.squares += reached * reached;
    found.predicted += r.errors.total.predicted / count;
    if (!r.field.empty()) found.field_worst = test::relative_l2(r.field, field) / options.tolerance;
    ++found.count;
  }
  return found;
}

struct Case {
  double tolerance;
  BodyModel model;
  NetFlowKind flow;
  std::string engine;
};

class NearWall : public testing::TestWithParam<Case> {};

TEST_P(NearWall, ReachedIsAtMostOneAndAHalfTimesAsked_WhereverTheBodiesLie_AndPredicted) {
  const Case& c = GetParam();
  const std::string tag = c.flow == NetFlowKind::zero_flux ? "zf" : "dp0";
  const bool spheres = c.model == BodyModel::spheres;
  std::vector<double> ratios;
  for (const auto& g : test::pipe_groups("wall_spheres.h5")) {
    const auto truth = g.velocities(c.model, tag);
    // the field where a sphere is on the wall; by Ewald sums: test_pipe_groups
    const bool with_field =
        c.engine == "direct" && (c.tolerance == 1e-3 || c.tolerance == 1e-6) && g.name.find("0.") == std::string::npos;
    const auto field = with_field ? g.truth((spheres ? "u_rpy_" : "u_point_") + tag) : std::vector<double>();
    const Places found = reached_at_places(g, test::mobility_options(c.tolerance, c.model, c.flow, c.engine), truth,
                                           field, c.tolerance > 1e-5 && c.engine == "direct" ? 4 : 2);
    EXPECT_LT(found.worst, 1.5) << g.name;
    EXPECT_LT(found.field_worst, 1.5) << g.name;
    if (!spheres) continue;  // their tolerance is of their own, smaller velocities
    const double ratio = found.predicted / found.rms();
    EXPECT_GT(ratio, 1.0 / 6) << g.name;
    EXPECT_LT(ratio, 6) << g.name;
    ratios.push_back(ratio);
  }
  if (!spheres) return;
  EXPECT_GT(test::geometric_mean(ratios), 1.0 / 2);
  EXPECT_LT(test::geometric_mean(ratios), 2);
}

INSTANTIATE_TEST_SUITE_P(Sweep, NearWall,
                         testing::Values(Case{1e-2, BodyModel::spheres, NetFlowKind::zero_flux, "direct"},
                                         Case{1e-3, BodyModel::spheres, NetFlowKind::zero_flux, "direct"},
                                         Case{1e-3, BodyModel::spheres, NetFlowKind::zero_gradient, "ewald"},
                                         Case{1e-3, BodyModel::points, NetFlowKind::zero_flux, "direct"},
                                         Case{1e-6, BodyModel::spheres, NetFlowKind::zero_gradient, "direct"},
                                         Case{1e-6, BodyModel::points, NetFlowKind::zero_gradient, "direct"},
                                         Case{1e-9, BodyModel::spheres, NetFlowKind::zero_flux, "direct"}));

/// A given gradient adds its profile, (R^2 - r^2 - 2 a^2/3)/(4 eta) for a sphere, whatever its size and place.
TEST(NearWallFlow, AGivenGradientAddsItsProfile) {
  const double gradient = -0.8;
  for (const auto& g : test::pipe_groups("wall_spheres.h5")) {
    MobilityOptions o = test::mobility_options(1e-6, BodyModel::spheres, NetFlowKind::gradient, "direct");
    o.net_flow.value = gradient;
    MobilityProblem p = g.problem;
    p.points.clear();
    auto truth = g.truth("V_rpy_dp0");
    for (std::size_t i = 0; i < p.radii.size(); ++i) {
      const double y = p.positions[3 * i + 1], z = p.positions[3 * i + 2], a = p.radii[i];
      truth[3 * i] +=
          -gradient * (p.domain.radius * p.domain.radius - y * y - z * z - 2 * a * a / 3) / (4 * p.viscosity);
    }
    const double error = test::rms_over_targets(solve_mobility(p, o).velocities, truth);
    EXPECT_LT(error, 1.5e-6 * g.scale(truth)) << g.name;
  }
}

/// A body without a force beside the wall moves as reciprocity demands: a unit force on either of two bodies moves the
/// other one as fast along the same direction. The wall's grid has to be fine enough for the body without a force,
/// whose neighbourhood on the wall the force sees from afar.
TEST(NearWallFlow, AForceFreeBodyMovesAsReciprocityDemands) {
  for (const double length : {1.0, 2.5})
    for (const double distance : {0.23, 0.06}) {
      MobilityProblem p;
      p.domain.kind = DomainKind::pipe;
      p.domain.radius = 1;
      p.domain.length = length;
      p.radii = {0.025, 0.025};
      const double r = 1 - distance;
      p.positions = {0.4 * length, -0.6 * r, 0.8 * r, 0.4 * length + 0.4, 0.1, 0.2};
      const auto moved_by = [&](int forced, int seen, double tolerance) {
        p.forces.assign(6, 0);
        p.forces[3 * forced + 1] = 1;
        const MobilityOptions o =
            test::mobility_options(tolerance, BodyModel::spheres, NetFlowKind::zero_flux, "direct");
        const MobilityResult found = solve_mobility(p, o);
        return std::pair(found.velocities[3 * seen + 1], found.errors);
      };
      const double right = moved_by(0, 1, 1e-11).first;
      for (const double tolerance : {1e-6, 1e-8, 1e-10}) {
        const auto [velocity, errors] = moved_by(1, 0, tolerance);
        const double reached = std::abs(velocity - right) / errors.scale;
        EXPECT_LT(reached, 1.5 * tolerance) << length << " " << distance;
        EXPECT_LT(reached, 10 * errors.total.predicted) << length << " " << distance << " " << tolerance;
      }
    }
}

}  // namespace
}  // namespace slurry
