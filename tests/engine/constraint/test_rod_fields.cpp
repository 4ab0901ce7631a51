// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "constraint/body_mobility.hpp"
#include "support/error_norms.hpp"
#include "support/rods.hpp"

// Fields close to line rods, against no slip on a spheroid, the closed form of a line's pressure, and lines of many
// points.
namespace slurry {
namespace {

using std::numbers::pi;
using test::Bodies;

BodyMobilitySetup rods(double aspect, int points, double tolerance) {
  BodyMobilitySetup setup;
  setup.sums.domain.kind = DomainKind::free_space;
  setup.sums.tolerance = tolerance;
  setup.sums.surroundings.viscosity = 0.7;
  setup.kinds = {BodyKind::of(make_rod_line(1.3, aspect, points))};
  return setup;
}

/// One rod, pushed obliquely.
Bodies one_rod() {
  Bodies b(1);
  b.x = {0.2, -0.1, 0.3};
  b.n = {0.48, 0.6, 0.64};
  b.force = {1, -0.5, 0.25};
  return b;
}

/// Points around a rod on the spheroid that is larger by a factor, from end to end.
std::vector<double> points_around(const Bodies& rod, double half_length, double thickness, double factor) {
  const double* n = rod.n.data();
  const double across[3] = {0.8, -0.64, 0};  // not along n
  double v[3], w[3], along = 0, norm = 0;
  for (int a = 0; a < 3; ++a) along += n[a] * across[a];
  for (int a = 0; a < 3; ++a) v[a] = across[a] - along * n[a];
  for (const double c : v) norm += c * c;
  for (double& c : v) c /= std::sqrt(norm);
  for (int a = 0; a < 3; ++a) w[a] = n[(a + 1) % 3] * v[(a + 2) % 3] - n[(a + 2) % 3] * v[(a + 1) % 3];
  std::vector<double> out;
  for (int i = 0; i <= 20; ++i)
    for (int j = 0; j < 3; ++j) {
      const double polar = pi * i / 20, turn = 0.3 + 2 * j;
      for (std::size_t a = 0; a < 3; ++a)
        out.push_back(rod.x[a] +
                      factor * (half_length * std::cos(polar) * n[a] +
                                thickness * std::sin(polar) * (std::cos(turn) * v[a] + std::sin(turn) * w[a])));
    }
  return out;
}

TEST(RodFields, FluidDoesNotSlipOnASpheroid) {
  for (const double aspect : {2.0, 4.0, 10.0, 20.0, 50.0}) {
    BodyMobilitySetup setup = rods(aspect, 0, 1e-6);
    Bodies b = one_rod();
    setup.kind_of = {0};
    BodyMobility mobility(setup);
    b.solve(mobility);
    const std::vector<double> x = points_around(b, 1.3, 1.3 / aspect, 1);
    std::vector<double> u(x.size()), v;
    mobility.field_to_tolerance(x, u, {});
    for (std::size_t i = 0; i < u.size(); ++i) v.push_back(b.u[i % 3]);
    EXPECT_LT(test::relative_l2(u, v), 1e-7) << aspect;
    std::vector<double> live(x.size());
    mobility.field(x, live);
    EXPECT_LT(test::relative_l2(live, v), 1e-7) << aspect;
    EXPECT_LT(mobility.measure_field_error(x, u, 1), 1e-9) << aspect;
  }
}

/// The forces along the axis have the torque of a turned spheroid, but not its flow: theory/rods.md has these numbers,
/// from an independent program.
TEST(RodFields, FluidSlipsOnASpheroidThatATorqueTurns) {
  const std::vector<std::array<double, 2>> slips{{2, 0.28}, {5, 0.087}, {10, 0.040}};
  for (const auto& [aspect, slip] : slips) {
    BodyMobilitySetup setup = rods(aspect, 0, 1e-6);
    Bodies b = one_rod();
    b.force = {0, 0, 0};
    b.torque = {0, 0.64, -0.6};  // n x e_x
    setup.kind_of = {0};
    BodyMobility mobility(setup);
    b.solve(mobility);
    const std::vector<double> x = points_around(b, 1.3, 1.3 / aspect, 1);
    std::vector<double> u(x.size());
    mobility.field(x, u);
    double w[3], slipping = 0, moving = 0;  // n x dn/dt
    for (int a = 0; a < 3; ++a) w[a] = b.n[(a + 1) % 3] * b.rate[(a + 2) % 3] - b.n[(a + 2) % 3] * b.rate[(a + 1) % 3];
    for (std::size_t i = 0; i < x.size(); i += 3)
      for (std::size_t a = 0; a < 3; ++a) {
        const std::size_t p = (a + 1) % 3, q = (a + 2) % 3;
        const double v = w[p] * (x[i + q] - b.x[q]) - w[q] * (x[i + p] - b.x[p]);
        const double weight = std::sin(pi * double(i / 9) / 20);  // places along the rod count alike
        slipping += weight * std::pow(u[i + a] - v, 2);
        moving += weight * v * v;
      }
    EXPECT_NEAR(std::sqrt(slipping / moving), slip, 0.15 * slip) << aspect;  // there at random places
  }
}

/// Differences of velocities at points close to the surface reach into the rod.
TEST(RodFields, TheFieldGoesOnSmoothlyIntoTheRod) {
  for (const double aspect : {2.0, 10.0, 50.0}) {
    BodyMobilitySetup setup = rods(aspect, 0, 1e-6);
    Bodies b = one_rod();
    setup.kind_of = {0};
    BodyMobility mobility(setup);
    b.solve(mobility);
    const double step = 0.02;  // of the distance of a focus from the end next to it
    std::vector<std::vector<double>> u;
    for (int i = -2; i <= 2; ++i) {
      const std::vector<double> x = points_around(b, 1.3, 1.3 / aspect, 1 + step * i / (aspect * aspect));
      u.emplace_back(x.size());
      mobility.field(x, u.back());
    }
    // the fourth difference of a smooth field is a small part of the second, and a jump makes them alike
    double second = 0, fourth = 0;
    for (std::size_t k = 0; k < u[0].size(); ++k) {
      second += std::pow(u[1][k] - 2 * u[2][k] + u[3][k], 2);
      fourth += std::pow(u[0][k] - 4 * u[1][k] + 6 * u[2][k] - 4 * u[3][k] + u[4][k], 2);
    }
    EXPECT_LT(std::sqrt(fourth / second), 0.05) << aspect;
  }
}

TEST(RodFields, PressureIsThatOfAContinuousLine) {
  for (const double aspect : {4.0, 20.0, 50.0}) {
    BodyMobilitySetup setup = rods(aspect, 0, 1e-6);
    Bodies b = one_rod();
    b.force = b.n;  // along the rod
    setup.kind_of = {0};
    BodyMobility mobility(setup);
    b.solve(mobility);
    const double c = 1.3 * std::sqrt(1 - 1 / (aspect * aspect));
    for (const double factor : {1.001, 1.5}) {
      const std::vector<double> x = points_around(b, 1.3, 1.3 / aspect, factor);
      std::vector<double> p(x.size() / 3), truth;
      mobility.pressure(x, 1e-6, p);
      for (std::size_t i = 0; i < x.size(); i += 3) {
        double to_front = 0, to_back = 0;
        for (std::size_t a = 0; a < 3; ++a) {
          to_front += std::pow(x[i + a] - b.x[a] - c * b.n[a], 2);
          to_back += std::pow(x[i + a] - b.x[a] + c * b.n[a], 2);
        }
        truth.push_back((1 / std::sqrt(to_front) - 1 / std::sqrt(to_back)) / (8 * pi * c));
      }
      EXPECT_LT(test::relative_l2(p, truth), 1e-7) << aspect << ' ' << factor;
    }
  }
}

/// Forces and torques, images on both sides: few points and many make the same field.
TEST(RodFields, FewPointsMakeTheFieldOfMany_InShortPeriods) {
  for (const double aspect : {5.0, 30.0}) {
    std::vector<std::vector<double>> fields;
    std::vector<double> x;
    for (const int points : {0, 160}) {
      BodyMobilitySetup setup = rods(aspect, points, 1e-8);
      setup.sums.domain.kind = DomainKind::periodic_3;
      setup.sums.domain.cell = {5.3, 5.4, 5.6};
      setup.kind_of = {0, 0};
      Bodies b(2);
      b.x = {0.2, 5.3, 0.3, 3, 2.6, 2.9};
      b.n = {0.48, 0.6, 0.64, -0.8, 0, 0.6};
      b.force = {1, -0.5, 0.25, 0.3, 0.3, 0.9};
      b.torque = {0.2, 0.1, -0.7, 0.5, -0.1, 0};
      BodyMobility mobility(setup);
      b.solve(mobility);
      if (x.empty()) x = points_around(b, 1.3, 1.3 / aspect, 1.1);
      fields.emplace_back(x.size());
      mobility.field_to_tolerance(x, fields.back(), {});
    }
    EXPECT_LT(test::relative_l2(fields[0], fields[1]), 1e-6) << aspect;
  }
}

}  // namespace
}  // namespace slurry
