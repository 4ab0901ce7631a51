// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "dynamics/run_meters.hpp"

namespace slurry {
namespace {

Scenario two_in_free_space() {
  return parse_scenario(
      "schema = 1\n[domain]\nkind = \"free-space\"\n[gravity]\ndirection = [0, 0, -1]\n[[bodies]]\n"
      "positions = [[0, 0, 0], [4, 0, 0]]\n[run]\nexit_distance = 10\n",
      "two.toml");
}

/// Moves along its own velocities, all known.
BodyState at(double t, std::vector<double> x, std::vector<double> v) {
  BodyState s;
  s.images.assign(x.size(), 0);
  s.positions = std::move(x);
  s.velocities = std::move(v);
  s.time = t;
  return s;
}

TEST(RunMeters, ExitTimeLiesBetweenTheSteps_AndTheGroupIsBoundUntilThen) {
  RunMeters m(two_in_free_space(), std::vector<double>{1, 1}, std::vector<double>{0, 0, 0, 4, 0, 0});
  Observables o;
  const auto distance = [](double t) { return 4 + t; };  // 10 at t = 6
  for (double t = 0; t < 9; t += 0.7) {
    m.see(at(t, {0, 0, 0, distance(t), 0, 0}, {0, 0, -1, 1, 0, -1}));
    m.fill(o);
    EXPECT_EQ(o.bound, t < 6 ? 1 : 0) << t;
    EXPECT_EQ(std::isnan(o.exit_time), t < 6) << t;
    EXPECT_NEAR(o.largest_separation, distance(t), 1e-12);
  }
  EXPECT_NEAR(o.exit_time, 6, 1e-12);
}

TEST(RunMeters, DriftAngleAndFirstVelocity) {
  RunMeters m(two_in_free_space(), std::vector<double>{1, 1}, std::vector<double>{0, 0, 0, 4, 0, 0});
  Observables o;
  m.see(at(0, {0, 0, 0, 4, 0, 0}, {1, 0, -2, 1, 0, 0}));  // mean (1, 0, -1)
  m.see(at(1, {1, 0, -2, 5, 0, 0}, {0, 0, -2, 0, 0, -2}));
  m.fill(o);
  EXPECT_NEAR(o.drift_angle, 0, 1e-9);
  EXPECT_NEAR(o.initial_settling_velocity, 1, 1e-15);
  RunMeters n(two_in_free_space(), std::vector<double>{1, 1}, std::vector<double>{0, 0, 0, 4, 0, 0});
  n.see(at(0, {0, 0, 0, 4, 0, 0}, {1, 0, -2, 1, 0, 0}));
  n.fill(o);
  EXPECT_NEAR(o.drift_angle, 45, 1e-12);
}

TEST(RunMeters, SpreadAndExtent_OfThePlacesWithPeriods) {
  Scenario s = two_in_free_space();
  s.domain.kind = DomainKind::periodic_3;
  s.domain.cell = {10, 10, 10};
  RunMeters m(s, std::vector<double>{1, 1}, std::vector<double>{1, 2, 3, 4, 2, 3});
  BodyState state = at(0, {1, 2, 3, 4, 2, 3}, {0, 0, 0, 0, 0, 0});
  state.images = {0, 0, 0, 1, 0, -1};  // the second one at (14, 2, -7)
  m.see(state);
  Observables o;
  m.fill(o);
  EXPECT_NEAR(o.spread[0], 6.5, 1e-14);
  EXPECT_NEAR(o.spread[1], 0, 1e-14);
  EXPECT_NEAR(o.spread[2], 5, 1e-14);
  EXPECT_NEAR(o.extent[0], 13, 1e-14);
  EXPECT_NEAR(o.extent[2], 10, 1e-14);
  EXPECT_NEAR(o.rms_radius, std::sqrt(6.5 * 6.5 + 25), 1e-14);
}

TEST(RunMeters, GrowthRateOfExponentialDisplacements_WhateverTheCommonMotion) {
  const double sigma = 0.37, t = 2, e = 0.01 * std::exp(sigma * t);
  RunMeters m(two_in_free_space(), std::vector<double>{1, 1}, std::vector<double>{0, 0, 0, 4, 0, 0});
  m.see(at(t, {e, 0, -9 * t, 4 - e, 0, -9 * t}, {sigma * e, 0, -9, -sigma * e, 0, -9}));
  Observables o;
  m.fill(o);
  EXPECT_NEAR(o.growth_rate, sigma, 1e-12);
}

TEST(RunMeters, ReturnErrorIsTheDistanceFromTheStart_OnceAsMuchTimeHasPassed) {
  RunMeters m(two_in_free_space(), std::vector<double>{1, 1}, std::vector<double>{0, 0, 0, 4, 0, 0});
  const std::vector<double> still(6, 0.0);
  Observables o;
  m.see(at(0, {0, 0, 0, 4, 0, 0}, still));
  m.see(at(3, {1, 0, 0, 7, 0, 0}, still));
  m.reversed(3);
  m.see(at(4, {1, 0, 0, 6, 0, 0}, still));
  m.fill(o);
  EXPECT_TRUE(std::isnan(o.return_error));
  m.see(at(6, {0.3, 0, 0, 4, 0.4, 0}, still));
  m.fill(o);
  EXPECT_NEAR(o.return_error, std::sqrt((0.09 + 0.16) / 2), 1e-12);
}

TEST(RunMeters, InfiniteSuspension_IsTheLatticeForOneSphere) {
  // One sphere of a cube: S = 1 up to its own volume fraction, and what is missing is Hasimoto's 2.837297 a/L.
  const Scenario s = parse_scenario(
      "schema = 1\n[domain]\nkind = \"periodic-3\"\ncell = [50, 50, 50]\n[[bodies]]\npositions = [[1, 2, 3]]\n",
      "x.toml");
  RunMeters m(s, std::vector<double>{1}, std::vector<double>{1, 2, 3});
  const double phi = 4 * std::numbers::pi / 3 / 125000, u = 1 - 2.837297 / 50;
  m.see(at(0, {1, 2, 3}, {u, 0, 0}));
  Observables o;
  m.fill(o);
  EXPECT_NEAR(o.unbounded_settling_velocity, 1 - 2.837297 / 50 * 8 * phi, 1e-6);
}

}  // namespace
}  // namespace slurry
