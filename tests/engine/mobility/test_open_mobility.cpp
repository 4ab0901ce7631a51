// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "mobility/mobility.hpp"
#include "slurry/error.hpp"
#include "support/error_norms.hpp"
#include "support/random_points.hpp"
#include "support/reference_groups.hpp"

namespace slurry {
namespace {

using std::numbers::pi;

/// Free space in reduced units: a = 1, 6 pi eta a = 1.
std::vector<double> reduced(const std::vector<double>& positions, const std::vector<double>& forces) {
  MobilityProblem p;
  p.domain.kind = DomainKind::free_space;
  p.viscosity = 1 / (6 * pi);
  p.radii = {1};
  p.positions = positions;
  p.forces = forces;
  return solve_mobility(p, {}).velocities;
}

/// pipe-suspension.md section 5: two and three spheres, Rotne-Prager in closed form.
TEST(FreeSpaceMobility, TwoAndThreeSpheresSettleAsInClosedForm) {
  const std::vector<double> down{0, 0, -1, 0, 0, -1};
  auto v = reduced({0, 0, 3, 0, 0, 0}, down);
  EXPECT_NEAR(-v[2], 1.46296296296296, 1e-14);
  v = reduced({3, 0, 0, 0, 0, 0}, down);
  EXPECT_NEAR(-v[2], 1.26851851851852, 1e-14);
  const double s = 3 / std::sqrt(2.0);
  v = reduced({s, 0, s, 0, 0, 0}, down);
  EXPECT_NEAR(std::abs(v[0]), 0.0972222222222222, 1e-14);
  EXPECT_NEAR(-v[2], 1.36574074074074, 1e-14);
  const double r = 3, h = r / std::sqrt(3.0);
  v = reduced({h, 0, 0, -h / 2, r / 2, 0, -h / 2, -r / 2, 0}, {0, 0, -1, 0, 0, -1, 0, 0, -1});
  EXPECT_NEAR(-v[2], 1.53703703703704, 1e-14);
  EXPECT_NEAR(v[0], 0, 1e-14);
  v = reduced({-5, 0, 0, 0, 0, 0, 5, 0, 0}, {0, 0, -1, 0, 0, -1, 0, 0, -1});
  EXPECT_NEAR(-v[2], 1.2295, 1e-14);
  EXPECT_NEAR(-v[5], 1.3080, 1e-14);
}

class FreeGroups : public testing::TestWithParam<double> {};

/// free/* of pipe_reference.h5, overlapping spheres included.  Their gauge: diag(4,3,3)/L times the sum of forces more.
TEST_P(FreeGroups, ReachedIsAtMostOneAndAHalfTimesAsked) {
  const double tolerance = GetParam();
  for (const SumMethod method : {SumMethod::automatic, SumMethod::ewald})
    for (const auto& g : test::free_spheres()) {
      MobilityProblem p;
      p.domain.kind = DomainKind::periodic_1;
      p.domain.length = g.period;
      p.viscosity = g.viscosity;
      p.radii = {g.radius};
      p.positions = g.centres;
      p.forces = g.forces;
      p.points = g.points;
      MobilityOptions o;
      o.tolerance = tolerance;
      o.method = method;
      const double gauge[3] = {4, 3, 3};
      double net[3] = {0, 0, 0};
      for (std::size_t i = 0; i < g.forces.size(); ++i) net[i % 3] += g.forces[i];
      const auto ours = [&](std::vector<double> u) {
        for (std::size_t i = 0; i < u.size(); ++i)
          u[i] -= gauge[i % 3] * net[i % 3] / (8 * pi * g.viscosity * g.period);
        return u;
      };
      const double rows = std::sqrt(double(g.forces.size()) / 3);
      const double single = test::l2_norm(g.forces) / rows / (6 * pi * g.viscosity * g.radius);
      const MobilityResult r = solve_mobility(p, o);
      const auto v = ours(g.velocities), u = ours(g.field_of_spheres);
      EXPECT_LT(test::rms_over_targets(r.velocities, v), 1.5 * tolerance * std::max(single, test::l2_norm(v) / rows))
          << g.name;
      EXPECT_LT(test::relative_l2(r.field, u), 1.5 * tolerance) << g.name;
      o.model = BodyModel::points;
      EXPECT_LT(test::relative_l2(solve_mobility(p, o).field, ours(g.field_of_points)), 1.5 * tolerance) << g.name;
    }
}

INSTANTIATE_TEST_SUITE_P(Tolerances, FreeGroups, testing::Values(1e-3, 1e-6, 1e-9));

/// 200 bodies anywhere, one or three periodic directions: what is measured keeps the tolerance, and as predicted.
void expect_measures_itself(const std::vector<double>& radii) {
  for (const DomainKind kind : {DomainKind::periodic_1, DomainKind::periodic_3})
    for (const double tolerance : {1e-3, 1e-7}) {
      MobilitySetup s;
      s.domain.kind = kind;
      s.domain.length = 3;
      s.domain.cell = {3, 2, 2.5};
      s.radii = radii;
      s.tolerance = tolerance;
      s.method = SumMethod::ewald;
      const auto x = test::uniform_points(200, {3, 2, 2.5}, 5), f = test::normal_vectors(200, 6);
      const auto m = make_mobility(s);
      std::vector<double> v(x.size());
      m->solve(x, f, v);
      const ErrorReport e = m->measure(64, 3);
      EXPECT_LT(e.total.measured, 1.5 * tolerance);
      EXPECT_GT(e.total.measured, tolerance / 100);
      EXPECT_LT(e.total.predicted / e.total.measured, 6);
      EXPECT_GT(e.total.predicted / e.total.measured, 1.0 / 6);
    }
}

TEST(OpenMobility, MeasuresItself_OneAndThreePeriodicDirections) {
  expect_measures_itself({0.1});
}

/// Small ones far more than large ones.
TEST(OpenMobility, MeasuresItself_WithARadiusEach) {
  std::vector<double> radii;
  for (int i = 0; i < 200; ++i) radii.push_back(0.02 + 0.1 * std::pow(i / 199.0, 3));
  expect_measures_itself(radii);
}

/// Hasimoto's lattice at the Rotne-Prager level, mu/mu0 = 1 - 2.8372974794806 a/L + (4 pi/3)(a/L)^3, in cells from far
/// to hardly larger than the sphere: one sphere alone, wherever it is on the grid, is all that the error is averaged
/// over.
TEST(OpenMobility, OneSphereInACubicCell_KeepsTheToleranceWhereverItIs) {
  test::Random random(4);
  for (const double cell : {3.2239839080323, 5.3733065133882, 16.1199195401647})
    for (const double tolerance : {1e-3, 1e-6, 1e-8})
      for (int place = 0; place < 3; ++place) {
        MobilityProblem p;
        p.domain.kind = DomainKind::periodic_3;
        p.domain.cell = {cell, cell, cell};
        p.viscosity = 1 / (6 * pi);
        p.radii = {1};
        p.positions = {random.uniform(0, cell), random.uniform(0, cell), random.uniform(0, cell)};
        p.forces = {1, 0, 0};
        MobilityOptions o;
        o.tolerance = tolerance;
        o.measured_targets = 0;
        const double exact = 1 - 2.8372974794806 / cell + 4 * pi / 3 / (cell * cell * cell);
        EXPECT_NEAR(solve_mobility(p, o).velocities[0], exact, 1.5 * tolerance) << cell << " " << tolerance;
      }
}

TEST(OpenMobility, SeveralRadii_EwaldMatchesDirect) {
  MobilityProblem p;
  p.domain.kind = DomainKind::periodic_1;
  p.domain.length = 3;
  p.positions = test::uniform_points(30, {3, 2, 2}, 5);
  p.forces = test::normal_vectors(30, 6);
  for (int i = 0; i < 30; ++i) p.radii.push_back(i % 2 == 0 ? 0.1 : 0.06);
  MobilityOptions o;
  o.tolerance = 1e-6;
  o.method = SumMethod::ewald;
  const auto ewald = solve_mobility(p, o).velocities;
  o.method = SumMethod::direct;
  EXPECT_LT(test::relative_l2(ewald, solve_mobility(p, o).velocities), 1.5e-6);
}

TEST(OpenMobility, WrongInputIsRefused) {
  MobilityProblem p;
  p.domain.kind = DomainKind::periodic_1;
  p.domain.length = -1;
  p.radii = {0.1};
  p.positions = p.forces = {0, 0, 0};
  EXPECT_THROW(solve_mobility(p, {}), InputError);
  p.domain.length = 1;
  p.positions = {0, 0, 0, 1};
  EXPECT_THROW(solve_mobility(p, {}), InputError);
  p.positions = {0, 0, 0};
  MobilityOptions o;
  o.net_flow.kind = NetFlowKind::flux;
  EXPECT_THROW(solve_mobility(p, o), InputError);
}

}  // namespace
}  // namespace slurry
