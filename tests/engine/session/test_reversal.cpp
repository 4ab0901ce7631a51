// SPDX-License-Identifier: BSD-3-Clause
// Forces and flows turned round, and points as bodies of a run.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "session/simulation.hpp"
#include "support/simple_mobility.hpp"

namespace slurry {
namespace {

const char* const four = R"(schema = 1
[domain]
kind = "free-space"
[gravity]
direction = [0, 0, -1]
[[bodies]]
positions = [[5, 0, 5], [0, 5, -5], [-5, 0, 5], [0, -5, -5]]
[solver]
method = "direct"
[integrator]
kind = "rk4"
time_step = 1
adaptive = false
[run]
reverse_at = 100.25
)";

double return_error(const std::string& kind, double dt) {
  Scenario s = parse_scenario(four, "four.toml");
  set_options(s, {"integrator.kind=" + kind, "integrator.time_step=" + std::to_string(dt)});
  Simulation sim(s);
  while (sim.state().time < 200.5 - 1e-9) sim.step(200.5 - sim.state().time);
  EXPECT_NEAR(sim.state().time, 200.5, 1e-9);
  return sim.value("return_error");
}

TEST(Reversal, PlannedTimeIsMetAndAllComeBack_ToTheOrderOfTheIntegrator) {
  const double one = return_error("rk4", 1), two = return_error("rk4", 2);
  EXPECT_LT(one, 1e-8);
  EXPECT_GT(two, 8 * one);  // fourth order or better
  const double m1 = return_error("midpoint", 0.5), m2 = return_error("midpoint", 1);
  EXPECT_LT(m1, 1e-3);
  EXPECT_GT(m2, 3.5 * m1);
}

TEST(Reversal, CurveOfTheWayBack_EndsWithTheReturnError_AndNeverJumps) {
  Scenario s = parse_scenario(four, "four.toml");
  set_options(s, {"integrator.time_step=1", "run.reverse_at=60"});
  Simulation sim(s);
  std::vector<double> curve;
  while (sim.state().time < 120 - 1e-9) {
    sim.step();
    const double error = sim.value("reversal_error");
    EXPECT_EQ(std::isnan(error), sim.state().time < 60.5) << sim.state().time;
    if (!std::isnan(error)) curve.push_back(error);
  }
  EXPECT_EQ(curve.size(), 60u);
  EXPECT_NEAR(curve.back(), sim.value("return_error"), 1e-15);
  EXPECT_LT(curve.front(), 1e-10);  // one step of fourth order back
  EXPECT_LT(*std::max_element(curve.begin(), curve.end()), 1e-8);
  EXPECT_GT(curve.back(), 0);
}

TEST(Reversal, ByCommand_TurnsForcesFlowAndVelocities_AndBackAgain) {
  const Scenario s = parse_scenario(
      "schema = 1\n[domain]\nradius = 5\nlength = 20\n[flow]\nnet_flow = { gradient = -0.01 }\n[[bodies]]\n"
      "positions = [[1, 0, 0], [5, 2, 1]]\n[integrator]\nadaptive = false\n",
      "pipe.toml");
  Simulation sim(s);
  sim.step();
  Snapshot before, reversed, again;
  sim.fill(before);
  sim.reverse();
  sim.fill(reversed);
  sim.reverse();
  sim.fill(again);
  for (std::size_t i = 0; i < before.velocities.size(); ++i) {
    EXPECT_EQ(reversed.positions[i], before.positions[i]);
    EXPECT_EQ(reversed.forces[i], -before.forces[i]);
    EXPECT_NEAR(reversed.velocities[i], -before.velocities[i], 1e-12);
    EXPECT_NEAR(again.velocities[i], before.velocities[i], 1e-12);
  }
  EXPECT_NEAR(reversed.values.number("flux"), -before.values.number("flux"), 1e-12);
  EXPECT_GT(std::abs(before.values.number("flux")), 0.1);
}

/// Issue 4, 4: the symmetry of the orbit is lost only as fast as rounding grows.
TEST(FourSpheres, SymmetryOver400Periods_To1e9) {
  Scenario s = parse_scenario(four, "four.toml");
  set_options(s, {"integrator.time_step=2"});
  s.run.reverse_at.reset();
  Simulation sim(s);
  double largest = 0;
  const double end = 400 * 517.03598403;
  while (sim.state().time < end) {
    sim.step();
    const std::vector<double>& x = sim.state().positions;
    largest = std::max({largest, std::abs(x[0] + x[6]), std::abs(x[1]), std::abs(x[2] - x[8])});
  }
  EXPECT_LT(largest, 1e-9);
  EXPECT_NEAR(sim.value("period"), 517.03598403, 1e-3);  // the orbit itself drifts by the error of the steps
}

/// A point alone falls like its sphere; two of them are drawn along by Oseen's 3a/2r and 3a/4r.
TEST(Points, AloneAndInPairs) {
  const auto speed = [](const std::string& positions, const std::string& more) {
    Simulation sim(
        parse_scenario("schema = 1\n[fluid]\nviscosity = 2\n[domain]\nkind = \"free-space\"\n[gravity]\n"
                       "direction = [0, 0, -1]\n[[bodies]]\nradius = 0.5\nforce = 3\npositions = " +
                           positions + "\n[solver]\nmodel = \"points\"\nmethod = \"direct\"\n" + more,
                       "points.toml"));
    sim.set_option("fluid.viscosity", "1");
    return sim.value("mean_settling_velocity");
  };
  const double alone = 3 / (6 * 3.14159265358979324 * 0.5);
  EXPECT_NEAR(speed("[[1, 2, 3]]", ""), alone, 1e-12);
  EXPECT_NEAR(speed("[[0, 0, 0], [0, 0, 2]]", ""), alone * (1 + 1.5 * 0.5 / 2), 1e-12);
  EXPECT_NEAR(speed("[[0, 0, 0], [2, 0, 0]]", ""), alone * (1 + 0.75 * 0.5 / 2), 1e-12);
  EXPECT_NEAR(speed("[[0, 0, 0], [0.4, 0, 0]]", ""), alone * (1 + 0.75 * 0.5 / 0.4), 1e-12);  // points may overlap
}

}  // namespace
}  // namespace slurry
