// SPDX-License-Identifier: BSD-3-Clause
// A run that was interrupted and goes on, against the same run in one piece: bit for bit.
#include <gtest/gtest.h>

#include <cstring>

#include "session/simulation.hpp"
#include "slurry/error.hpp"

namespace slurry {
namespace {

struct Run {
  const char* name;
  std::string text;
  friend std::ostream& operator<<(std::ostream& out, const Run& r) { return out << r.name; }
};

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), 8 * a.size()) == 0);
}

class Restart : public testing::TestWithParam<Run> {};

TEST_P(Restart, GoesOnBitForBit) {
  const Scenario s = parse_scenario(GetParam().text, "x.toml");
  Simulation whole(s);
  for (int i = 0; i < 24; ++i) whole.step();
  // twice interrupted, each time at another place of what the run remembers
  Simulation first(s);
  for (int i = 0; i < 7; ++i) first.step();
  Simulation second(s);
  second.restore(first.checkpoint());
  EXPECT_EQ(second.state().step, 7);
  EXPECT_TRUE(same_bits(second.state().velocities, first.state().velocities));
  for (int i = 0; i < 6; ++i) second.step();
  Simulation third(s);
  third.restore(second.checkpoint());
  for (int i = 0; i < 11; ++i) third.step();
  EXPECT_EQ(third.state().step, whole.state().step);
  EXPECT_EQ(third.state().time, whole.state().time);
  EXPECT_TRUE(same_bits(third.state().positions, whole.state().positions));
  EXPECT_TRUE(same_bits(third.state().velocities, whole.state().velocities));
  EXPECT_EQ(third.state().images, whole.state().images);
  EXPECT_TRUE(same_bits(third.state().directors, whole.state().directors));
  EXPECT_TRUE(same_bits(third.state().rates, whole.state().rates));
  Snapshot a, b;
  whole.fill(a);
  third.fill(b);
  EXPECT_EQ(a.values.number("smallest_gap"), b.values.number("smallest_gap"));
  EXPECT_EQ(a.solve.iterations, b.solve.iterations);
  for (const char* name : {"average_settling_velocity", "initial_settling_velocity", "work_of_gravity", "period"})
    EXPECT_TRUE(same_bits({a.values.number(name)}, {b.values.number(name)})) << name;  // of no meaning in shear: NaN
  EXPECT_TRUE(
      same_bits({a.values.number("rotation_period"), a.values.number("reversal_error"), a.values.number("wall_drag")},
                {b.values.number("rotation_period"), b.values.number("reversal_error"), b.values.number("wall_drag")}));
}

const std::string pipe = "schema = 1\n[domain]\nradius = 6\n[[bodies]]\ncount = 80\nvolume_fraction = 0.2\n";
const std::string cube =
    "schema = 1\n[domain]\nkind = \"periodic-3\"\n[[bodies]]\ncount = 100\nvolume_fraction = 0.25\n";
const std::string exact = "[solver]\ndeterministic = true\nmethod = \"ewald\"\n";

const std::string rods =
    "schema = 1\n[domain]\nradius = 4\nlength = 24\n[[bodies]]\nkind = \"rod\"\n"
    "radius = 0.3\naspect = 5\npositions = [[3, 0, 0], [8, -1, 1], [9, 1, -0.5]]\n";
const std::string free_rods =
    "schema = 1\n[domain]\nkind = \"free-space\"\n[[bodies]]\nkind = \"rod\"\naspect = 5\n"
    "positions = [[0, 0, 0], [5, 0, 0], [0, 1, 5]]\norientation = \"aligned\"\ndirector = [0.3, 1, 0.2]\n";
const std::string rods_in_cube =
    "schema = 1\n[domain]\nkind = \"periodic-3\"\ncell = [30, 30, 30]\n[gravity]\ndirection = [1, 0.2, "
    "0.7]\n[[bodies]]\n"
    "kind = \"rod\"\naspect = 5\ncount = 20\n";
const std::string few =
    "schema = 1\n[domain]\nradius = 4\nlength = 24\n[[bodies]]\n"
    "positions = [[2, 0, 0], [4.05, 0.3, 0], [9, -1.5, 1], [15, 0, 2.4]]\n";
const std::string direct = "[solver]\ndeterministic = true\nmethod = \"direct\"\n";
const std::string chain = "model = \"chain\"\n";
const std::string friction = "lubrication = \"exact\"\n";

INSTANTIATE_TEST_SUITE_P(
    Runs, Restart,
    testing::Values(
        Run{"DensePipe", pipe + exact + "[integrator]\ntime_step = 0.4\n"},
        Run{"PipeInFixedSteps", pipe + exact + "[integrator]\ntime_step = 0.1\nadaptive = false\n"},
        Run{"LineRodsInACube", rods_in_cube + exact + "[integrator]\ntime_step = 0.5\n"},
        Run{"ChainsInAGivenFlux",
            rods + chain + "[flow]\nnet_flow = { flux = 5 }\n" + direct + "[integrator]\ntime_step = 0.5\n"},
        Run{"ChainsInShear", free_rods + chain + "force = 0\n[flow]\nshear_rate = 1\n" + direct +
                                 "[integrator]\nkind = \"rk4\"\ntime_step = 0.6\n"},
        Run{"LineRodsInShear", free_rods + "force = 0\n[flow]\nshear_rate = 1\n" + direct +
                                   "[integrator]\nkind = \"rk4\"\ntime_step = 0.6\n"},
        Run{"ChainsInReversingDrive", free_rods + chain + "[driving]\nkind = \"reversing\"\nperiod = 5.3\n" + direct +
                                          "[integrator]\ntime_step = 0.5\n"},
        Run{"LubricatedPipe", few + direct + friction + "[integrator]\ntime_step = 0.2\n"},
        Run{"LubricatedPipeInAGivenGradient",
            few + "[flow]\nnet_flow = { gradient = -0.01 }\n" + direct + friction + "[integrator]\ntime_step = 0.2\n"},
        Run{"LubricatedCube", cube + exact + friction + "[integrator]\ntime_step = 0.2\n"},
        Run{"Cube", cube + exact + "[integrator]\ntime_step = 0.4\n"},
        Run{"EmbeddedPair",
            cube + exact + "[integrator]\nkind = \"dormand-prince\"\ntime_step = 2\ntolerance = 1e-4\n"},
        Run{"ReversingDrive",
            "schema = 1\n[domain]\nkind = \"free-space\"\n[[bodies]]\npositions = [[5, 0, 5], [0, 5, -5], [-5, 0, 5]]\n"
            "[driving]\nkind = \"reversing\"\nperiod = 5.3\n[solver]\ndeterministic = true\nmethod = \"direct\"\n"
            "[run]\nreverse_at = 4.1\n[integrator]\ntime_step = 0.5\n"}),
    [](const auto& info) { return std::string(info.param.name); });

/// A plan and the forces of a solve belong to a law of motion; with another one nothing of them is taken over.
TEST(Restart, ChangedLaw_IsSolvedAnew) {
  const auto scenario = [](const std::string& force) {
    return parse_scenario(free_rods + chain + "force = " + force + "\n" + direct, "x.toml");
  };
  Simulation once(scenario("1")), twice(scenario("2"));
  once.step();
  Simulation resumed(scenario("2"));
  resumed.restore(once.checkpoint());
  EXPECT_EQ(resumed.state().step, 1);
  // the same places, twice the force
  for (std::size_t i = 0; i < once.state().velocities.size(); ++i)
    EXPECT_NEAR(resumed.state().velocities[i], 2 * once.state().velocities[i], 1e-2) << i;
}

TEST(Restart, OtherBodiesAreRefused) {
  const auto lines = [](const std::string& count) {
    return parse_scenario("schema = 1\n[domain]\nkind = \"periodic-3\"\ncell = [20, 20, 20]\n[[bodies]]\ncount = " +
                              count + "\n[solver]\nmethod = \"ewald\"\n",
                          "x.toml");
  };
  Simulation three(lines("3")), four(lines("4"));
  try {
    four.restore(three.checkpoint());
    FAIL();
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("has 3 bodies, but the scenario has 4"), std::string::npos) << e.what();
  }
}

}  // namespace
}  // namespace slurry
