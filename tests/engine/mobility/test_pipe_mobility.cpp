// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <numbers>

#include "mobility/point_mobility.hpp"
#include "mobility/second_opinion.hpp"
#include "slurry/error.hpp"
#include "support/error_norms.hpp"
#include "support/pipe_groups.hpp"
#include "support/random_points.hpp"

namespace slurry {
namespace {

using std::numbers::pi;

PointMobilitySetup setup_of(const MobilityProblem& p, double tolerance) {
  PointMobilitySetup s;
  s.domain = p.domain;
  s.surroundings.viscosity = p.viscosity;
  s.radii = p.radii;
  s.tolerance = tolerance;
  return s;
}

/// n spheres without overlap in a pipe of radius R, length L.
MobilityProblem suspension(std::size_t n, double radius, double pipe_radius, double length, std::uint64_t seed) {
  MobilityProblem p;
  p.domain.radius = pipe_radius;
  p.domain.length = length;
  p.radii = {radius};
  p.viscosity = 1 / (6 * pi * radius);
  test::Random random(seed);
  while (p.positions.size() < 3 * n) {
    const double r = (pipe_radius - 1.0001 * radius) * std::sqrt(random.uniform()), angle = random.uniform(0, 2 * pi);
    const double x[3] = {random.uniform(0, length), r * std::cos(angle), r * std::sin(angle)};
    bool free = true;
    for (std::size_t j = 0; j < p.positions.size() && free; j += 3) {
      const double* y = &p.positions[j];
      const double dx = std::remainder(x[0] - y[0], length), dy = x[1] - y[1], dz = x[2] - y[2];
      free = dx * dx + dy * dy + dz * dz > 4 * radius * radius;
    }
    if (free) p.positions.insert(p.positions.end(), x, x + 3);
  }
  for (std::size_t i = 0; i < n; ++i) p.forces.insert(p.forces.end(), {1, 0, 0});
  return p;
}

/// Of a sphere beside the axis and near the wall, at points of the fluid up to a tenth of R from the wall, whatever
/// wall grid the tolerance takes: against solves a thousand times as accurate.
TEST(PipeMobility, PressureErrsAsPredicted_TheWallIncluded) {
  std::vector<double> ratios;
  for (const double off_axis : {0.3, 0.75})
    for (const double tolerance : {1e-2, 1e-3, 1e-4, 1e-5}) {
      MobilityProblem p;
      p.domain.radius = 5;
      p.domain.length = 20;
      p.radii = {1};
      p.viscosity = 1 / (6 * pi);
      p.positions = {7.3, off_axis * 5, 0.4};
      p.forces = {0.8, 0.5, -0.3};
      std::vector<double> points, v(3);
      test::Random random(4);
      while (points.size() < 3 * 120) {
        const double r = 4.5 * std::sqrt(random.uniform()), angle = random.uniform(0, 2 * pi);
        const double x[3] = {random.uniform(2, 12), r * std::cos(angle), r * std::sin(angle)};
        if (std::hypot(x[0] - 7.3, x[1] - off_axis * 5, x[2] - 0.4) > 1.05) points.insert(points.end(), x, x + 3);
      }
      const auto m = make_point_mobility(setup_of(p, tolerance));
      m->solve(p.positions, p.forces, v);
      std::vector<double> found(points.size() / 3), truth(found.size());
      const double predicted = m->pressure(points, tolerance, found);
      m->pressure(points, 1e-3 * tolerance, truth);
      double error2 = 0, size2 = 0;
      for (std::size_t i = 0; i < found.size(); ++i) {
        error2 += std::pow(found[i] - truth[i], 2) / static_cast<double>(found.size());
        size2 += truth[i] * truth[i] / static_cast<double>(found.size());
      }
      ratios.push_back(predicted / std::sqrt(error2));
      std::printf("off axis %g, tolerance %g: reached %.2g, predicted %.2g\n", off_axis, tolerance,
                  std::sqrt(error2 / size2), predicted / std::sqrt(size2));
      EXPECT_LT(std::sqrt(error2 / size2), 1.5 * tolerance) << off_axis << ' ' << tolerance;
      EXPECT_LT(ratios.back(), 6) << off_axis << ' ' << tolerance;
      EXPECT_GT(ratios.back(), 1.0 / 6) << off_axis << ' ' << tolerance;
    }
  EXPECT_LT(test::geometric_mean(ratios), 3);
  EXPECT_GT(test::geometric_mean(ratios), 1.0 / 3);
}

/// Four net-flow choices against the closed form of theory/pipe-wall.md (P5), (P6), written out here.
TEST(PipeMobility, FluxAndGradientOfTheFourChoices_To1e9) {
  for (const auto& g : test::pipe_groups()) {
    const auto& p = g.problem;
    const double radius = p.domain.radius, length = p.domain.length, eta = p.viscosity, r4 = std::pow(radius, 4);
    for (const BodyModel model : {BodyModel::spheres, BodyModel::points}) {
      const double a = model == BodyModel::spheres ? g.radius : 0;
      double drift = 0;
      for (std::size_t i = 0; i < p.positions.size(); i += 3) {
        const double r2 = p.positions[i + 1] * p.positions[i + 1] + p.positions[i + 2] * p.positions[i + 2];
        drift += p.forces[i] * (radius * radius - r2 - 2 * a * a / 3) / (4 * eta * length);
      }
      PointMobilitySetup s = setup_of(p, 1e-3);
      s.model = model;
      const auto m = make_point_mobility(s);
      std::vector<double> base(p.positions.size()), v(p.positions.size());
      const struct {
        NetFlow flow;
        double flux, gradient;
      } cases[] = {{{NetFlowKind::zero_gradient, 0}, drift, 0},
                   {{NetFlowKind::zero_flux, 0}, 0, 8 * eta * drift / (pi * r4)},
                   {{NetFlowKind::gradient, 0.37}, drift - 0.37 * pi * r4 / (8 * eta), 0.37},
                   {{NetFlowKind::flux, -0.21}, -0.21, 8 * eta * (drift + 0.21) / (pi * r4)}};
      for (const auto& c : cases) {  // a plan that suffices for the least velocities, and stays
        m->set({p.viscosity, c.flow, {}});
        m->solve(p.positions, p.forces, v);
      }
      m->set({p.viscosity, {NetFlowKind::zero_gradient, 0}, {}});
      m->solve(p.positions, p.forces, base);
      for (const auto& c : cases) {
        m->set({p.viscosity, c.flow, {}});
        m->solve(p.positions, p.forces, v);
        const MeanFlow flow = m->mean_flow();
        EXPECT_NEAR(flow.flux, c.flux, 1e-12 * std::abs(c.flux) + 1e-15) << g.name;
        EXPECT_NEAR(flow.pressure_gradient, c.gradient, 1e-12 * std::abs(c.gradient) + 1e-15) << g.name;
        for (std::size_t i = 0; i < v.size(); i += 3) {
          const double r2 = p.positions[i + 1] * p.positions[i + 1] + p.positions[i + 2] * p.positions[i + 2];
          const double poiseuille = -c.gradient / (4 * eta) * (radius * radius - r2 - 2 * a * a / 3);
          EXPECT_NEAR(v[i], base[i] + poiseuille, 1e-9 * (std::abs(base[i]) + std::abs(poiseuille))) << g.name;
          EXPECT_NEAR(v[i + 1], base[i + 1], 1e-9 * std::abs(base[i + 1]));
        }
      }
      if (model == BodyModel::spheres) {
        const Hdf5Reader in(test::reference_file("pipe_reference.h5"));
        EXPECT_NEAR(drift, in.read_number("pipe/" + g.name, "flux_dp0_rpy"), 1e-14);
      }
    }
  }
}

/// The flux formula says what the velocity field does: quadrature of u_x over a section, bodies far from it.
TEST(PipeMobility, FieldCarriesTheReportedFlux) {
  MobilityProblem p;
  p.domain.length = 6;
  p.positions = {1, 0.3, 0.2, 2, -0.4, 0.1};
  p.forces = {1, 0.2, 0, 0.7, 0, 0.5};
  std::vector<double> weights;
  // Gauss-Legendre in r^2 (five nodes), trapezoid around
  const double nodes[5] = {-0.9061798459386640, -0.5384693101056831, 0, 0.5384693101056831, 0.9061798459386640};
  const double factors[5] = {0.2369268850561891, 0.4786286704993665, 0.5688888888888889, 0.4786286704993665,
                             0.2369268850561891};
  const int around = 24;
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < around; ++j) {
      const double r = std::sqrt((nodes[i] + 1) / 2), angle = 2 * pi * j / around;
      p.points.insert(p.points.end(), {4.6, r * std::cos(angle), r * std::sin(angle)});
      weights.push_back(pi / 2 * factors[i] / around);
    }
  for (const NetFlow flow : {NetFlow{NetFlowKind::zero_gradient, 0}, NetFlow{NetFlowKind::flux, 0.05}}) {
    MobilityOptions o = test::mobility_options(1e-8, BodyModel::points, flow.kind);
    o.net_flow = flow;
    const MobilityResult r = solve_mobility(p, o);
    double flux = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) flux += weights[i] * r.field[3 * i];
    EXPECT_NEAR(flux, r.flow.flux, 2e-6);
  }
}

TEST(PipeMobility, IsSymmetricToTheTolerance) {
  for (const auto& g : test::pipe_groups()) {
    if (g.name == "p3_near_wall") continue;  // much wall for three bodies
    for (const double tolerance : {1e-3, 1e-6}) {
      const std::size_t n = g.problem.positions.size();
      const auto m = make_point_mobility(setup_of(g.problem, tolerance));
      std::vector<std::vector<double>> columns;
      for (std::size_t j = 0; j < n; ++j) {
        std::vector<double> f(n, 0.0), v(n);
        f[j] = 1;
        m->solve(g.problem.positions, f, v);
        columns.push_back(v);
      }
      const double mu0 = 1 / (6 * pi * g.problem.viscosity * g.radius);
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < i; ++j)
          EXPECT_LT(std::abs(columns[i][j] - columns[j][i]), 1.5 * tolerance * mu0) << g.name << " " << i << " " << j;
    }
  }
}

TEST(PipeMobility, ManySpheresUnderParallelForces_MeasuredAndPredicted) {
  std::vector<double> ratios;
  for (const double tolerance : {1e-3, 1e-6})
    for (const std::size_t n : {30, 300}) {
      const auto p = suspension(n, 1, 8, n == 30 ? 20 : 60, n);
      const auto m = make_point_mobility(setup_of(p, tolerance));
      std::vector<double> v(p.positions.size());
      m->solve(p.positions, p.forces, v);
      const ErrorReport e = measure_errors(*m, setup_of(p, tolerance), p.positions, p.forces, v, 64, 1);
      EXPECT_LT(e.total.measured, 1.5 * tolerance);
      EXPECT_LT(e.sum.measured, 1.5 * tolerance);
      ratios.push_back(e.total.predicted / e.total.measured);
      EXPECT_GT(ratios.back(), 1.0 / 6);
      EXPECT_LT(ratios.back(), 6);
    }
  EXPECT_GT(test::geometric_mean(ratios), 1.0 / 3);
  EXPECT_LT(test::geometric_mean(ratios), 3);
}

/// Sums over all pairs have rounding errors alone, as pairs in extended precision show. The difference from a second
/// solve is therefore the error of the wall.
TEST(PipeMobility, SumsOverAllPairsHaveNoErrorOfTheWall) {
  for (const double tolerance : {1e-3, 1e-5}) {
    const auto p = suspension(4, 1, 6, 20, 8);
    const auto m = make_point_mobility(setup_of(p, tolerance));
    std::vector<double> v(p.positions.size());
    m->solve(p.positions, p.forces, v);
    ASSERT_TRUE(m->parameters().all_pairs);
    const ErrorReport e = measure_errors(*m, setup_of(p, tolerance), p.positions, p.forces, v, 64, 1);
    EXPECT_EQ(e.sum.measured, 0);
    EXPECT_LT(e.arithmetic.measured, 1e-11);
    EXPECT_GT(e.velocity.measured, 0.01 * tolerance);
    EXPECT_NEAR(e.wall.measured, e.velocity.measured, 1e-6 * e.velocity.measured);
  }
}

TEST(PipeMobility, TurnedAboutTheAxisAndShiftedAlongIt_TheSame) {
  const auto p = suspension(40, 1, 6, 18, 3);
  const double tolerance = 1e-6, angle = 0.7, c = std::cos(angle), s = std::sin(angle);
  auto turned = p;
  for (std::size_t i = 0; i < p.positions.size(); i += 3) {
    for (auto [from, to] : {std::pair{&p.positions, &turned.positions}, std::pair{&p.forces, &turned.forces}}) {
      (*to)[i + 1] = c * (*from)[i + 1] - s * (*from)[i + 2];
      (*to)[i + 2] = s * (*from)[i + 1] + c * (*from)[i + 2];
    }
    turned.positions[i] += 7.3 + 18 * 3;
  }
  const auto o = test::mobility_options(tolerance, BodyModel::spheres, NetFlowKind::zero_flux);
  auto v = solve_mobility(p, o).velocities;
  const auto w = solve_mobility(turned, o).velocities;
  for (std::size_t i = 0; i < v.size(); i += 3) {
    const double y = v[i + 1], z = v[i + 2];
    v[i + 1] = c * y - s * z;
    v[i + 2] = s * y + c * z;
  }
  EXPECT_LT(test::rms_over_targets(v, w), 2 * tolerance);  // mu0 F = 1
}

/// Bodies of several radii against the same bodies one radius at a time: superposition of equal-radius solves is not
/// possible, so the truth is the direct method, whose pair tensors are tested against closed forms.
TEST(PipeMobility, SeveralRadii_EwaldMatchesDirect_AndNearlyEqualOnesAreLikeOne) {
  auto p = suspension(24, 1, 5, 14, 11);
  const double tolerance = 1e-6;
  for (std::size_t i = 0; i < 24; ++i) p.radii.push_back(0);
  p.radii.erase(p.radii.begin());
  for (std::size_t i = 0; i < 24; ++i) p.radii[i] = i % 3 == 0 ? 1 : i % 3 == 1 ? 0.7 : 0.4;
  std::vector<double> v[2];
  for (const std::string method : {"direct", "ewald"})
    v[method == "ewald"] =
        solve_mobility(p, test::mobility_options(tolerance, BodyModel::spheres, NetFlowKind::zero_flux, method))
            .velocities;
  EXPECT_LT(test::rms_over_targets(v[0], v[1]), 2 * tolerance);
  // nearly equal radii go another way, but are the physics of one
  auto equal = p, split = p;
  equal.radii = {1};
  for (std::size_t i = 0; i < 24; ++i) split.radii[i] = i % 2 == 0 ? 1 : 1 + 1e-9;
  const auto o = test::mobility_options(tolerance, BodyModel::spheres, NetFlowKind::zero_flux);
  EXPECT_LT(test::rms_over_targets(solve_mobility(equal, o).velocities, solve_mobility(split, o).velocities),
            2 * tolerance);
}

/// A radius of its own for every body: against sums a hundred times tighter, and symmetric.
TEST(PipeMobility, ARadiusPerBody_KeepsTheTolerance) {
  MobilityProblem p = suspension(18, 0.2, 1, 2.5, 8);
  test::Random random(2);
  p.radii.clear();
  for (int i = 0; i < 18; ++i) p.radii.push_back(0.2 * random.uniform(0.6, 1));
  p.forces = test::normal_vectors(18, 3);
  const auto tight =
      solve_mobility(p, test::mobility_options(1e-5, BodyModel::spheres, NetFlowKind::zero_flux)).velocities;
  const MobilityResult r = solve_mobility(p, test::mobility_options(1e-3, BodyModel::spheres, NetFlowKind::zero_flux));
  EXPECT_LT(test::relative_l2(r.velocities, tight), 1.5e-3);
  // reciprocal theorem: F_2 . (M F_1) = F_1 . (M F_2)
  MobilityProblem q = p;
  q.forces = test::normal_vectors(18, 4);
  const auto other =
      solve_mobility(q, test::mobility_options(1e-5, BodyModel::spheres, NetFlowKind::zero_flux)).velocities;
  double there = 0, back = 0;
  for (std::size_t i = 0; i < tight.size(); ++i) {
    there += q.forces[i] * tight[i];
    back += p.forces[i] * other[i];
  }
  EXPECT_NEAR(there, back, 1e-4 * test::l2_norm(q.forces) * test::l2_norm(tight));
  MobilityOptions ewald = test::mobility_options(1e-3, BodyModel::spheres, NetFlowKind::zero_flux);
  ewald.engine = "ewald";
  EXPECT_LT(test::relative_l2(solve_mobility(p, ewald).velocities, tight), 1.5e-3);
}

TEST(PipeMobility, PlanLastsWhileBodiesMove_AndFollowsTheWallDistance) {
  auto p = suspension(60, 1, 6, 24, 2);
  const double tolerance = 1e-4;
  const auto m = make_point_mobility(setup_of(p, tolerance));
  std::vector<double> v(p.positions.size());
  int plans = 0;
  double spacing = 0;
  for (int step = 0; step < 30; ++step) {
    m->solve(p.positions, p.forces, v);
    if (m->parameters().wall_spacing != spacing) ++plans;
    spacing = m->parameters().wall_spacing;
    EXPECT_LT(m->predict().total.predicted, 1.3 * tolerance);
    for (std::size_t i = 0; i < v.size(); i += 3) {
      for (std::size_t c = 0; c < 3; ++c) p.positions[i + c] += 0.1 * v[i + c];
      const double r = std::hypot(p.positions[i + 1], p.positions[i + 2]);
      if (r > 5)
        for (std::size_t c = 1; c < 3; ++c) p.positions[i + c] *= 5 / r;
    }
  }
  EXPECT_LE(plans, 4);
  // one body pushed towards the wall, closer than the plan was made for
  const double r = std::hypot(p.positions[1], p.positions[2]) + 1e-12;
  p.positions[1] *= 5.4 / r;
  p.positions[2] *= 5.4 / r;
  m->solve(p.positions, p.forces, v);
  EXPECT_LT(m->parameters().wall_spacing, spacing);
  EXPECT_LT(m->predict().total.predicted, 1.3 * tolerance);
}

TEST(PipeMobility, ShortPipesKeepTheTolerance) {
  for (const double length : {0.5, 0.6, 0.7, 1.0, 1.2, 2.0})
    for (const std::size_t count : {1, 3})
      for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        auto p = suspension(count, 0.1, 1, length, seed);
        p.forces = test::normal_vectors(count, seed + 10);
        const auto tight =
            solve_mobility(p, test::mobility_options(1e-11, BodyModel::spheres, NetFlowKind::zero_flux)).velocities;
        for (const double tolerance : {1e-3, 1e-5, 1e-7}) {
          const auto v =
              solve_mobility(p, test::mobility_options(tolerance, BodyModel::spheres, NetFlowKind::zero_flux))
                  .velocities;
          EXPECT_LE(test::relative_l2(v, tight), 1.5 * tolerance) << length << ", " << count << ", seed " << seed;
        }
      }
}

/// There the errors of a ring of images add up; against direct sums with a wall and images of their own.
TEST(PipeMobility, SpheresOnTheAxisKeepTheTolerance) {
  for (const std::size_t n : {1, 2, 5})
    for (const double beside : {0.0, 0.5}) {
      MobilityProblem p;
      p.domain.radius = 10;
      p.domain.length = 100;
      p.radii = {1};
      p.viscosity = 1 / (6 * pi);
      for (std::size_t i = 0; i < n; ++i) {
        const double place = 0.5 + static_cast<double>(i) + 0.2 * static_cast<double>(i % 3);
        p.positions.insert(p.positions.end(), {100 * place / static_cast<double>(n), beside, 0});
        p.forces.insert(p.forces.end(), {1, 0, 0});
      }
      PointMobilitySetup exact = setup_of(p, 1e-9);
      exact.engine = "direct";
      std::vector<double> truth(3 * n), v(3 * n);
      make_point_mobility(exact)->solve(p.positions, p.forces, truth);
      for (const double tolerance : {1e-3, 1e-5, 1e-6, 1e-7}) {
        PointMobilitySetup s = setup_of(p, tolerance);
        s.engine = "ewald";
        const auto m = make_point_mobility(s);
        m->solve(p.positions, p.forces, v);
        const double reached = test::relative_l2(v, truth);
        EXPECT_LE(reached, 1.5 * tolerance) << n << " spheres, " << beside << " beside the axis, " << tolerance;
        EXPECT_GT(m->predict().total.predicted, reached / 4) << n << ' ' << beside << ' ' << tolerance;
      }
    }
}

TEST(PipeMobility, ForcesMayVanishAndComeBack) {
  for (const BodyModel model : {BodyModel::spheres, BodyModel::points}) {
    const auto p = suspension(20, 1, 5, 16, 3);
    PointMobilitySetup s = setup_of(p, 1e-4);
    s.model = model;
    const auto m = make_point_mobility(s);
    std::vector<double> first(p.positions.size()), v(first);
    m->solve(p.positions, p.forces, first);
    for (const double factor : {6e-17, 0.0, 1e-9}) {
      std::vector<double> weak = p.forces;
      for (double& f : weak) f *= factor;
      m->solve(p.positions, weak, v);
      for (std::size_t i = 0; i < v.size(); ++i) EXPECT_NEAR(v[i], factor * first[i], 1e-3 * factor);
      m->solve(p.positions, p.forces, v);
      EXPECT_LT(test::relative_l2(v, first), 3e-4) << factor;
      EXPECT_LT(m->predict().total.predicted, 1.3e-4);
    }
  }
}

TEST(PipeMobility, SameInputGivesTheSameBits) {
  const auto p = suspension(30, 1, 5, 16, 4);
  const auto o = test::mobility_options(1e-5, BodyModel::spheres, NetFlowKind::zero_flux, "direct");
  EXPECT_EQ(solve_mobility(p, o).velocities, solve_mobility(p, o).velocities);
}

TEST(PipeMobility, WithoutForcesBodiesFollowThePoiseuilleFlow) {
  MobilityProblem p;
  p.radii = {0.1};
  p.positions = {0.5, 0, 0, 0.2, 0.5, 0};
  p.forces.assign(6, 0.0);
  p.points = {0.1, 0, 0.5};
  MobilityOptions o = test::mobility_options(1e-6, BodyModel::spheres, NetFlowKind::flux);
  o.net_flow.value = pi / 2;  // u = 1 - r^2
  const MobilityResult r = solve_mobility(p, o);
  EXPECT_NEAR(r.velocities[0], 1 - 2.0 / 3 * 0.01, 1e-14);  // Faxen: 0.99333333 (theory/pipe-wall.md)
  EXPECT_NEAR(r.velocities[3], 0.75 - 2.0 / 3 * 0.01, 1e-14);
  EXPECT_NEAR(r.field[0], 0.75, 1e-14);
}

TEST(PipeMobility, WrongInputIsRefusedWithItsPlace) {
  MobilityProblem p;
  p.radii = {0.1};
  p.positions = {0.5, 0, 0, 0.2, 0.9, 0.6};
  p.forces = {1, 0, 0, 1, 0, 0};
  const auto o = test::mobility_options(1e-3, BodyModel::spheres, NetFlowKind::zero_flux);
  try {
    solve_mobility(p, o);
    FAIL() << "a body outside of the pipe was taken";
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("body 1"), std::string::npos) << e.what();
  }
  p.positions[4] = 0.7;  // its centre is in the pipe, but not all of it
  try {
    solve_mobility(p, o);
    FAIL() << "a body through the wall was taken";
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("body 1 reaches through the wall"), std::string::npos) << e.what();
  }
  p.positions[4] = 0.2;
  for (const double force : {1e-170, 1e150}) {
    p.forces[0] = p.forces[3] = force;
    EXPECT_THROW(solve_mobility(p, o), InputError);
  }
  p.forces = {1, 0, 0, 1, 0, 0};
  p.domain.length = 0.3;
  EXPECT_THROW(solve_mobility(p, o), RefusedError);
  p.domain.length = MobilityProblem().domain.length;
  p.radii = {0.1, 0.1, 0.1};
  EXPECT_THROW(solve_mobility(p, o), InputError);
  p.radii = {-1};
  EXPECT_THROW(solve_mobility(p, o), InputError);
  p.radii = {0.1};
  p.points = {0, 2, 0};
  EXPECT_THROW(solve_mobility(p, o), InputError);
  p.points.clear();
  EXPECT_THROW(solve_mobility(p, test::mobility_options(1e-14, BodyModel::spheres, NetFlowKind::zero_flux)),
               RefusedError);
  p.positions[4] = std::nan("");
  EXPECT_THROW(solve_mobility(p, o), InputError);
}

TEST(PipeMobility, IsRefusedWhereTheMemoryDoesNotSuffice) {
  const MobilityProblem p = suspension(200, 0.05, 1, 3, 5);
  PointMobilitySetup s = setup_of(p, 1e-6);
  s.engine = "ewald";
  s.deterministic = true;
  std::vector<double> v(p.positions.size());
  for (const double limit : {1e5, 1.8e7}) {  // the wall alone is too much; one of its sums is
    s.memory_limit = limit;
    try {
      make_point_mobility(s)->solve(p.positions, p.forces, v);
      ADD_FAILURE() << "solved in " << limit << " bytes";
    } catch (const RefusedError& e) {
      EXPECT_NE(std::string(e.what()).find("are available"), std::string::npos) << e.what();
      EXPECT_EQ(std::string(e.what()).starts_with("the wall"), limit < 1e6) << e.what();
    }
  }
  s.memory_limit = 1e9;
  EXPECT_NO_THROW(make_point_mobility(s)->solve(p.positions, p.forces, v));
}

}  // namespace
}  // namespace slurry
