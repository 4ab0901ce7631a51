// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "mobility/point_mobility.hpp"
#include "mobility/second_opinion.hpp"
#include "reference/classical_ewald.hpp"
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

/// theory/contacts-and-integrators.md: two and three spheres, Rotne-Prager in closed form.
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
  for (const std::string method : {"automatic", "ewald"})
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
      o.engine = method;
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
      // the reference has the formula of the fluid inside of spheres too; there the field is the motion of a sphere
      std::vector<double> field, truth;
      for (std::size_t i = 0; i < u.size(); ++i)
        if (r.inside[i / 3] < 0) {
          field.push_back(r.field[i]);
          truth.push_back(u[i]);
        }
      ASSERT_GE(truth.size(), 18u);
      EXPECT_LT(test::relative_l2(field, truth), 1.5 * tolerance) << g.name;
      o.model = BodyModel::points;
      EXPECT_LT(test::relative_l2(solve_mobility(p, o).field, ours(g.field_of_points)), 1.5 * tolerance) << g.name;
    }
}

INSTANTIATE_TEST_SUITE_P(Tolerances, FreeGroups, testing::Values(1e-3, 1e-6, 1e-9));

/// 200 bodies anywhere, one or three periodic directions: what is measured keeps the tolerance, and as predicted.
void expect_measures_itself(const std::vector<double>& radii) {
  for (const DomainKind kind : {DomainKind::periodic_1, DomainKind::periodic_3})
    for (const double tolerance : {1e-3, 1e-7}) {
      PointMobilitySetup s;
      s.domain.kind = kind;
      s.domain.length = 3;
      s.domain.cell = {3, 2, 2.5};
      s.radii = radii;
      s.tolerance = tolerance;
      s.engine = "ewald";
      const auto x = test::uniform_points(200, {3, 2, 2.5}, 5), f = test::normal_vectors(200, 6);
      const auto m = make_point_mobility(s);
      std::vector<double> v(x.size());
      m->solve(x, f, v);
      const ErrorReport e = measure_errors(*m, s, x, f, v, 64, 3);
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

/// Other loops over the same sum: the same velocities but for the order of the terms, in every domain.
std::vector<double> radii_of(std::size_t count) {
  test::Random random(9);
  std::vector<double> a;
  for (std::size_t i = 0; i < count; ++i) a.push_back(random.uniform(0.03, 0.4));  // some overlap
  return a;
}

/// A direct sum along a period ends its series by the tolerance.  What is measured is that: against an Ewald sum; and a
/// second direct sum is no opinion, in free space as well.
TEST(OpenMobility, DirectSums_AreMeasuredByOtherMeans) {
  for (const DomainKind kind : {DomainKind::periodic_1, DomainKind::free_space})
    for (const std::vector<double>& radii : {std::vector<double>{0.05}, radii_of(100)}) {
      PointMobilitySetup s;
      s.domain.kind = kind;
      s.domain.length = 3;
      s.radii = radii;
      s.tolerance = 1e-2;
      s.engine = "direct";
      const auto x = test::uniform_points(100, {3, 2, 2.5}, 5), f = test::normal_vectors(100, 6);
      const auto m = make_point_mobility(s);
      std::vector<double> v(x.size()), truth(x.size());
      m->solve(x, f, v);
      const ErrorReport e = measure_errors(*m, s, x, f, v, 256, 3);
      EXPECT_GT(e.uncertainty, 0);
      EXPECT_LT(e.uncertainty, e.total.measured);
      EXPECT_FALSE(differs(for_second_opinion(s, m->parameters(), 100), m->parameters()));
      s.engine = "ewald";
      s.tolerance = 1e-12;
      make_point_mobility(s)->solve(x, f, truth);
      const double reached = test::rms_over_targets(v, truth) / m->scale();
      EXPECT_LT(reached, 1e-4);
      EXPECT_NEAR(e.total.measured, reached, 0.1 * reached + 2e-12) << int(kind) << ' ' << radii.size();
    }
}

TEST(OpenMobility, VariantsOfStagesGiveTheSameVelocities) {
  for (const DomainKind kind :
       {DomainKind::free_space, DomainKind::periodic_1, DomainKind::periodic_3, DomainKind::pipe}) {
    PointMobilitySetup s;
    s.domain.kind = kind;
    s.domain.radius = 2;
    s.domain.length = 3;
    s.domain.cell = {3, 2, 2.5};
    s.radii = {0.05};
    s.tolerance = 1e-4;
    s.engine = "ewald";
    s.deterministic = true;
    std::vector<double> x = test::uniform_points(100, {2, 2, 2}, 5);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] -= i % 3 == 0 ? 0 : 1;
    const auto f = test::normal_vectors(100, 6);
    const auto solve = [&](const char* variants) {
      s.variants = stage_variants(variants);
      std::vector<double> v(x.size());
      make_point_mobility(s)->solve(x, f, v);
      return v;
    };
    const auto as_it_suits = solve(""), others = solve("P2P=per_target, P2G=per_point G2P=per_point");
    EXPECT_LT(test::relative_l2(others, as_it_suits), 1e-12);
    EXPECT_NE(others, as_it_suits) << "the other loops were not taken";
  }
}

TEST(OpenMobility, VariantsDoSumsOverBodiesOfOneRadius) {
  PointMobilitySetup s;
  s.domain.kind = DomainKind::periodic_3;
  s.domain.cell = {3, 3, 3};
  s.radii = {0.1, 0.2};
  s.variants = stage_variants("P2P=per_target");
  std::vector<double> v(6);
  EXPECT_THROW(make_point_mobility(s)->solve(std::vector<double>{0, 0, 0, 1, 1, 1}, std::vector<double>(6, 1.0), v),
               InputError);
  EXPECT_THROW(stage_variants("P2P"), InputError);
  EXPECT_THROW(stage_variants("=per_target"), InputError);
  EXPECT_TRUE(stage_variants(" , ").empty());
}

/// Hasimoto's lattice at the Rotne-Prager level, mu/mu0 = 1 - 2.8372974794806 a/L + (4 pi/3)(a/L)^3, in cells from far
/// to hardly larger than the sphere: one sphere alone, wherever it is on the grid, is all that the error is averaged
/// over.
TEST(OpenMobility, OneSphereInACubicCell_KeepsTheToleranceWhereverItIs) {
  test::Random random(4);
  for (const double cell :
       {2.0001, 2.01, 2.1036, 2.2, 2.408, 2.6, 2.7565, 3.0, 3.2239839080323, 5.3733065133882, 16.1199195401647})
    for (const double tolerance : {1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9})
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

/// Spheres that nearly fill narrow boxes, against a classical Ewald sum without grids.
TEST(OpenMobility, SpheresInNarrowBoxes_MatchTheClassicalSum) {
  struct Case {
    std::array<double, 3> cell;
    std::vector<double> positions;
  };
  const std::vector<Case> cases{
      {{2.05, 2.05, 2.05}, {0.3, 0.7, 1.1}},
      {{2.05, 2.05, 8.2}, {0.3, 0.7, 1.1, 0.4, 1.7, 4.0, 1.0, 0.1, 6.2}},
      {{8.4, 2.1, 4.2}, {0, 0, 0, 2.1, 1, 1, 4.2, 0.5, 3, 6.3, 0.2, 1.5}},
      {{2.3, 4.6, 2.3}, {0.1, 0.2, 0.3, 0.9, 2.4, 1.3}},
      {{4.3, 4.3, 4.3},
       {0, 0, 0, 2.15, 0, 0, 0, 2.15, 0, 0, 0, 2.15, 2.15, 2.15, 0, 2.15, 0, 2.15, 0, 2.15, 2.15, 2.15, 2.15, 2.15}},
  };
  for (const Case& c : cases) {
    MobilityProblem p;
    p.domain.kind = DomainKind::periodic_3;
    p.domain.cell = c.cell;
    p.viscosity = 1 / (6 * pi);
    p.radii = {1};
    p.positions = c.positions;
    p.forces = test::normal_vectors(c.positions.size() / 3, 7);
    const reference::Suspension suspension{p.positions, p.positions, p.forces, {}, {}};
    const auto sums = reference::ClassicalEwald{c.cell, 1.3}.rotne_prager(suspension, 1);
    double forces = 0, velocities = 0;
    for (std::size_t i = 0; i < sums.size(); ++i) {
      forces += p.forces[i] * p.forces[i];
      velocities += std::pow(0.75 * double(sums[i]), 2);
    }
    const double count = double(sums.size()) / 3, scale = std::sqrt(std::max(forces, velocities) / count);
    for (const double tolerance : {1e-2, 1e-3, 1e-4, 1e-6, 1e-8, 1e-9}) {
      MobilityOptions o;
      o.tolerance = tolerance;
      o.measured_targets = 0;
      const auto v = solve_mobility(p, o).velocities;
      double error = 0;
      for (std::size_t i = 0; i < v.size(); ++i) error += std::pow(v[i] - 0.75 * double(sums[i]), 2);
      EXPECT_LE(std::sqrt(error / count), 1.5 * tolerance * scale)
          << c.cell[0] << " x " << c.cell[2] << " " << tolerance;
    }
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
  o.engine = "ewald";
  const auto ewald = solve_mobility(p, o).velocities;
  o.engine = "direct";
  EXPECT_LT(test::relative_l2(ewald, solve_mobility(p, o).velocities), 1.5e-6);
}

PointMobilitySetup free_spheres(double tolerance, std::string method) {
  PointMobilitySetup s;
  s.domain.kind = DomainKind::free_space;
  s.radii = {0.02};
  s.tolerance = tolerance;
  s.engine = method;
  s.deterministic = true;
  return s;
}

std::vector<double> solved(PointMobility& m, const std::vector<double>& x, const std::vector<double>& f) {
  std::vector<double> v(x.size());
  m.solve(x, f, v);
  return v;
}

/// Free space: a cloud, and two clouds far apart, which leave most of their box empty.
void expect_clouds_far_apart_keep_the_tolerance(const std::string& engine, std::size_t n) {
  auto x = test::uniform_points(n, {1, 1, 1}, 5);
  for (const double apart : {0.0, 12.0})
    for (const bool parallel : {false, true})
      for (const double tolerance : {1e-3, 1e-6}) {
        auto f = test::normal_vectors(n, 6);
        if (parallel)
          for (std::size_t i = 0; i < f.size(); ++i) f[i] = i % 3 == 2 ? -1 : 0;
        std::vector<double> y = x;
        for (std::size_t i = 0; i < n / 2; ++i) y[3 * i] += apart;
        const auto other = make_point_mobility(free_spheres(tolerance, engine));
        const auto direct = make_point_mobility(free_spheres(tolerance, "direct"));
        const auto u = solved(*other, y, f), v = solved(*direct, y, f);
        EXPECT_EQ(other->parameters().bodies_choice.engine(), engine);
        const double rows = std::sqrt(static_cast<double>(n));
        const double scale = std::max(test::l2_norm(v), test::l2_norm(f) / (6 * pi * 0.02)) / rows;
        const double reached = test::rms_over_targets(u, v) / scale;
        EXPECT_LT(reached, 1.5 * tolerance) << apart << " " << parallel;
        EXPECT_GT(reached, tolerance / 50) << apart << " " << parallel;
        const double predicted = other->predict().total.predicted;
        EXPECT_LT(predicted / reached, 6) << apart << " " << parallel << " " << tolerance;
        EXPECT_GT(predicted / reached, 1.0 / 6) << apart << " " << parallel << " " << tolerance;
        EXPECT_LE(predicted, 1.1 * tolerance) << apart << " " << parallel;
      }
}

TEST(OpenMobility, FreeSpace_EwaldKeepsTheToleranceForCloudsFarApart) {
  expect_clouds_far_apart_keep_the_tolerance("ewald", 600);
}

TEST(OpenMobility, FreeSpace_TheTreeKeepsTheToleranceForCloudsFarApart) {
  expect_clouds_far_apart_keep_the_tolerance("fmm", 4000);
}

/// Three clumps a hundred of their radii apart under one force on each body.  All bodies of a clump lie in one cell of
/// the grid, so that their errors add up.
TEST(OpenMobility, ClumpsFarSmallerThanAGridCell_KeepTheToleranceAsPredicted) {
  constexpr std::size_t n = 600;
  const double centres[3][3] = {{0, 0, 0}, {50, 0, 0}, {25, 43, 0}};
  std::vector<double> x = test::uniform_points(n, {1, 1, 1}, 5), down(3 * n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    down[3 * i + 2] = -1;
    for (std::size_t d = 0; d < 3; ++d) x[3 * i + d] += centres[i % 3][d];
  }
  for (const DomainKind kind : {DomainKind::free_space, DomainKind::periodic_1})
    for (const double tolerance : {1e-2, 1e-3, 1e-4}) {
      PointMobilitySetup setup = free_spheres(tolerance, "ewald");
      setup.domain.kind = kind;
      setup.domain.length = 120;
      const auto ewald = make_point_mobility(setup);
      setup.engine = "direct";
      setup.tolerance = 1e-10;
      const auto direct = make_point_mobility(setup);
      const auto u = solved(*ewald, x, down), v = solved(*direct, x, down);
      ASSERT_EQ(ewald->parameters().bodies_choice.engine(), "ewald");
      const double scale = std::max(test::l2_norm(v), test::l2_norm(down) / (6 * pi * 0.02)) / std::sqrt(double(n));
      const double reached = test::rms_over_targets(u, v) / scale, predicted = ewald->predict().total.predicted;
      EXPECT_LT(reached, 1.5 * tolerance) << int(kind) << " " << tolerance;
      EXPECT_LE(predicted, 1.1 * tolerance) << int(kind) << " " << tolerance;
      EXPECT_GT(predicted, reached / 1.5) << int(kind) << " " << tolerance;
      EXPECT_LT(predicted, 12 * reached) << int(kind) << " " << tolerance;
    }
}

/// Terms in fp32 stay at what is predicted for them, for forces that add up and for neighbours whose forces cancel.
TEST(OpenMobility, FreeSpace_TermsInSinglePrecisionKeepTheirFloor) {
  const std::size_t n = 800;
  const auto x = test::uniform_points(n, {1, 1, 1}, 5);
  for (const bool cancel : {false, true}) {
    std::vector<double> f(x.size(), 0.0);
    for (std::size_t i = 0; i < n; ++i) f[3 * i] = cancel && i % 2 == 1 ? -1 : 1;
    PointMobilitySetup s = free_spheres(1e-5, "automatic");
    const auto full = make_point_mobility(s);
    s.own["direct.terms"] = "fp32";
    const auto quick = make_point_mobility(s);
    const auto v = solved(*full, x, f), u = solved(*quick, x, f);
    EXPECT_EQ(quick->parameters().bodies_choice.engine(), "direct");
    EXPECT_EQ(quick->parameters().bodies_sum.remark, "terms in fp32");
    const ErrorReport e = quick->measure(64, 1);
    const double scale = std::max(test::l2_norm(v), test::l2_norm(f) / (6 * pi * 0.02));
    const double reached = test::l2_norm(u) > 0 ? test::relative_l2(u, v) * test::l2_norm(v) / scale : 1;
    EXPECT_GT(reached, 1e-9) << "the terms are not single";
    EXPECT_LT(reached, e.total.predicted) << cancel;
    EXPECT_LT(e.total.measured, e.total.predicted) << cancel;
    EXPECT_LT(e.total.predicted, 2e-6) << cancel;
    EXPECT_EQ(full->predict().sum.predicted, 0);
    EXPECT_LT(full->predict().total.predicted, 1e-14);
  }
}

TEST(OpenMobility, TermsInSinglePrecisionAreRefusedWhereTheyDoNotServe) {
  PointMobilitySetup s = free_spheres(1e-3, "automatic");
  s.own["direct.terms"] = "fp32";
  EXPECT_NO_THROW(make_point_mobility(s));
  s.tolerance = 1e-6;
  EXPECT_THROW(make_point_mobility(s), RefusedError);
  s.tolerance = 1e-3;
  s.engine = "ewald";
  EXPECT_THROW(make_point_mobility(s), InputError);
  s.engine = "direct";
  s.domain.kind = DomainKind::periodic_1;
  EXPECT_THROW(make_point_mobility(s), InputError);
}

/// A plan of another run brings its choice, also where this machine would choose otherwise.
TEST(OpenMobility, ARestoredPlanBringsItsChoice) {
  const auto x = test::uniform_points(100, {1, 1, 1}, 5), f = test::normal_vectors(100, 6);
  const auto first = make_point_mobility(free_spheres(1e-3, "automatic"));
  const auto v = solved(*first, x, f);
  ASSERT_EQ(first->parameters().bodies_choice.engine(), "direct");
  State state = first->state();
  const auto second = make_point_mobility(free_spheres(1e-3, "automatic"));
  second->restore(state);
  EXPECT_EQ(solved(*second, x, f), v);
  EXPECT_EQ(second->parameters().bodies_choice.by, ChosenBy::prediction);
  EXPECT_EQ(second->state(), state);
  state.put_word("choice/method", "ewald");
  const auto third = make_point_mobility(free_spheres(1e-3, "automatic"));
  third->restore(state);
  EXPECT_NE(solved(*third, x, f), v);
  EXPECT_EQ(third->parameters().bodies_choice.engine(), "ewald");
  state.put_word("choice/method", "");  // of an older version
  const auto fourth = make_point_mobility(free_spheres(1e-3, "automatic"));
  fourth->restore(state);
  EXPECT_EQ(solved(*fourth, x, f), v);
}

/// In the pipe both sums have a choice of their own.
TEST(PipeMobility, ARestoredPlanBringsItsChoices) {
  PointMobilitySetup s;
  s.domain.radius = 1;
  s.domain.length = 3;
  s.radii = {0.1};
  s.deterministic = true;
  const std::vector<double> x{0.2, 0.3, 0, 1.5, -0.4, 0.2}, f{1, 0, 0, 0, 1, 0};
  const auto first = make_point_mobility(s);
  solved(*first, x, f);
  for (const bool images : {false, true}) {
    State state = first->state();
    const std::string method = images ? "images_choice/method" : "bodies_choice/method";
    const std::string other = state.word(method) == "direct" ? "ewald" : "direct";
    state.put_word(method, other == "direct" ? "direct" : "ewald");
    const auto second = make_point_mobility(s);
    second->restore(state);
    solved(*second, x, f);
    const MobilityParameters p = second->parameters(), q = first->parameters();
    EXPECT_EQ(p.bodies_choice.engine(), images ? q.bodies_choice.engine() : other);
    EXPECT_EQ(p.images_choice.engine(), images ? other : q.images_choice.engine());
  }
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
