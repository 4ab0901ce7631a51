// SPDX-License-Identifier: BSD-3-Clause
// Steric repulsion of rods in force form, through whole runs.
#include <gtest/gtest.h>

#include <cmath>

#include "session/simulation.hpp"

namespace slurry {
namespace {

Scenario with(const std::string& text, const std::vector<std::string>& options) {
  Scenario s = parse_scenario("schema = 1\n" + text, "x.toml");
  set_options(s, options);
  return s;
}

void run(Simulation& sim, double until) {
  while (sim.state().time < until - 1e-9) sim.step(until - sim.state().time);
}

/// Pushed together by F, both models come to rest at delta ln(F0/F), as spheres do: crossed, and one upon the other's
/// end.
TEST(RodRepulsion, TwoRodsPushedTogetherRestWhereTheForcesBalance) {
  for (const char* model : {"line", "chain"})
    for (const char* director : {"[0, 1, 0]", "[1, 0, 0]"}) {
      const std::string rods = "kind = \"rod\"\naspect = 5\nmodel = \"" + std::string(model) + "\"\nforce = 0\n";
      Simulation sim(with("[domain]\nkind = \"free-space\"\n[[bodies]]\n" + rods +
                              "positions = [[0, 0, -8]]\ndirector = [0, 0, 1]\nexternal_force = [0, 0, 1]\n"
                              "[[bodies]]\n" +
                              rods + "positions = [[0, 0, 0]]\ndirector = " + director +
                              "\nexternal_force = [0, 0, -1]\n",
                          {"solver.repulsion_force=20", "solver.repulsion_range=0.2", "solver.tolerance=1e-6",
                           "integrator.kind=midpoint"}));
      run(sim, 60);
      EXPECT_NEAR(sim.value("min_gap"), 0.2 * std::log(20.0), 2e-3) << model << director;
    }
}

/// Velocities and rates of turning are those under the external forces and torques that the law gives by hand: two rods
/// across each other, one touched 3 from its middle.
TEST(RodRepulsion, MovesRodsLikeForcesAndTorquesFromOutside) {
  const double f = 2 * std::exp(-0.3 / 0.2);
  for (const char* model : {"line", "chain"}) {
    const auto motion = [&](double repulsion, double external) {
      const std::string rod = "[[bodies]]\nkind = \"rod\"\naspect = 5\nmodel = \"" + std::string(model) +
                              "\"\nforce = 0\nexternal_force = ",
                        outside = std::to_string(external);
      const Simulation sim(with("[domain]\nkind = \"free-space\"\n" + rod + "[0, 0, -" + outside + "]\ntorque = [0, " +
                                    std::to_string(3 * external) +
                                    ", 0]\npositions = [[0, 0, 0]]\ndirector = [1, 0, 0]\n" + rod + "[0, 0, " +
                                    outside + "]\npositions = [[3, 0, 2.3]]\ndirector = [0, 1, 0]\n",
                                {"solver.repulsion_force=" + std::to_string(repulsion), "solver.repulsion_range=0.2",
                                 "solver.tolerance=1e-8", "solver.method=direct"}));
      std::vector<double> all = sim.state().velocities;
      all.insert(all.end(), sim.state().rates.begin(), sim.state().rates.end());
      return all;
    };
    const std::vector<double> expected = motion(0, f), found = motion(2, 0);
    EXPECT_GT(std::abs(expected[6 + 2]), 0.01);
    for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-6) << model << " " << i;
  }
}

const char* const dense_pipe =
    "[domain]\nradius = 8\nlength = 24\n[[bodies]]\nkind = \"rod\"\naspect = 4\ncount = 24\n"
    "[[bodies]]\ncount = 24\nradius = 0.8\n[gravity]\ndirection = [1, 0, 0]\n";

/// Rods and spheres settle in the pipe and keep apart by the force: no gap comes near to where the projection would act
/// once those of the random placement have opened, while without it there are contacts all the time.
TEST(RodRepulsion, KeepsASuspensionInThePipeApart) {
  const auto smallest = [&](const char* force) {
    Simulation sim(with(dense_pipe, {"run.seed=4", "solver.repulsion_range=0.2", "integrator.time_step=0.05",
                                     std::string("solver.repulsion_force=") + force}));
    double gap = 1e300, wall = 1e300;
    while (sim.state().time < 6) {
      sim.step();
      if (sim.state().time < 1) continue;
      gap = std::min(gap, sim.value("min_gap"));
      wall = std::min(wall, sim.value("min_wall_gap"));
    }
    return std::pair(gap, wall);
  };
  const auto kept = smallest("20"), loose = smallest("0");
  EXPECT_GT(kept.first, 0.05);
  EXPECT_GT(kept.second, 0.05);
  EXPECT_LT(loose.first, 1e-3);
}

}  // namespace
}  // namespace slurry
