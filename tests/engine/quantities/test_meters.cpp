// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string_view>
#include <utility>

#include "quantities/meters.hpp"
#include "slurry/quantity.hpp"
#include "support/step.hpp"

namespace slurry {
namespace {

Scenario two_in_free_space() {
  return parse_scenario(
      "schema = 1\n[domain]\nkind = \"free-space\"\n[gravity]\ndirection = [0, 0, -1]\n[[bodies]]\n"
      "positions = [[0, 0, 0], [4, 0, 0]]\n[run]\nexit_distance = 10\n",
      "two.toml");
}

/// The quantities of a run whose states are given.
class RunMeters {
 public:
  RunMeters(Scenario scenario, std::vector<double> radii, std::vector<double> undisturbed)
      : scenario_(std::move(scenario)),
        radii_(std::move(radii)),
        undisturbed_(std::move(undisturbed)),
        meters_(quantities(), scenario_) {}
  void see(const BodyState& s) {
    now_ = s;
    meters_.see(step());
  }
  void push(std::vector<double> forces) { forces_ = std::move(forces); }
  void reversed() { meters_.changed(step(), Meter::Change::reversal); }
  double operator[](std::string_view name) const { return meters_.value(step(), name); }
  std::span<const double> list(std::string_view name) {
    values_ = meters_.values(step());
    return values_.list(name);
  }

 private:
  Step step() const {
    Step s = test::step_of(now_, scenario_, radii_);
    s.undisturbed = undisturbed_;
    s.groups = groups_;
    s.forces = forces_;
    return s;
  }
  Scenario scenario_;
  std::vector<double> radii_, undisturbed_, forces_;
  std::vector<std::int32_t> groups_ = std::vector<std::int32_t>(radii_.size(), 0);
  BodyState now_;
  Values values_;
  Meters meters_;
};

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
  RunMeters m(two_in_free_space(), {1, 1}, {0, 0, 0, 4, 0, 0});
  const auto distance = [](double t) { return 4 + t; };  // 10 at t = 6
  for (double t = 0; t < 9; t += 0.7) {
    m.see(at(t, {0, 0, 0, distance(t), 0, 0}, {0, 0, -1, 1, 0, -1}));
    EXPECT_EQ(m["bound"], t < 6 ? 1 : 0) << t;
    EXPECT_EQ(std::isnan(m["exit_time"]), t < 6) << t;
    EXPECT_NEAR(m["largest_separation"], distance(t), 1e-12);
  }
  EXPECT_NEAR(m["exit_time"], 6, 1e-12);
}

TEST(RunMeters, DriftAngleAndFirstVelocity) {
  RunMeters m(two_in_free_space(), {1, 1}, {0, 0, 0, 4, 0, 0});
  m.see(at(0, {0, 0, 0, 4, 0, 0}, {1, 0, -2, 1, 0, 0}));  // mean (1, 0, -1)
  m.see(at(1, {1, 0, -2, 5, 0, 0}, {0, 0, -2, 0, 0, -2}));
  EXPECT_NEAR(m["drift_angle"], 0, 1e-9);
  EXPECT_NEAR(m["initial_settling_velocity"], 1, 1e-15);
  RunMeters n(two_in_free_space(), {1, 1}, {0, 0, 0, 4, 0, 0});
  n.see(at(0, {0, 0, 0, 4, 0, 0}, {1, 0, -2, 1, 0, 0}));
  EXPECT_NEAR(n["drift_angle"], 45, 1e-12);
}

TEST(RunMeters, SpreadAndExtent_OfThePlacesWithPeriods) {
  Scenario s = two_in_free_space();
  s.domain.kind = DomainKind::periodic_3;
  s.domain.cell = {10, 10, 10};
  RunMeters m(s, {1, 1}, {1, 2, 3, 4, 2, 3});
  BodyState state = at(0, {1, 2, 3, 4, 2, 3}, {0, 0, 0, 0, 0, 0});
  state.images = {0, 0, 0, 1, 0, -1};  // the second one at (14, 2, -7)
  m.see(state);
  EXPECT_NEAR(m.list("spread")[0], 6.5, 1e-14);
  EXPECT_NEAR(m.list("spread")[1], 0, 1e-14);
  EXPECT_NEAR(m.list("spread")[2], 5, 1e-14);
  EXPECT_NEAR(m.list("extent")[0], 13, 1e-14);
  EXPECT_NEAR(m.list("extent")[2], 10, 1e-14);
  EXPECT_NEAR(m["rms_radius"], std::sqrt(6.5 * 6.5 + 25), 1e-14);
}

TEST(RunMeters, GrowthRateOfExponentialDisplacements_WhateverTheCommonMotion) {
  const double sigma = 0.37, t = 2, e = 0.01 * std::exp(sigma * t);
  const Scenario row = parse_scenario(
      "schema = 1\n[domain]\nkind = \"free-space\"\n[[bodies]]\nplacement = \"row\"\ncount = 2\nspacing = 4\n"
      "wave_amplitude = 0.01\n",
      "row.toml");
  RunMeters m(row, {1, 1}, {0, 0, 0, 4, 0, 0});
  m.see(at(t, {e, 0, -9 * t, 4 - e, 0, -9 * t}, {sigma * e, 0, -9, -sigma * e, 0, -9}));
  EXPECT_NEAR(m["growth_rate"], sigma, 1e-12);
  // what begins with no displacement has d = v t in a flow that is not the same everywhere, and so the rate 1/t
  const Quantity& q = *find_quantity(quantities(), "growth_rate");
  EXPECT_TRUE(is_valid(q, row, 2));
  EXPECT_FALSE(is_valid(q, two_in_free_space(), 2));
}

/// Two bodies turn about each other while they fall; each turn brings them `closer` times as near.
double period_of(double closer) {
  RunMeters m(two_in_free_space(), {1, 1}, {0, 0, 0, 4, 0, 0});
  const double turn = 2 * std::numbers::pi / 10, rate = std::log(closer) / 10;
  for (double t = 0; t < 24; t += 0.1) {
    const double r = 3 * std::exp(rate * t), x = r * std::cos(turn * t + 1), z = r * std::sin(turn * t + 1);
    const double vx = rate * x - turn * z, vz = rate * z + turn * x;
    m.see(at(t, {x, 0, z - t, -x, 0, -z - t}, {vx, 0, vz - 1, -vx, 0, -vz - 1}));
  }
  return m["period"];
}

TEST(RunMeters, PeriodIsOfAMotionThatReturnsToWithin1Percent_AndOfNoOther) {
  EXPECT_NEAR(period_of(1), 10, 1e-6);
  EXPECT_NEAR(period_of(0.995), 10, 1e-2);
  EXPECT_TRUE(std::isnan(period_of(0.98)));
  const Quantity& period = *find_quantity(quantities(), "period");
  EXPECT_TRUE(is_valid(period, two_in_free_space(), 2));
  EXPECT_FALSE(is_valid(period, two_in_free_space(), 122));
}

TEST(RunMeters, BodiesThatNothingPullsDoNotSettle) {
  Scenario s = two_in_free_space();
  for (const double force : {1.0, 0.0}) {
    s.bodies[0].force = force;
    RunMeters m(s, {1, 1}, {0, 0, 0, 4, 0, 0});
    m.see(at(0, {0, 0, 0, 4, 0, 0}, {2, 0, 0, 4, 0, 0}));
    m.list("mean_velocity");
    for (const char* name : {"mean_settling_velocity", "average_settling_velocity", "initial_settling_velocity",
                             "settling_velocity_deviation", "drift_angle", "work_of_gravity"})
      EXPECT_EQ(m.list(name).empty(), force == 0) << name;
    EXPECT_EQ(m.list("mean_axial_velocity").empty(), force != 0);
    if (force == 0) {
      EXPECT_NEAR(m.list("mean_axial_velocity")[0], 3, 1e-15);
    }
  }
}

TEST(RunMeters, ReturnErrorIsTheDistanceFromTheStart_OnceAsMuchTimeHasPassed) {
  RunMeters m(two_in_free_space(), {1, 1}, {0, 0, 0, 4, 0, 0});
  const std::vector<double> still(6, 0.0);
  m.see(at(0, {0, 0, 0, 4, 0, 0}, still));
  m.see(at(3, {1, 0, 0, 7, 0, 0}, still));
  m.reversed();
  m.see(at(4, {1, 0, 0, 6, 0, 0}, still));
  EXPECT_TRUE(std::isnan(m["return_error"]));
  m.see(at(6, {0.3, 0, 0, 4, 0.4, 0}, still));
  EXPECT_NEAR(m["return_error"], std::sqrt((0.09 + 0.16) / 2), 1e-12);
}

TEST(RunMeters, InfiniteSuspension_LacksWhatACubeLeavesOut) {
  // What a cube of side L misses is Hasimoto's 2.837297 a/L times the structure factor, (1 - phi)^4/(1 + 2 phi)^2 by
  // Percus and Yevick, which is 1 - 8 phi for few spheres.
  const Scenario s = parse_scenario(
      "schema = 1\n[domain]\nkind = \"periodic-3\"\ncell = [50, 50, 50]\n[[bodies]]\ncount = 2\n", "x.toml");
  RunMeters m(s, {1, 1}, {1, 2, 3, 20, 20, 20});
  const double phi = 2 * 4 * std::numbers::pi / 3 / 125000, u = 0.94;
  for (const double drive : {1.0, -1.0, 0.0, 2.5}) {  // Stokes flow is linear in the force that acts
    m.push({drive, 0, 0, drive, 0, 0});
    m.see(at(0, {1, 2, 3, 20, 20, 20}, {drive * u, 0, 0, drive * u, 0, 0}));
    EXPECT_NEAR(m["unbounded_settling_velocity"], drive * (u + 2.837297 / 50 * (1 - 8 * phi)), 1e-6) << drive;
  }
}

TEST(RunMeters, InfiniteSuspension_IsNotTold_OfOneSphere) {
  const Scenario s = parse_scenario(
      "schema = 1\n[domain]\nkind = \"periodic-3\"\ncell = [50, 50, 50]\n[[bodies]]\ncount = 1\n", "x.toml");
  RunMeters m(s, {1}, {1, 2, 3});
  m.push({1, 0, 0});
  m.see(at(0, {1, 2, 3}, {0.94, 0, 0}));
  EXPECT_FALSE(m.list("mean_settling_velocity").empty());
  EXPECT_TRUE(m.list("unbounded_settling_velocity").empty());  // it is a simple cubic lattice with its images
}

TEST(RunMeters, InfiniteSuspension_IsNotTold_OfListedSpheres) {
  // Eight spheres of a simple cubic lattice: the infinite lattice has the velocity of the cell, and S is not known.
  const Scenario s = parse_scenario(
      "schema = 1\n[domain]\nkind = \"periodic-3\"\ncell = [8, 8, 8]\n[[bodies]]\npositions = [[0, 0, 0], [4, 0, 0], "
      "[0, 4, 0], [0, 0, 4], [4, 4, 0], [4, 0, 4], [0, 4, 4], [4, 4, 4]]\n",
      "x.toml");
  const std::vector<double> x{0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 4, 4, 4, 0, 4, 0, 4, 0, 4, 4, 4, 4, 4};
  RunMeters m(s, std::vector<double>(8, 1.0), x);
  std::vector<double> forces(24, 0.0);
  for (std::size_t i = 0; i < 24; i += 3) forces[i] = 1;
  m.push(forces);
  m.see(at(0, x, std::vector<double>(24, 0.3)));
  EXPECT_FALSE(m.list("mean_settling_velocity").empty());
  EXPECT_TRUE(m.list("unbounded_settling_velocity").empty());
}

}  // namespace
}  // namespace slurry
