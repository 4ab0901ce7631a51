// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "mobility/velocity_norms.hpp"
#include "session/body_setup.hpp"
#include "session/simulation.hpp"
#include "slurry/option_table.hpp"
#include "support/random_points.hpp"

// Runs of all kinds, each with the true error of its velocities: those of the same bodies under the same forces with a
// tolerance far below.
namespace slurry::test {

struct BudgetSystem {
  std::string name, scenario;
  double only_at = 0;  ///< this tolerance; 0: at any
  int steps = 2;       ///< before the errors are looked at, so that close bodies are about
};

/// Rods in every direction, on a lattice wide enough for them.
inline std::string rods_on_a_lattice(int side, double spacing) {
  Random random(7);
  std::string positions, directors;
  for (int i = 0; i < side * side * side; ++i) {
    const double n[3] = {random.normal(), random.normal(), random.normal()};
    const auto entry = [](double x, double y, double z) {
      return "[" + std::to_string(x) + ", " + std::to_string(y) + ", " + std::to_string(z) + "], ";
    };
    positions += entry(spacing * (i % side), spacing * (i / side % side), spacing * (i / side / side));
    directors += entry(n[0], n[1], n[2]);
  }
  return "positions = [" + positions + "]\ndirectors = [" + directors + "]\n";
}

inline std::vector<BudgetSystem> budget_systems() {
  const std::string pipe = "schema = 1\n[domain]\nkind = \"pipe\"\nradius = 10\n",
                    open = "[flow]\nnet_flow = \"zero-gradient\"\n",
                    free_space = "schema = 1\n[domain]\nkind = \"free-space\"\n",
                    cell = "schema = 1\n[domain]\nkind = \"periodic-3\"\ncell = [20, 16, 18]\n",
                    row = "schema = 1\n[domain]\nkind = \"periodic-1\"\nlength = 40\n",
                    lubricated = "[solver]\nlubrication = \"exact\"\n", step = "[integrator]\ntime_step = 0.2\n";
  const auto spheres = [](int count, const std::string& more) {
    return "[[bodies]]\ncount = " + std::to_string(count) + "\n" + more;
  };
  const std::string dense = "volume_fraction = 0.1\n",
                    cloud = "placement = \"cloud\"\ncloud_radius = ", rod = "[[bodies]]\nkind = \"rod\"\n",
                    chain = "model = \"chain\"\n";
  return {
      {"spheres, closed pipe", pipe + step + spheres(300, dense)},
      {"spheres, open pipe", pipe + open + step + spheres(150, dense)},
      {"few spheres, closed pipe", pipe + "length = 40\n" + step + spheres(12, "")},
      {"two sizes, closed pipe", pipe + "length = 50\n" + step + spheres(100, "") + spheres(20, "radius = 1.6\n")},
      {"points, closed pipe", pipe + step + spheres(150, dense) + "[solver]\nmodel = \"points\"\n"},
      {"lubrication, closed pipe", pipe + step + spheres(150, dense) + lubricated, 0, 10},
      {"lubrication, open pipe, dense", pipe + open + step + spheres(120, "volume_fraction = 0.2\n") + lubricated, 0,
       10},
      {"lubrication, free space", free_space + step + spheres(60, cloud + "6\n") + lubricated, 0, 10},
      {"lubrication, 3P", cell + step + spheres(100, "") + lubricated, 0, 10},
      {"chains, closed pipe", pipe + "length = 60\n" + step + rod + "aspect = 4\ncount = 20\n" + chain},
      {"chains, free space", free_space + step + rod + "aspect = 10\n" + rods_on_a_lattice(3, 21) + chain},
      {"lines, closed pipe", pipe + "length = 60\n" + step + rod + "aspect = 4\ncount = 20\n"},
      {"slender rods, free space", free_space + step + rod + "aspect = 30\n" + rods_on_a_lattice(3, 61)},
      {"lines, 3P",
       "schema = 1\n[domain]\nkind = \"periodic-3\"\ncell = [60, 50, 54]\n" + step + rod + "aspect = 10\ncount = 40\n"},
      {"slender rods, 3P", "schema = 1\n[domain]\nkind = \"periodic-3\"\ncell = [120, 110, 115]\n" + step + rod +
                               "aspect = 25\ncount = 40\n"},
      {"chains, 3P", "schema = 1\n[domain]\nkind = \"periodic-3\"\ncell = [40, 30, 34]\n" + step + rod +
                         "aspect = 5\ncount = 30\n" + chain},
      {"cloud, free space, Ewald",
       free_space + step + spheres(1000, cloud + "20\n") + "[solver]\nmethod = \"ewald\"\n"},
      {"spheres, 1P, Ewald", row + step + spheres(100, cloud + "12\n") + "[solver]\nmethod = \"ewald\"\n"},
      {"spheres, 3P", cell + step + spheres(100, "")},
      {"two sizes, 3P", cell + step + spheres(60, "") + spheres(15, "radius = 1.6\n")},
      {"fp32 terms, free space",
       free_space + step + spheres(500, cloud + "20\n") + "[solver]\ndirect_terms = \"fp32\"\nmethod = \"direct\"\n",
       1e-5},
  };
}

struct BudgetRow {
  double truth = 0;  ///< relative error of the velocities
  ErrorReport said;
};

/// At the end of a few steps.
inline BudgetRow budget_row(const BudgetSystem& system, double tolerance) {
  Scenario scenario = parse_scenario(system.scenario, "study.toml");
  scenario.solver.tolerance = tolerance;
  Simulation sim(scenario);
  for (int i = 0; i < system.steps; ++i) sim.step();
  sim.measure_errors();
  Snapshot s;
  sim.fill(s);
  scenario.solver.tolerance = std::min(1e-10, 1e-4 * tolerance);
  scenario.solver.direct_terms = Precision::fp64;
  BodyMobilitySetup exact = body_setup(scenario, s.groups, {scenario.viscosity, scenario.net_flow, {}});
  const auto mobility = make_mobility(exact, scenario.solver.lubrication);
  std::vector<double> v(s.velocities.size()), rates(s.rates.size());
  mobility->solve({s.positions, s.directors}, {s.forces, {}}, {v, rates});
  return {rms_difference(v, s.velocities) / mobility->scale(), s.errors};
}

}  // namespace slurry::test
