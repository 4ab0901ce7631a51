// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <numbers>

#include "constraint/body_mobility.hpp"
#include "io/hdf5_file.hpp"
#include "slurry/error.hpp"
#include "support/error_norms.hpp"
#include "support/reference_groups.hpp"
#include "support/rods.hpp"

namespace slurry {
namespace {

using std::numbers::pi;
using test::Bodies;

/// One group rods/* of pipe_reference.h5: line rods in a pipe under forces, by exact wall modes.
struct RodGroup {
  BodyMobilitySetup setup;
  Bodies bodies{0};
  std::vector<double> u, rate;
  RodGroup(const std::string& name, const std::string& flow) {
    const Hdf5Reader file(test::reference_file("pipe_reference.h5"));
    const std::string g = "rods/" + name + "/";
    const auto number = [&](const char* key) { return file.read_number("rods/" + name, key); };
    bodies = Bodies(file.read_vectors(g + "C").size() / 3);
    bodies.x = file.read_vectors(g + "C");
    bodies.n = file.read_vectors(g + "N");
    bodies.force = file.read_vectors(g + "F");
    u = file.read_vectors(g + "U_" + flow);
    rate = file.read_vectors(g + "ndot_" + flow);
    setup.sums.domain.kind = DomainKind::pipe;
    setup.sums.domain.radius = number("R");
    setup.sums.domain.length = number("L");
    setup.sums.surroundings.viscosity = number("eta");
    setup.sums.surroundings.net_flow.kind = flow == "zf" ? NetFlowKind::zero_flux : NetFlowKind::zero_gradient;
    setup.kinds = {BodyKind::of(make_rod_line(number("half"), number("p"), int(number("nq"))))};
    setup.kind_of.assign(bodies.count(), 0);
  }
};

class RodGroups : public testing::TestWithParam<std::string> {};

TEST_P(RodGroups, MotionsMatchExactWallModes) {
  for (const std::string name : {"r1", "r2_long"})
    for (const std::string flow : {"dp0", "zf"})
      for (const double tolerance : {1e-3, 1e-6}) {
        RodGroup g(name, flow);
        g.setup.sums.tolerance = tolerance;
        g.setup.sums.engine = GetParam();
        BodyMobility mobility(g.setup);
        g.bodies.solve(mobility);
        EXPECT_LT(test::relative_l2(g.bodies.u, g.u), 1.5 * tolerance) << name << flow;
        // the rate is a moment of the points over l: the same error in a smaller quantity
        const double l = g.setup.kinds[0].half_length;
        EXPECT_LT(l * test::rms_over_targets(g.bodies.rate, g.rate) /
                      test::rms_over_targets(g.u, std::vector<double>(g.u.size(), 0.0)),
                  1.5 * tolerance)
            << name << flow;
        if (tolerance == 1e-6) {
          EXPECT_LT(test::relative_max(g.bodies.u, g.u), 1e-6) << name << flow;
          EXPECT_LT(test::relative_max(g.bodies.rate, g.rate), 1e-6 * test::l2_norm(g.u) / test::l2_norm(g.rate) / l)
              << name << flow;
        }
      }
}

INSTANTIATE_TEST_SUITE_P(BothSums, RodGroups, testing::Values("ewald", "direct"),
                         [](const auto& i) { return i.param == "ewald" ? "ewald" : "direct"; });

/// A rod alone moves as the resistance functions say, for any direction of force and torque.
TEST(LineRod, AloneMovesLikeTheSpheroid) {
  const double l = 2, p = 7, viscosity = 0.3;
  Bodies b(1);
  b.n = {0.6, 0, 0.8};
  b.force = {1, -2, 0.5};
  b.torque = {0.3, 0.2, -1};
  BodyMobility m(test::free_space(BodyKind::of(make_rod_line(l, p)), 1, viscosity));
  b.solve(m);
  const SpheroidResistance r = spheroid_resistance(p);
  const double along = b.n[0] * b.force[0] + b.n[1] * b.force[1] + b.n[2] * b.force[2];
  double load[3];
  turning_load(b.torque.data(), b.n.data(), load);
  for (std::size_t c = 0; c < 3; ++c) {
    const double u = (along * b.n[c] / r.xa + (b.force[c] - along * b.n[c]) / r.ya) / (6 * pi * viscosity * l);
    EXPECT_NEAR(b.u[c], u, 1e-14);
    EXPECT_NEAR(b.rate[c], load[c] / (8 * pi * viscosity * l * l * l * r.yc), 1e-14);
  }
}

/// What errors are relative to is the velocity that the rods would have alone under the forces of this solve, not under
/// those of the first one: a driving that oscillates goes through zero.
TEST(LineRod, ScaleFollowsTheForces) {
  const double l = 2, p = 7;
  Bodies b(1);
  b.n = {0.6, 0, 0.8};
  BodyMobility m(test::free_space(BodyKind::of(make_rod_line(l, p)), 1, 0.3));
  const SpheroidResistance r = spheroid_resistance(p);
  for (const double part : {1.0, 0.156, 1e-9, -0.5}) {
    b.force = {0.8 * part, 0, -0.6 * part};  // across the rod
    b.solve(m);
    EXPECT_NEAR(m.scale(), std::abs(part) / (6 * pi * 0.3 * l * r.ya), 1e-12 * std::abs(part)) << part;
  }
}

/// A rod that turns in place has no velocity to compare with: its ends have, by a torque (Chwang and Wu, J. Fluid Mech.
/// 63, 607 (1974)) or by a flow.
TEST(LineRod, ScaleCountsTheEndsOfRodsThatTurn) {
  const double l = 2, p = 7, viscosity = 0.3, torque = 0.4, rate = 0.9;
  Bodies b(1);
  b.n = {0.6, 0, 0.8};
  b.torque = {0, torque, 0};
  BodyMobilitySetup setup = test::free_space(BodyKind::of(make_rod_line(l, p)), 1, viscosity);
  BodyMobility m(setup);
  b.solve(m);
  const double ends = torque / (8 * pi * viscosity * l * l * spheroid_resistance(p).yc);
  EXPECT_NEAR(m.scale(), ends, 1e-12 * ends);
  EXPECT_LT(std::hypot(b.u[0], b.u[1], b.u[2]), 1e-12 * ends);
  setup.sums.surroundings.flow = BackgroundFlow::shear(rate);
  BodyMobility sheared(setup);
  b.torque = {0, 0, 0};
  b.solve(sheared);
  EXPECT_NEAR(sheared.scale(), rate * l, 1e-12);
}

/// Two parallel rods, one loaded: cross mobility in units of the own one across, theory/rods.md (p = 10, the
/// integral over both lines to four digits); eight points, the default, are 4e-3 off at a gap of b, as it says.
TEST(LineRod, CrossMobilityOfParallelRods) {
  for (const int points : {8, 16}) {
    const BodyKind kind = BodyKind::of(make_rod_line(1, 10, points));
    const double own = kind.across / (8 * pi);
    const double truth[2][4] = {{1.0, 0.2960, 0.4116, 0.2376}, {0.3, 0.7496, 0.7224, 0.5166}};
    for (const auto& row : truth)
      for (std::size_t c = 0; c < 3; ++c) {
        Bodies b(2);
        b.x[4] = row[0];
        b.force[c] = 1;
        BodyMobility m(test::free_space(kind, 2));
        b.solve(m);
        EXPECT_NEAR(b.u[3 + c] / own, row[c + 1], points == 16 ? 6e-5 : 4e-3 * row[c + 1] + 5e-4) << row[0] << " " << c;
      }
  }
}

/// Mobility (F, T x n) -> (U, dn/dt) as a matrix of order 5 per rod (3 per sphere), column by column.
Eigen::MatrixXd matrix(BodyMobility& m, Bodies& b) {
  std::vector<std::array<double, 6>> unit;  // of (F, T x n)
  std::vector<std::size_t> body;
  for (std::size_t i = 0; i < b.count(); ++i) {
    for (std::size_t c = 0; c < 3; ++c) {
      unit.push_back({});
      unit.back()[c] = 1;
      body.push_back(i);
    }
    if (!m.bodies().kind(i).is_rod()) continue;
    const double* n = &b.n[3 * i];
    double e[3] = {0, 0, 0}, f[3];
    e[std::abs(n[0]) < 0.6 ? 0 : 1] = 1;
    remove_along(n, e);
    const double length = std::sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2]);
    for (double& v : e) v /= length;
    turning_load(n, e, f);
    unit.push_back({0, 0, 0, e[0], e[1], e[2]});
    unit.push_back({0, 0, 0, f[0], f[1], f[2]});
    body.insert(body.end(), {i, i});
  }
  const auto n = Eigen::Index(unit.size());
  Eigen::MatrixXd a(n, n);
  for (Eigen::Index j = 0; j < n; ++j) {
    std::fill(b.force.begin(), b.force.end(), 0.0);
    std::fill(b.torque.begin(), b.torque.end(), 0.0);
    const std::size_t k = 3 * body[std::size_t(j)];
    const auto& load = unit[std::size_t(j)];
    for (std::size_t c = 0; c < 3; ++c) b.force[k + c] = load[c];
    turning_load(&b.n[k], &load[3], &b.torque[k]);  // T = n x (T x n)
    b.solve(m);
    for (Eigen::Index i = 0; i < n; ++i) {
      const auto& way = unit[std::size_t(i)];
      a(i, j) = 0;
      for (std::size_t c = 0; c < 3; ++c)
        a(i, j) += way[c] * b.u[3 * body[std::size_t(i)] + c] + way[3 + c] * b.rate[3 * body[std::size_t(i)] + c];
    }
  }
  return a;
}

double asymmetry(const Eigen::MatrixXd& a) {
  return (a - a.transpose()).norm() / a.norm();
}
double smallest_eigenvalue(const Eigen::MatrixXd& a) {
  const Eigen::MatrixXd s = 0.5 * (a + a.transpose());
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(s).eigenvalues()[0];
}

/// Two touching rods and a sphere, in every domain; line and chain.
TEST(RodMobility, SymmetricAndPositiveWhenBodiesTouch) {
  const double l = 0.3, p = 10, b = l / p;
  for (const bool chain : {false, true})
    for (const DomainKind domain : {DomainKind::free_space, DomainKind::pipe, DomainKind::periodic_3}) {
      BodyMobilitySetup s;
      s.sums.domain.kind = domain;
      s.sums.domain.radius = 1;
      s.sums.domain.length = 2.5;
      s.sums.domain.cell = {2, 2, 2};
      s.sums.tolerance = 1e-5;
      s.solve_tolerance = 1e-7;
      s.sums.expected_calls = 100;
      s.kinds = {chain ? BodyKind::of(fit_rod_chain(l, p, ChainTarget::spheroid)) : BodyKind::of(make_rod_line(l, p)),
                 BodyKind::of_sphere(0.1)};
      s.kind_of = {0, 0, 1};
      Bodies bodies(3);
      bodies.x = {0.1, 0.2, 0.2, 0.1, 0.2, 0.2 + 2 * b, 0.2, 0.2 + b + 0.1, 0.2};
      bodies.n = {1, 0, 0, std::cos(0.2), std::sin(0.2), 0, 1, 0, 0};
      BodyMobility m(s);
      const Eigen::MatrixXd a = matrix(m, bodies);
      EXPECT_LT(asymmetry(a), 3e-5) << chain << int(domain);
      EXPECT_GT(smallest_eigenvalue(a), 0.01 * a(0, 0)) << chain << int(domain);
    }
}

/// A sphere, a line rod and a chain together, in free space and in a pipe.
TEST(BodyMobility, SymmetricForSpheresLineRodsAndChainsTogether) {
  for (const DomainKind domain : {DomainKind::free_space, DomainKind::pipe}) {
    BodyMobilitySetup s;
    s.sums.domain.kind = domain;
    s.sums.domain.radius = 1;
    s.sums.domain.length = 2.5;
    s.sums.surroundings.viscosity = 0.7;
    s.sums.tolerance = 1e-5;
    s.solve_tolerance = 1e-7;
    s.kinds = {BodyKind::of_sphere(0.1), BodyKind::of(make_rod_line(0.3, 10)),
               BodyKind::of(fit_rod_chain(0.25, 6, ChainTarget::spheroid))};
    s.kind_of = {1, 0, 2};
    Bodies bodies(3);
    bodies.x = {0.1, 0.2, 0.2, 0.3, 0.36, 0.2, 0.2, -0.1, 0.3};
    bodies.n = {1, 0, 0, 1, 0, 0, 0.6, 0, 0.8};
    BodyMobility m(s);
    const Eigen::MatrixXd a = matrix(m, bodies);
    ASSERT_EQ(a.rows(), 5 + 3 + 5);
    EXPECT_LT(asymmetry(a), 3e-5) << int(domain);
    EXPECT_GT(smallest_eigenvalue(a), 0.01 * a(0, 0)) << int(domain);
  }
}

/// Overlapping rods: positive as long as their axes do not nearly coincide.
TEST(RodMobility, PositiveWhenRodsOverlap) {
  const double l = 1, p = 10, b = l / p;
  for (const bool chain : {false, true})
    for (const double distance : {0.5, 1.0, 1.5}) {
      const BodyKind kind =
          chain ? BodyKind::of(fit_rod_chain(l, p, ChainTarget::spheroid)) : BodyKind::of(make_rod_line(l, p));
      BodyMobilitySetup s = test::free_space(kind, 3);
      Bodies bodies(3);
      bodies.x = {0, 0, 0, 0.1, 0, distance * b, -0.2, distance * b, 0};
      bodies.n = {1, 0, 0, std::cos(0.05), std::sin(0.05), 0, 0.6, 0, 0.8};
      BodyMobility m(s);
      const Eigen::MatrixXd a = matrix(m, bodies);
      EXPECT_LT(asymmetry(a), 1e-8);
      EXPECT_GT(smallest_eigenvalue(a), 0) << chain << " " << distance;
    }
}

/// A force-free rod in Poiseuille flow: average of (1 + Q Lap) u over its sources, and Jeffery's rotation from the
/// strain with the moment's own part (theory/rods.md (D3)), by a rule of many points.
TEST(LineRod, FollowsPoiseuilleFlow) {
  const double l = 0.3, p = 10, gradient = -4, viscosity = 0.5;
  BodyMobilitySetup s;
  s.sums.domain.radius = 1;
  s.sums.domain.length = 3;
  s.sums.surroundings.viscosity = viscosity;
  s.sums.surroundings.net_flow = {NetFlowKind::gradient, gradient};
  s.kinds = {BodyKind::of(make_rod_line(l, p))};
  s.kind_of = {0};
  Bodies b(1);
  b.x = {1, 0.4, -0.2};
  b.n = {0.48, 0.6, 0.64};
  BodyMobility m(s);
  b.solve(m);
  const RodLine rod = make_rod_line(l, p, 60);
  const double c = -gradient / (4 * viscosity), lap = -4 * c;
  double u = 0, moment = 0;
  for (std::size_t k = 0; k < rod.offsets.size(); ++k) {
    const double y = b.x[1] + rod.offsets[k] * b.n[1], z = b.x[2] + rod.offsets[k] * b.n[2];
    const double v = c * (1 - y * y - z * z) + rod.sizes[k] * rod.sizes[k] / 6 * lap;
    u += rod.weights[k] * v;
    moment += rod.turn_weights[k] * v;
  }
  EXPECT_NEAR(b.u[0], u, 1e-12);
  EXPECT_NEAR(b.u[1], 0, 1e-12);
  const double share = 1 - (p * p - 1) / (p * p + 1), gy = -2 * c * b.x[1], gz = -2 * c * b.x[2];
  double rate[3] = {moment - share * 0.5 * (gy * b.n[1] + gz * b.n[2]), -share * 0.5 * gy * b.n[0],
                    -share * 0.5 * gz * b.n[0]};
  remove_along(b.n.data(), rate);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(b.rate[k], rate[k], 1e-12);
  EXPECT_NEAR(m.mean_flow().flux, pi * c / 2, 1e-12);
  EXPECT_NEAR(m.mean_flow().pressure_gradient, gradient, 1e-12);
}

/// Spheres through BodyMobility are the spheres of Mobility.
TEST(BodyMobility, SpheresAreThoseOfTheMobility) {
  BodyMobilitySetup s;
  s.sums.domain.length = 4;
  s.sums.surroundings.net_flow = {NetFlowKind::flux, 0.7};
  s.sums.tolerance = 1e-8;
  s.kinds = {BodyKind::of_sphere(0.1), BodyKind::of_sphere(0.2)};
  s.kind_of = {0, 1, 0};
  Bodies b(3);
  b.x = {0.3, 0.2, 0.1, 1.2, -0.4, 0.2, 2.5, 0.1, 0.6};
  b.force = {1, 0, 0, 0.4, 1, -0.2, 0, 0, 1};
  BodyMobility m(s);
  b.solve(m);
  PointMobilitySetup plain = s.sums;
  plain.radii = {0.1, 0.2, 0.1};
  auto spheres = make_point_mobility(plain);
  std::vector<double> v(9), u(3), w(3);
  spheres->solve(b.x, b.force, v);
  EXPECT_LT(test::relative_l2(b.u, v), 3e-8);
  const std::vector<double> at{3.2, 0.1, -0.5};
  spheres->field(at, u);
  m.field(at, w);
  EXPECT_LT(test::relative_l2(w, u), 1e-6);
  EXPECT_NEAR(m.mean_flow().flux, 0.7, 1e-12);
  EXPECT_NEAR(m.mean_flow().pressure_gradient, spheres->mean_flow().pressure_gradient, 1e-9);
}

/// Errors that it reports: measured against predicted, in units of the bodies' velocities.
TEST(BodyMobility, MeasuredErrorsAreBelowAsked) {
  RodGroup g("r1", "zf");
  g.setup.sums.tolerance = 1e-4;
  g.setup.sums.engine = "ewald";
  BodyMobility m(g.setup);
  g.bodies.solve(m);
  const ErrorReport r = m.measure(64, 1);
  EXPECT_EQ(r.total.asked, 1e-4);
  EXPECT_LT(r.total.measured, 1.5e-4);
  EXPECT_GT(r.total.measured, 0.5 * test::relative_l2(g.bodies.u, g.u));
}

TEST(BodyMobility, RefusesBadInput) {
  BodyMobilitySetup s;
  s.kinds = {BodyKind::of(make_rod_line(1.1, 10))};
  s.kind_of = {0};
  s.sums.domain.length = 20;
  EXPECT_THROW(BodyMobility{s}, InputError);  // longer than the pipe is wide
  s.kinds = {BodyKind::of(make_rod_line(0.5, 10))};
  s.sums.domain.length = 0.99;
  EXPECT_THROW(BodyMobility{s}, InputError);  // longer than a period
  s.sums.domain.length = 4;
  s.sums.surroundings.flow = BackgroundFlow::shear(1);
  EXPECT_THROW(BodyMobility{s}, InputError);  // shear in a pipe
  s.sums.surroundings.flow = {};
  BodyMobility m(s);
  Bodies b(1);
  b.force = {1, 0, 0};
  b.n = {0, 1, 0};
  b.x = {0, 0.6, 0};
  EXPECT_THROW(b.solve(m), InputError);  // an end is outside
  b.x = {0, 0, 0};
  b.n = {0, 1.1, 0};
  EXPECT_THROW(b.solve(m), InputError);
  b.n = {0, 1, 0};
  b.torque = {std::nan(""), 0, 0};
  EXPECT_THROW(b.solve(m), InputError);
  s.kinds = {BodyKind::of_sphere(0.1)};
  BodyMobility spheres(s);
  b.torque = {1, 0, 0};
  EXPECT_THROW(b.solve(spheres), InputError);
  s.kind_of = {1};
  EXPECT_THROW(BodyMobility{s}, InputError);
}

}  // namespace
}  // namespace slurry
