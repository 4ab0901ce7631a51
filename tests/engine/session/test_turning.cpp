// SPDX-License-Identifier: BSD-3-Clause
// Angular velocities of spheres and rods through a simulation and a session.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <thread>

#include "session/simulation.hpp"
#include "slurry/session.hpp"

namespace slurry {
namespace {

Scenario with(const std::string& text, const std::vector<std::string>& options = {}) {
  Scenario s = parse_scenario("schema = 1\n" + text, "x.toml");
  set_options(s, options);
  return s;
}

std::vector<double> turning(Simulation& sim) {
  sim.find_angular_velocities();
  Snapshot s;
  sim.fill(s);
  EXPECT_EQ(s.angular_velocities->time, s.time);
  return s.angular_velocities->values;
}

/// u_x = rate y turns a free sphere by -rate/2 about z, wherever it is; reversed, the other way.
TEST(Turning, ASphereInSimpleShear_IsHalfTheRate) {
  Simulation sim(with(
      "[domain]\nkind = \"free-space\"\n[flow]\nshear_rate = 0.3\n[[bodies]]\npositions = [[0, 2, 1], [40, 0, 3]]\n"
      "force = 0\n"));
  const std::vector<double> expected{0, 0, -0.15, 0, 0, -0.15};
  std::vector<double> w = turning(sim);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(w[i], expected[i], 1e-12);
  EXPECT_TRUE(sim.angular_velocities_are_current());
  sim.reverse();
  EXPECT_FALSE(sim.angular_velocities_are_current());
  w = turning(sim);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(w[i], -expected[i], 1e-12);
}

/// A rod far from a sphere acts on it like its force at its centre: F x r/(8 pi eta r^3), with viscosity 1/(6 pi) and
/// r = 60 to (length/r)^2; the rod turns as its director does.
TEST(Turning, AMixture_TheSphereByTheRodsFlow_TheRodByItsSolve) {
  for (const char* model : {"line", "chain"}) {
    Simulation sim(with(
        "[domain]\nkind = \"free-space\"\n[gravity]\ndirection = [0, 0, -1]\n[[bodies]]\npositions = [[60, 0, 0]]\n"
        "force = 1\n[[bodies]]\nkind = \"rod\"\naspect = 5\nforce = 2\npositions = [[0, 0, 0]]\ndirector = [0.6, 0, "
        "0.8]\nmodel = \"" +
            std::string(model) + "\"\n",
        {"solver.tolerance=1e-8"}));
    const std::vector<double> w = turning(sim);
    // (0, 0, -2) x (60, 0, 0) = (0, -120, 0)
    EXPECT_NEAR(w[1], -0.75 * 2 / 3600, 0.02 * 0.75 * 2 / 3600) << model;
    EXPECT_NEAR(w[0], 0, 1e-8);
    const std::vector<double>& n = sim.state().directors;
    const std::vector<double>& rate = sim.state().rates;
    EXPECT_NEAR(w[4], n[5] * rate[3] - n[3] * rate[5], 1e-15);
    EXPECT_NE(w[4], 0);
  }
}

TEST(Turning, LubricatedSpheres_TurnByTheForcesOnTheFluid) {
  // in line with gravity: whatever the friction, none turns
  Simulation sim(
      with("[domain]\nkind = \"free-space\"\n[[bodies]]\npositions = [[0, 0, 0], [2.1, 0, 0], [0, 2.1, 0]]\n",
           {"solver.lubrication=exact"}));
  const std::vector<double> w = turning(sim);
  double largest = 0;
  for (std::size_t i = 0; i < w.size(); i += 3) {
    EXPECT_NEAR(w[i], 0, 1e-9);
    EXPECT_NEAR(w[i + 1], 0, 1e-9);
    largest = std::max(largest, std::abs(w[i + 2]));
  }
  EXPECT_GT(largest, 0.05);
}

/// On request while it runs, and once more when it stands still; not before, and not of another scenario.
TEST(Turning, ASessionGivesThemWhenAsked) {
  Session session;
  session.wait_for(session.post(
      LoadScenario{with("[domain]\nkind = \"free-space\"\n[[bodies]]\npositions = [[0, 0, 0], [0, 4, 0]]\n")}));
  session.wait_for(session.post(StepOnce{3}));
  EXPECT_FALSE(session.latest()->angular_velocities);
  session.wait_for(session.post(RequestAngularVelocities{}));
  const auto current = [&] {
    const auto s = session.latest();
    return s->angular_velocities && s->angular_velocities->time == s->time;
  };
  for (int k = 0; k < 500 && !current(); ++k) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  ASSERT_TRUE(current());
  const auto s = session.latest();
  // gravity along x, side by side along y: (1, 0, 0) x (0, -4, 0) about z
  EXPECT_NEAR(s->angular_velocities->values[2], -0.75 / 16, 1e-4);
  EXPECT_NEAR(s->angular_velocities->values[5], 0.75 / 16, 1e-4);
  session.wait_for(session.post(StepOnce{2}));
  for (int k = 0; k < 500 && !current(); ++k) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_TRUE(current());
  EXPECT_GT(session.latest()->angular_velocities->time, s->time);
}

}  // namespace
}  // namespace slurry
