// SPDX-License-Identifier: BSD-3-Clause
// The orbit of four spheres: its exact period, and which sums keep mirror images mirror images.
#include <gtest/gtest.h>

#include <stop_token>
#include <vector>

#include "slurry/error.hpp"
#include "yardsticks/direct_sums/orbit.hpp"

namespace slurry::test {
namespace {

using enum DirectNumber;

OrbitResult follow(DirectNumber terms, DirectNumber sums, DirectNumber positions, double duration = 5200) {
  OrbitCase c;
  c.terms = terms;
  c.sums = sums;
  c.positions = positions;
  c.duration = duration;
  return bench_orbit(c);
}

// T = 517.03598403 tau_s in free space by an integrator of order 8; RK4 errs by 1.2e-7 at a step of 1.
TEST(Orbit, RungeKuttaGivesThePeriodInFreeSpace) {
  OrbitCase c;
  c.terms = c.sums = fp64;
  c.stepping = OrbitStep::runge_kutta_4;
  c.step = 1;
  c.duration = 11000;
  c.box = 0;
  std::vector<OrbitCycle> cycles;
  const OrbitResult r = bench_orbit(c, [&](const OrbitCycle& cycle) { cycles.push_back(cycle); });
  EXPECT_FALSE(r.breaks);
  ASSERT_EQ(r.cycles, 20);
  EXPECT_EQ(cycles.size(), 20U);
  // an extremum of a parabola through samples one tau_s apart errs by less than 1e-3 tau_s
  EXPECT_NEAR(r.period, 517.03598, 1e-4);
  EXPECT_NEAR(r.first_amplitude, 0.5 * (10.83140860 - 2.30810238), 1e-5);  // the extremes of x_1
}

// Terms in fp32 fit into a wider sum without rounding, in whatever order: y of the couple in the plane y = 0 stays 0.
TEST(Orbit, SumsWiderThanTheirTermsKeepThePlane) {
  for (const DirectNumber sums : {fp64, double_single, extended})
    for (const DirectNumber positions : {fp32, fp64, double_single}) {
      const OrbitResult r = follow(fp32, sums, positions);
      EXPECT_EQ(r.cycles, 9);
      EXPECT_EQ(r.y_last, 0) << name_of(sums) << " sums, " << name_of(positions) << " positions";
      // Euler at 0.01: 517.20 and 517.43 in the first two cycles in free space, and more in a box
      EXPECT_NEAR(r.first_duration, 518.2, 1.5);
    }
  EXPECT_EQ(follow(fp64, extended, fp64).y_last, 0);
}

TEST(Orbit, SumsAsWideAsTheirTermsLeaveThePlane) {
  const double single = follow(fp32, fp32, fp64).y_last, both = follow(fp32, fp32, fp32).y_last,
               twice = follow(fp64, fp64, fp64).y_last;
  EXPECT_GT(single, 1e-8);
  EXPECT_LT(single, 1e-3);
  EXPECT_GT(both, 1e-6);
  EXPECT_LT(both, 0.5);
  EXPECT_GT(twice, 1e-15);
  EXPECT_LT(twice, 1e-10);
}

TEST(Orbit, EndsWhereItIsAskedTo) {
  std::stop_source enough;
  OrbitCase c;
  const OrbitResult r = bench_orbit(
      c,
      [&](const OrbitCycle& cycle) {
        if (cycle.number == 2) enough.request_stop();
      },
      enough.get_token());
  EXPECT_TRUE(r.stopped);
  EXPECT_FALSE(r.breaks);
  EXPECT_EQ(r.cycles, 2);
  EXPECT_LT(r.time, 3 * 520);
  EXPECT_FALSE(follow(fp32, fp64, fp64, 600).stopped);
}

// What the notes hold to be the law: a sum whose terms leave it no room to round keeps the orbit, and so do steps that
// do not open it.
TEST(Orbit, TheTableExpectsABreakWhereSumsDependOnTheOrder) {
  int at_long_step = 0;
  for (const OrbitExpectation& e : orbit_table()) {
    if (e.run.stepping != OrbitStep::euler || e.run.step < 0.01) continue;
    ++at_long_step;
    EXPECT_EQ(e.breaks, e.run.terms == e.run.sums) << e.figures;
  }
  EXPECT_EQ(at_long_step, 7);
}

TEST(Orbit, WhatThereIsNotIsRefused) {
  EXPECT_THROW(follow(fp64, fp32, fp64), InputError);
  EXPECT_THROW(follow(fp64, double_single, fp64), InputError);
  EXPECT_THROW(follow(extended, extended, fp64), InputError);
  EXPECT_THROW(follow(fp32, fp64, extended), InputError);
  OrbitCase c;
  c.step = 0;
  EXPECT_THROW(bench_orbit(c), InputError);
}

}  // namespace
}  // namespace slurry::test
