// SPDX-License-Identifier: BSD-3-Clause
// Forces that depend on bodies, places and time, through a whole run in free space.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <tuple>

#include "session/simulation.hpp"

namespace slurry {
namespace {

const std::string open_space =
    "schema = 1\n[domain]\nkind = \"free-space\"\n[gravity]\ndirection = [0, 0, -1]\n"
    "[solver]\nmethod = \"direct\"\n";

Scenario with(const std::string& bodies, const std::vector<std::string>& options) {
  Scenario s = parse_scenario(open_space + bodies, "x.toml");
  set_options(s, options);
  return s;
}

void run(Simulation& sim, double until) {
  while (sim.state().time < until - 1e-9) sim.step(until - sim.state().time);
}

/// theory/contacts-and-integrators.md (I1): two spheres pushed together by F rest at the gap delta ln(F0/F), 0.1844 a
/// for 0.05 a and 40.
TEST(Repulsion, TwoSpheresPushedTogetherRestWhereTheForcesBalance) {
  Simulation sim(
      with("[[bodies]]\npositions = [[-2, 0, 0]]\nforce = 0\nexternal_force = [1, 0, 0]\n"
           "[[bodies]]\npositions = [[2, 0, 0]]\nforce = 0\nexternal_force = [-1, 0, 0]\n",
           {"solver.repulsion_force=40", "solver.repulsion_range=0.05", "integrator.kind=midpoint"}));
  run(sim, 20);
  EXPECT_NEAR(sim.value("min_gap"), 0.05 * std::log(40.0), 1e-4);
  EXPECT_NEAR(sim.value("min_gap"), 0.1844, 1e-4);
  const std::vector<double>& v = sim.state().velocities;
  EXPECT_NEAR(v[0], 0, 1e-3);
}

TEST(Repulsion, FromTheWall_AndBelowContactItGoesOnAsAStraightLine) {
  const Scenario s = parse_scenario(
      "schema = 1\n[domain]\nradius = 5\nlength = 20\n[[bodies]]\npositions = [[1, 0, 3.9]]\n", "x.toml");
  Scenario t = s;
  set_options(t, {"solver.repulsion_force=10", "solver.repulsion_range=0.2", "bodies.force=0"});
  const std::vector<double> radii{1};
  const std::vector<std::int32_t> groups{0};
  Forces forces(t, radii, groups);
  std::vector<double> f(3);
  forces.evaluate(std::vector<double>{1, 0, 3.9}, 1, f, {});
  EXPECT_NEAR(f[2], -10 * std::exp(-0.5), 1e-12);
  forces.evaluate(std::vector<double>{1, 0, 4.1}, 1, f, {});
  EXPECT_NEAR(f[2], -10 * 1.5, 1e-12);
  EXPECT_NEAR(forces.repulsion().longest_step(1 / (6 * std::numbers::pi)), 0.25 * 0.2 / 15, 1e-12);
}

/// x' = cos(2 pi t/T) U0, whatever the order of the integrator's stages: the times of the stages are right.
TEST(Driving, OscillatingSphereFollowsTheSine_ToTheIntegratorsOrder) {
  const double period = 7;
  const auto error = [&](const char* kind, double dt) {
    Simulation sim(with("[[bodies]]\npositions = [[0, 0, 0]]\n",
                        {"driving.kind=oscillating", "driving.period=7", std::string("integrator.kind=") + kind,
                         "integrator.adaptive=false", "integrator.time_step=" + std::to_string(dt)}));
    run(sim, 2);
    return std::abs(sim.state().positions[2] +
                    period / (2 * std::numbers::pi) * std::sin(2 * std::numbers::pi * 2 / period));
  };
  for (const auto& [kind, order] : {std::pair("rk4", 4),
                                    {"midpoint", 2},
                                    {"adams-bashforth-2", 2},
                                    {"implicit-midpoint", 2},
                                    {"dormand-prince", 5}}) {
    const double one = error(kind, 0.5), half = error(kind, 0.25);
    EXPECT_LT(one, 0.1) << kind;
    EXPECT_NEAR(std::log2(one / half), order, 0.7) << kind << " " << one << " " << half;
  }
}

/// Kinematic reversibility: whatever the bodies do to each other, a drive with mean zero brings them back.
TEST(Driving, AllComeBackAfterAPeriod) {
  for (const char* kind : {"oscillating", "reversing"}) {
    Simulation sim(with("[[bodies]]\npositions = [[5, 0, 5], [0, 5, -5], [-5, 0, 5], [0, -5, -5]]\n",
                        {std::string("driving.kind=") + kind, "driving.period=101.3", "integrator.kind=rk4",
                         "integrator.adaptive=false", "integrator.time_step=1"}));
    const std::vector<double> start = sim.state().positions;
    run(sim, 101.3 / 4);
    EXPECT_GT(std::abs(sim.state().positions[2] - start[2]), 10);
    run(sim, 101.3);
    for (std::size_t i = 0; i < start.size(); ++i) EXPECT_NEAR(sim.state().positions[i], start[i], 1e-6) << kind;
  }
}

TEST(Driving, FlowOscillatesWithTheForces) {
  Scenario s = parse_scenario(
      "schema = 1\n[domain]\nradius = 5\nlength = 20\n[flow]\nnet_flow = { flux = 3 }\n[[bodies]]\n"
      "positions = [[1, 0, 0]]\nforce = 0\n[driving]\nkind = \"oscillating\"\nperiod = 4\n[integrator]\ntime_step = "
      "0.5\n"
      "kind = \"rk4\"\nadaptive = false\n",
      "pipe.toml");
  Simulation sim(s);
  EXPECT_NEAR(sim.value("flux"), 3, 1e-9);
  run(sim, 1);
  EXPECT_NEAR(sim.value("flux"), 0, 1e-9);
  run(sim, 2);
  EXPECT_NEAR(sim.value("flux"), -3, 1e-9);
}

/// The average velocity is sin(w T)/(w T) and the work T/2 + sin(2 w T)/(4 w), by each rule to the error of its
/// integral (theory/contacts-and-integrators.md, I3): at steps of a twentieth of the period, and with its order.
TEST(Driving, TotalsOfAnOscillatingSphereAreTheIntegralsOfTheCosine) {
  const double period = 7, w = 2 * std::numbers::pi / period, end = 4.2;
  const auto errors = [&](const char* kind, double dt) {
    Simulation sim(with("[[bodies]]\npositions = [[0, 0, 0]]\n",
                        {"driving.kind=oscillating", "driving.period=7", std::string("integrator.kind=") + kind,
                         "integrator.adaptive=false", "integrator.time_step=" + std::to_string(dt)}));
    EXPECT_NEAR(sim.value("average_settling_velocity"), 1, 1e-12) << kind;  // its limit before the first step
    run(sim, end);
    return std::pair(std::abs(sim.value("average_settling_velocity") - std::sin(w * end) / (w * end)),
                     std::abs(sim.value("work_of_gravity") - end / 2 - std::sin(2 * w * end) / (4 * w)));
  };
  for (const auto& [kind, order, bound] : {std::tuple("euler", 3, 1.0 / 24),
                                           {"adams-bashforth-2", 3, 1.0 / 24},
                                           {"midpoint", 3, 1.0 / 24},
                                           {"implicit-midpoint", 3, 1.0 / 24},
                                           {"rk4", 4, 1.0 / 2880},
                                           {"dormand-prince", 5, 1e-4}}) {
    const auto coarse = errors(kind, 0.35), fine = errors(kind, 0.0875);
    EXPECT_LT(coarse.first, 1.1 * bound * std::pow(w * 0.35, order)) << kind;
    EXPECT_LT(coarse.second, 1.1 * bound * std::pow(2 * w * 0.35, order) * end) << kind;
    EXPECT_NEAR(std::log2(coarse.first / fine.first) / 2, order, 0.6) << kind;
    EXPECT_NEAR(std::log2(coarse.second / fine.second) / 2, order, 0.6) << kind;
  }
}

/// Steps that meet the drive at the same place of its period every time would see a steady one, and no error of a step
/// would tell: an adaptive run takes 20 steps in a period.
TEST(Driving, AdaptiveStepsFollowAQuickDrive) {
  for (const char* kind : {"euler", "adams-bashforth-2", "midpoint", "implicit-midpoint", "rk4", "dormand-prince"})
    for (const double period : {0.05, 0.1, 0.2}) {
      Simulation sim(with("[[bodies]]\npositions = [[0, 0, 0]]\n",
                          {"driving.kind=oscillating", "driving.period=" + std::to_string(period),
                           std::string("integrator.kind=") + kind, "integrator.time_step=0.1"}));
      run(sim, 2);
      EXPECT_NEAR(sim.value("average_settling_velocity"), 0, 1e-3) << kind << " " << period;
      EXPECT_NEAR(sim.value("work_of_gravity"), 1, 2e-2) << kind << " " << period;
    }
}

/// Every step of an adaptive run keeps its tolerance from the first on, which is tried again until it does.
TEST(Adaptive, FirstStepsKeepTheTolerance) {
  for (const char* kind : {"euler", "adams-bashforth-2", "midpoint", "rk4"}) {
    Simulation sim(with("[[bodies]]\npositions = [[5, 0, 5], [0, 5, -5], [-5, 0, 5], [0, -5, -5]]\n",
                        {std::string("integrator.kind=") + kind, "integrator.time_step=5", "integrator.tolerance=1e-5",
                         "integrator.largest_move=1"}));
    for (int i = 0; i < 5; ++i) {
      sim.step();
      Snapshot s;
      sim.fill(s);
      // Adams-Bashforth begins with a midpoint step; a later step is shortened after one that erred too much
      EXPECT_LE(s.errors.time_step.measured, i == 0 ? 1e-5 : 4e-5) << kind << ", step " << i + 1;
    }
  }
}

/// Gravity's work is the loss of potential energy, whatever crosses a period: to rounding where a step integrates both
/// by its own weights, else to the second order of the step or better.
TEST(Work, IsTheLossOfPotentialEnergy) {
  const auto difference = [](const std::string& kind, double dt) {
    Simulation sim(
        with("[[bodies]]\npositions = [[5, 0, 5], [0, 5, -5]]\nforce = 2\n[[bodies]]\n"
             "positions = [[-5, 0, 5], [0, -5, -5]]\n",
             {"integrator.kind=" + kind, "integrator.adaptive=false", "integrator.time_step=" + std::to_string(dt)}));
    const std::vector<double> start = sim.state().positions;
    run(sim, 64);
    Snapshot s;
    sim.fill(s);
    double loss = 0;
    for (std::size_t i = 0; i < 4; ++i) loss += (i < 2 ? 2 : 1) * (start[3 * i + 2] - s.positions[3 * i + 2]);
    EXPECT_NEAR(s.values.number("potential_energy_loss"), loss, 1e-9 * loss);
    EXPECT_GT(loss, 100);
    return std::abs(s.values.number("work_of_gravity") - loss) / loss;
  };
  EXPECT_LT(difference("rk4", 2), 1e-12);
  EXPECT_LT(difference("dormand-prince", 2), 1e-12);
  for (const char* kind : {"midpoint", "adams-bashforth-2"}) {
    const double two = difference(kind, 2), one = difference(kind, 1);
    EXPECT_LT(one, 1e-3) << kind;
    EXPECT_GT(std::log2(two / one), 1.7) << kind << " " << two << " " << one;
  }

  Simulation periodic(parse_scenario(
      "schema = 1\n[domain]\nradius = 4\nlength = 16\n[[bodies]]\npositions = [[1, 0, 0]]\nforce = 3\n[integrator]\n"
      "adaptive = false\ntime_step = 1\n",
      "pipe.toml"));
  run(periodic, 40);
  Snapshot s;
  periodic.fill(s);
  EXPECT_GT(s.images[0], 0);
  EXPECT_NEAR(s.values.number("work_of_gravity"), s.values.number("potential_energy_loss"),
              1e-3 * s.values.number("work_of_gravity"));  // the velocities are good to 1e-3
}

/// Three equal tangential forces on a circle: each moves along it, by the sum of the Rotne-Prager tensors.
TEST(Ring, ThreeEvenlySpacedMoveAlongTheCircle_AndASpringHoldsThemThere) {
  const double r = 10 * std::sqrt(3.0);  // between two of them
  // neighbour at +-120 degrees: t.t' = -1/2, (t.rhat)(t'.rhat) = 1/4 (both lie at 60 degrees to the chord)
  const double one = 0.75 / r + 0.5 / (r * r * r), along = 0.75 / r - 1.5 / (r * r * r);
  const double speed = 1 + 2 * (-0.5 * one + 0.25 * along);
  Simulation sim(
      with("[[bodies]]\ncount = 3\nforce = 0\nplacement = \"ring\"\nring_radius = 10\ntangential_force = 1\n"
           "ring_stiffness = 20\n",
           {"integrator.kind=rk4", "integrator.time_step=0.02", "integrator.adaptive=false"}));
  EXPECT_NEAR(sim.value("mean_speed"), speed, 1e-12);
  run(sim, 2);
  for (std::size_t i = 0; i < 9; i += 3)
    EXPECT_NEAR(std::hypot(sim.state().positions[i], sim.state().positions[i + 1]), 10, 0.01);
  EXPECT_NEAR(sim.value("mean_speed"), speed, 1e-3);
}

}  // namespace
}  // namespace slurry
