// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <array>
#include <cmath>
#include <numbers>

#include "constraint/make_mobility.hpp"
#include "constraint/resistance_functions.hpp"
#include "io/hdf5_file.hpp"
#include "slurry/error.hpp"
#include "support/error_norms.hpp"
#include "support/random_points.hpp"
#include "support/reference_groups.hpp"
#include "support/simple_mobility.hpp"

namespace slurry {
namespace {

using lubrication::of_pair;
using lubrication::of_wall;
using std::numbers::pi;

PointMobilitySetup free_spheres(double tolerance = 1e-10) {
  PointMobilitySetup s;
  s.domain.kind = DomainKind::free_space;
  s.surroundings.viscosity = 1 / (6 * pi);
  s.radii = {1};
  s.tolerance = tolerance;
  return s;
}

/// Lubricated spheres of one radius, with what the last solve reported.
struct Lubricated {
  std::unique_ptr<Mobility> mobility;
  SolveReport report;
  Lubricated(const PointMobilitySetup& sums, std::size_t count, LubricationLaw law, double tolerance,
             const MakePointMobility& make = make_point_mobility) {
    BodyMobilitySetup s;
    s.sums = sums;
    s.kinds = {BodyKind::of_sphere(sums.radii.at(0))};
    s.kind_of.assign(count, 0);
    s.solve_tolerance = tolerance;
    mobility = make_mobility(s, law, make);
  }
  void solve(std::span<const double> x, std::span<const double> force, std::span<double> v) {
    report = mobility->solve({x, {}}, {force, {}}, {v, {}});
  }
};

/// table/pair_axial: gap, exact_same, rpy_same, exact_approach, rpy_approach (mpmath).
TEST(Lubrication, ApproachMatchesTable) {
  const Hdf5Reader file(test::reference_file("pipe_reference.h5"));
  for (std::size_t row = 0; row < 16; ++row) {
    const auto t = file.read_row("table/pair_axial", row);
    EXPECT_NEAR(lubrication::approaching_spheres(t[0]) / t[3], 1, 1e-10) << t[0];
    EXPECT_NEAR(lubrication::approaching_spheres_rotne_prager(t[0]) / t[4], 1, 1e-14) << t[0];
    if (t[0] > 1) continue;
    EXPECT_NEAR(of_pair(LubricationLaw::exact, t[0]).normal / ((t[3] - t[4]) / 2), 1, 1e-8) << t[0];
  }
}

/// Two spheres pushed together: the solve gives the exact drag at every gap of the table up to 1.
TEST(Lubrication, PairSettlesAgainstEachOtherExactly) {
  const Hdf5Reader file(test::reference_file("pipe_reference.h5"));
  for (std::size_t row = 0; row < 16; ++row) {
    const auto t = file.read_row("table/pair_axial", row);
    if (t[0] > 1) continue;
    Lubricated m(free_spheres(), 2, LubricationLaw::exact, 1e-13);
    const double h = (1 + t[0] / 2) / std::sqrt(3.0), f = 1 / std::sqrt(3.0);
    const std::vector<double> x{-h, -h, -h, h, h, h}, force{f, f, f, -f, -f, -f};
    std::vector<double> v(6);
    m.solve(x, force, v);
    EXPECT_NEAR(f / v[0] / t[3], 1, 1e-8) << t[0];
    EXPECT_NEAR(v[3], -v[0], 1e-14);
  }
}

/// Two spheres under opposite forces across their line of centres, free to turn.  The velocities are by fundamental
/// solutions (tests/reference/data/exact_bodies.py), and in the narrow gap by the law of Jeffrey & Onishi (1984).
TEST(Lubrication, PairPassesEachOtherExactly) {
  const auto law = [](double s) {
    const double l = -std::log(s);
    return (0.40105 * l * l + 2.96651 * l + 5.08723) / (l * l + 6.04250 * l + 6.32549);
  };
  const double truth[6][3] = {{1e-5, law(1e-5), 3e-4}, {1e-3, law(1e-3), 3e-4}, {0.1, 0.556391, 3e-6},
                              {0.2, 0.5926173, 1e-6},  {0.33, 0.6269941, 1e-6}, {0.9, 0.7186026, 1e-6}};
  for (const auto& [gap, velocity, error] : truth) {
    Lubricated m(free_spheres(), 2, LubricationLaw::exact, 1e-13);
    const std::vector<double> x{0, 0, 0, 2 + gap, 0, 0}, force{0, 0.6, 0.8, 0, -0.6, -0.8};
    std::vector<double> v(6);
    m.solve(x, force, v);
    for (std::size_t k = 0; k < 6; ++k) EXPECT_NEAR(v[k], velocity * force[k], error) << gap << " " << k;
  }
}

/// A sphere that moves along a plane.  Where it may not turn, O'Neill's exact drags are known at these heights of the
/// centre (Goldman, Cox & Brenner, Chem. Eng. Sci. 22 (1967) 637).  A sphere that is free to turn has less drag, by at
/// most 3 %.
TEST(Lubrication, SphereAlongAPlane) {
  const double truth[5][2] = {
      {2.3524, 1.3079}, {1.5431, 1.5675}, {1.1276, 2.1514}, {1.0453, 2.6475}, {1.005004, 3.7863}};
  for (const auto& [height, drag] : truth) {
    const double free_to_turn = lubrication::sphere_along_wall(height - 1);
    EXPECT_LT(free_to_turn, drag + 1e-3) << height;
    EXPECT_GT(free_to_turn, 0.97 * drag) << height;
  }
  // fundamental solutions with Blake's images, free to turn
  const double computed[3][2] = {{0.5, 1.595377}, {1, 1.382720}, {2, 1.227154}};
  for (const auto& [gap, drag] : computed) EXPECT_NEAR(lubrication::sphere_along_wall(gap), drag, 2e-6) << gap;
}

/// Brenner's series at the gaps of theory/lubrication.md (L3), and its near-contact law 1/s - (1/5) ln s + 0.9713.
TEST(Lubrication, WallMatchesBrenner) {
  const double truth[4][2] = {{0.001, 1002.35333}, {0.01, 101.89617}, {0.1, 11.45916}, {0.5, 3.20539}};
  for (const auto& row : truth) EXPECT_NEAR(lubrication::sphere_towards_wall(row[0]) / row[1], 1, 2e-6) << row[0];
  EXPECT_NEAR(lubrication::sphere_towards_wall(1e-4) - (1e4 - 0.2 * std::log(1e-4) + 0.9713), 0, 2e-3);
  EXPECT_NEAR(1 / lubrication::sphere_towards_wall_rotne_prager(0), 0.25, 1e-15);
  EXPECT_NEAR(1 / lubrication::sphere_along_wall_rotne_prager(0), 0.5, 1e-15);
  for (const auto& row : truth)
    EXPECT_NEAR(
        of_wall(LubricationLaw::exact, row[0], 0).normal + lubrication::sphere_towards_wall_rotne_prager(row[0]),
        row[1], 2e-6 * row[1]);
}

TEST(Lubrication, LawsAreContinuousExceptThePrinted) {
  double before = of_pair(LubricationLaw::exact, 1e-7).normal, wall = of_wall(LubricationLaw::exact, 1e-7, 0.1).normal;
  EXPECT_TRUE(std::isfinite(before));
  double across = of_wall(LubricationLaw::exact, 1e-7, 0.1).tangential;
  for (double s = 1e-7; s < 2.5; s *= 1.001) {
    const double now = of_pair(LubricationLaw::exact, s).normal, w = of_wall(LubricationLaw::exact, s, 0.1).normal,
                 t = of_wall(LubricationLaw::exact, s, 0.1).tangential;
    EXPECT_LE(now, before * (1 + 1e-9)) << s;
    EXPECT_LT(before - now, 2.1e-3 * before + 2e-4) << s;
    EXPECT_LT(wall - w, 2.1e-3 * wall + 1e-3) << s;
    EXPECT_LT(across - t, 2e-3) << s;
    before = now;
    wall = w;
    across = t;
  }
  EXPECT_EQ(before, 0);
  EXPECT_EQ(wall, 0);
  const double s = 0.1;
  EXPECT_NEAR(of_pair(LubricationLaw::printed, s).normal, 1 / (4 * s) - 9.0 / 40 * std::log(s), 1e-14);
  EXPECT_NEAR(of_pair(LubricationLaw::printed, s).tangential, -std::log(s) / 6, 1e-14);
  EXPECT_NEAR(of_pair(LubricationLaw::printed, 0.999999).normal, 0.25, 1e-5);
  EXPECT_EQ(of_pair(LubricationLaw::printed, 1.000001).normal, 0);
  EXPECT_EQ(of_pair(LubricationLaw::none, 0.1).normal, 0);
}

/// In a narrow curved gap the squeezing force is 12 pi eta V/((k1 + k2) sqrt(k1 k2) h) (theory/lubrication.md).
TEST(Lubrication, CurvedWall) {
  const double ratio = 0.3, s = 1e-5, k1 = 1, k2 = 1 - ratio;
  const double leading = 2 / ((k1 + k2) * std::sqrt(k1 * k2) * s);  // over 6 pi eta a
  EXPECT_NEAR(of_wall(LubricationLaw::exact, s, ratio).normal / leading, 1, 1e-4);
}

/// The solve against the dense inverse, spheres close together, for both laws: v = (mu^-1 + zeta)^-1 F.
TEST(LubricatedMobility, MatchesDenseInverse) {
  test::Random random(4);
  const std::size_t n = 12;
  std::vector<double> x;
  while (x.size() < 3 * n) {
    double p[3];
    for (double& c : p) c = random.uniform(0, 5.5);
    bool free = true;
    for (std::size_t j = 0; j < x.size() / 3; ++j)
      free = free && std::hypot(p[0] - x[3 * j], p[1] - x[3 * j + 1], p[2] - x[3 * j + 2]) > 2.003;
    if (free) x.insert(x.end(), p, p + 3);
  }
  std::vector<double> f(3 * n), v(3 * n);
  for (double& c : f) c = random.normal();
  const auto plain = make_point_mobility(free_spheres());
  Eigen::MatrixXd mu(3 * n, 3 * n), zeta = Eigen::MatrixXd::Zero(3 * n, 3 * n);
  for (std::size_t j = 0; j < 3 * n; ++j) {
    std::vector<double> unit(3 * n, 0.0);
    unit[j] = 1;
    plain->solve(x, unit, v);
    mu.col(Eigen::Index(j)) = Eigen::Map<Eigen::VectorXd>(v.data(), Eigen::Index(3 * n));
  }
  for (const LubricationLaw law : {LubricationLaw::exact, LubricationLaw::printed}) {
    zeta.setZero();
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < i; ++j) {
        const Eigen::Vector3d d(x[3 * i] - x[3 * j], x[3 * i + 1] - x[3 * j + 1], x[3 * i + 2] - x[3 * j + 2]);
        const auto z = of_pair(law, d.norm() - 2);
        const Eigen::Matrix3d p = d * d.transpose() / d.squaredNorm();
        const Eigen::Matrix3d b = z.normal * p + z.tangential * (Eigen::Matrix3d::Identity() - p);
        const Eigen::Index k = Eigen::Index(3 * i), l = Eigen::Index(3 * j);
        zeta.block<3, 3>(k, k) += b;
        zeta.block<3, 3>(l, l) += b;
        zeta.block<3, 3>(k, l) -= b;
        zeta.block<3, 3>(l, k) -= b;
      }
    const Eigen::VectorXd truth =
        (mu.inverse() + zeta).llt().solve(Eigen::Map<Eigen::VectorXd>(f.data(), Eigen::Index(3 * n)));
    Lubricated m(free_spheres(), n, law, 1e-12);
    m.solve(x, f, v);
    EXPECT_LT((Eigen::Map<Eigen::VectorXd>(v.data(), Eigen::Index(3 * n)) - truth).norm(), 1e-10 * truth.norm());
    EXPECT_TRUE(m.report.converged);
    m.solve(x, f, v);
    EXPECT_LE(m.report.iterations, 1);  // it begins from the last solution
  }
}

/// In a short period a sphere is close to the same neighbour on both sides, and both gaps resist. Two spheres that are
/// pushed against each other then move with v = m (F - 2 zeta_1 v - 2 zeta_2 v), where m is their mobility without
/// lubrication.
TEST(LubricatedMobility, BothSidesOfANeighbourResist) {
  PointMobilitySetup s = free_spheres(1e-9);
  s.domain.kind = DomainKind::periodic_3;
  s.domain.cell = {4.4, 12, 12};
  const std::vector<double> force{1, 0, 0, -1, 0, 0};
  for (const LubricationLaw law : {LubricationLaw::exact, LubricationLaw::printed})
    for (const double gap : {0.05, 0.2, 0.35}) {
      const std::vector<double> x{1, 0, 0, 3 + gap, 0, 0};
      std::vector<double> v(6), plain(6);
      make_point_mobility(s)->solve(x, force, plain);
      Lubricated m(s, 2, law, 1e-11);
      m.solve(x, force, v);
      const double zeta = of_pair(law, gap).normal + of_pair(law, 0.4 - gap).normal;
      EXPECT_NEAR(v[0] * (1 + 2 * zeta * plain[0]) / plain[0], 1, 1e-6) << gap;
      EXPECT_NEAR(v[3], -v[0], 1e-8) << gap;
    }
}

/// 100 spheres in free space with gaps down to 0.003, right-preconditioned, residual 1e-3/1e-6: 16/26 at volume
/// fraction 0.3 (theory/lubrication.md).
TEST(LubricatedMobility, IterationsAreNoMoreThanAnotherProgramTook) {
  const std::size_t n = 100;
  const double side = std::cbrt(double(n) * 4 * pi / 3 / 0.3);
  for (const double tolerance : {1e-3, 1e-6}) {
    test::Random random(7);
    std::vector<double> x, f, v(3 * n);
    // pushed apart from a random start, so that many gaps are small
    while (x.size() < 3 * n) x.push_back(random.uniform(0, side));
    for (int sweep = 0; sweep < 5000; ++sweep)
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < i; ++j) {
          double d[3], r2 = 0;
          for (std::size_t c = 0; c < 3; ++c) {
            d[c] = x[3 * i + c] - x[3 * j + c];
            r2 += d[c] * d[c];
          }
          const double r = std::sqrt(r2), push = (2.003 - r) / 2;
          if (push <= 0) continue;
          for (std::size_t c = 0; c < 3; ++c) {
            x[3 * i + c] += 1.001 * push * d[c] / r;
            x[3 * j + c] -= 1.001 * push * d[c] / r;
          }
        }
    for (std::size_t i = 0; i < 3 * n; ++i) f.push_back(i % 3 == 2 ? -1 : 0);
    Lubricated m(free_spheres(1e-9), n, LubricationLaw::printed, tolerance);
    m.solve(x, f, v);
    EXPECT_TRUE(m.report.converged);
    EXPECT_LE(m.report.iterations, tolerance == 1e-3 ? 18 : 28);
    EXPECT_GE(m.report.iterations, 3);
  }
}

/// A sphere near the wall of a pipe under a force towards it: slower than without lubrication by what the exact drag of
/// the plane says, to the difference between pipe and plane; and under an imposed flux as reciprocity demands.
TEST(LubricatedMobility, SphereNearTheWall) {
  PointMobilitySetup s;
  s.domain.radius = 1;
  s.domain.length = 4;
  s.radii = {0.05};
  s.surroundings.viscosity = 1 / (6 * pi * 0.05);
  s.tolerance = 1e-5;
  const double gap = 0.02;
  const std::vector<double> x{1, 1 - 0.05 * (1 + gap), 0}, towards{0, 1, 0}, along{1, 0, 0}, none{0, 0, 0};
  std::vector<double> v(3), plain(3), w(3);
  Lubricated m(s, 1, LubricationLaw::exact, 1e-10);
  m.solve(x, towards, v);
  const double plane = 1 / lubrication::sphere_towards_wall(gap), curved = 2 / ((2 - 0.05) * std::sqrt(0.95));
  EXPECT_NEAR(v[1], plane / curved, 0.05 * plane);
  auto without = make_point_mobility(s);
  without->solve(x, towards, plain);
  EXPECT_GT(plain[1], 5 * v[1]);
  m.solve(x, along, v);
  without->solve(x, along, plain);
  const double zeta = of_wall(LubricationLaw::exact, gap, 0.05).tangential;
  EXPECT_NEAR(v[0], plain[0] / (1 + zeta * plain[0]), 3e-5);
  // a flux drags the held-back sphere along more slowly, in the same proportion
  Surroundings flux = s.surroundings;
  flux.net_flow = {NetFlowKind::flux, 1};
  m.mobility->set(flux);
  without->set(flux);
  m.solve(x, none, v);
  without->solve(x, none, w);
  EXPECT_NEAR(v[0] / w[0], 1 / (1 + zeta * plain[0]), 1e-4);
}

/// A wide sphere on the axis: the friction of the gap slows it as it does a hair beside the axis, in every direction,
/// and alike in both transverse ones.
TEST(LubricatedMobility, SphereOnTheAxisAsBesideIt) {
  const double ratio = 0.9, gap = 1 / ratio - 1;
  PointMobilitySetup s;
  s.domain.radius = 1;
  s.domain.length = 8;
  s.radii = {ratio};
  s.surroundings.viscosity = 1 / (6 * pi * ratio);
  s.tolerance = 1e-6;
  const auto velocity = [&](std::array<double, 3> x, int direction, LubricationLaw law) {
    std::vector<double> force(3), v(3);
    force[static_cast<std::size_t>(direction)] = 1;
    Lubricated m(s, 1, law, 1e-11);
    m.solve(x, force, v);
    return v[static_cast<std::size_t>(direction)];
  };
  const double zeta = of_wall(LubricationLaw::exact, gap, ratio).tangential;
  ASSERT_GT(zeta, 0.1);
  const double plain = velocity({1, 0, 0}, 0, LubricationLaw::none);
  EXPECT_NEAR(velocity({1, 0, 0}, 0, LubricationLaw::exact), 1 / (1 / plain + zeta), 1e-5);
  for (int direction = 0; direction < 3; ++direction) {
    const double on = velocity({1, 0, 0}, direction, LubricationLaw::exact);
    for (const std::array<double, 3>& beside : {std::array<double, 3>{1, 1e-9, 0}, {1, 0, -1e-9}, {1, -7e-10, 7e-10}})
      EXPECT_NEAR(velocity(beside, direction, LubricationLaw::exact), on, 1e-5 * on) << direction;
  }
  const double across = velocity({1, 0, 0}, 1, LubricationLaw::exact);
  EXPECT_NEAR(velocity({1, 0, 0}, 2, LubricationLaw::exact), across, 1e-5 * across);
}

TEST(LubricatedMobility, RefusesWhatHasNoResistanceFunctions) {
  BodyMobilitySetup s;
  s.sums = free_spheres();
  s.kinds = {BodyKind::of_point(1)};
  s.kind_of = {0, 0};
  EXPECT_THROW(make_mobility(s, LubricationLaw::exact), InputError);
  EXPECT_NO_THROW(make_mobility(s, LubricationLaw::none));
  s.kinds = {BodyKind::of_sphere(1), BodyKind::of(make_rod_line(2, 5))};
  s.kind_of = {0, 1};
  try {
    make_mobility(s, LubricationLaw::printed);
    FAIL();
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("between a sphere and a line rod"), std::string::npos) << e.what();
  }
}

/// One period of four settling spheres by Dormand and Prince's pair of orders 5 and 4, steps by the local error.
double period(Lubricated& m, double half_width, double separation, double tolerance) {
  using State = std::vector<double>;
  State y{half_width,  0, separation / 2, 0, half_width,  -separation / 2,
          -half_width, 0, separation / 2, 0, -half_width, -separation / 2};
  const State force{0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0, -1};
  static constexpr double a[7][6] = {{},
                                     {1.0 / 5},
                                     {3.0 / 40, 9.0 / 40},
                                     {44.0 / 45, -56.0 / 15, 32.0 / 9},
                                     {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
                                     {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
                                     {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}};
  static constexpr double e[7] = {71.0 / 57600,      0,          -71.0 / 16695, 71.0 / 1920,
                                  -17253.0 / 339200, 22.0 / 525, -1.0 / 40};
  std::vector<State> k(7, State(12));
  const auto stage = [&](int i, double dt) {
    State at = y;
    for (int j = 0; j < i; ++j)
      for (std::size_t c = 0; c < 12; ++c) at[c] += dt * a[i][j] * k[std::size_t(j)][c];
    m.solve(at, force, k[std::size_t(i)]);
    return at;
  };
  const auto height = [](const State& s) { return s[2] + s[8] - s[5] - s[11]; };
  double t = 0, dt = 0.1;
  std::vector<double> crossings;
  while (crossings.size() < 3) {
    State next;
    for (int i = 0; i < 7; ++i) next = stage(i, dt);
    double error = 0;
    for (std::size_t c = 0; c < 12; ++c) {
      double d = 0;
      for (std::size_t i = 0; i < 7; ++i) d += e[i] * k[i][c];
      error = std::max(error, std::abs(dt * d));
    }
    if (error <= tolerance || dt < 1e-7) {
      if ((height(y) > 0) != (height(next) > 0)) {
        // Hermite's cubic through both ends
        const double h0 = height(y), h1 = height(next), s0 = height(k[0]) * dt, s1 = height(k[6]) * dt;
        double low = 0, high = 1;
        for (int i = 0; i < 60; ++i) {
          const double q = (low + high) / 2, q2 = q * q, q3 = q2 * q;
          const double h =
              h0 * (2 * q3 - 3 * q2 + 1) + s0 * (q3 - 2 * q2 + q) + h1 * (3 * q2 - 2 * q3) + s1 * (q3 - q2);
          ((h > 0) == (h0 > 0) ? low : high) = q;
        }
        crossings.push_back(t + low * dt);
      }
      y = next;
      t += dt;
    }
    dt *= std::clamp(0.9 * std::pow(tolerance / std::max(error, 1e-300), 0.2), 0.2, 3.0);
    dt = std::min(dt, 1.0);
  }
  return crossings[2] - crossings[0];
}

/// four_sphere/*: with and without the printed law, whose jump the orbits cross.
TEST(LubricatedMobility, FourSphereOrbits) {
  const Hdf5Reader file(test::reference_file("pipe_reference.h5"));
  for (const std::string name : {"hw3_sep6_lub", "hw3_sep12_lub", "hw3_sep6_rpy"}) {
    const std::string g = "four_sphere/" + name;
    const LubricationLaw law = file.read_number(g, "lub") > 0 ? LubricationLaw::printed : LubricationLaw::none;
    // the plain pair loop in place of the mobility: tens of thousands of solves
    Lubricated m(free_spheres(), 4, law, 1e-11, [](const PointMobilitySetup& s) {
      return std::make_unique<testing_support::SimpleMobility>(s, std::make_shared<testing_support::MobilityControl>());
    });
    const double t = period(m, file.read_number(g, "hw"), file.read_number(g, "sep"), 1e-11);
    EXPECT_NEAR(t, file.read_number(g, "period"), 1e-5) << name;
  }
}

}  // namespace
}  // namespace slurry
