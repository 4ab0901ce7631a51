// SPDX-License-Identifier: BSD-3-Clause
// Axial forces on the bodies of a run = drag of the wall, from the traction, + pressure gradient times volume.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <ostream>

#include "session/simulation.hpp"

namespace slurry {
namespace {

struct Run {
  const char* name;
  std::string text;
  double relative;  ///< to the forces
  friend std::ostream& operator<<(std::ostream& out, const Run& r) { return out << r.name; }
};

class Balance : public testing::TestWithParam<Run> {};

TEST_P(Balance, HoldsAlongTheRun) {
  const Scenario s = parse_scenario(GetParam().text, "x.toml");
  Simulation sim(s);
  for (int i = 0; i < 3; ++i) {
    sim.step();
    Snapshot shot;
    sim.fill(shot);
    EXPECT_LT(shot.values.number("force_balance_error"), GetParam().relative);
    EXPECT_NE(shot.values.number("wall_drag"), 0);
    double volume = 0, ring = 0;
    const auto fractions = shot.values.list("volume_fraction_profile");
    const std::size_t rings = fractions.size();
    for (std::size_t k = 0; k < rings; ++k) {
      ring = std::numbers::pi * s.domain.radius * s.domain.radius * s.domain.length * static_cast<double>(2 * k + 1) /
             static_cast<double>(rings * rings);
      volume += fractions[k] * ring;
    }
    double bodies = 0;
    for (std::size_t b = 0; b < shot.radii.size(); ++b)
      bodies += 4 * std::numbers::pi / 3 * std::pow(shot.radii[b], 2) *
                (shot.half_lengths.empty() || shot.half_lengths[b] == 0 ? shot.radii[b] : shot.half_lengths[b]);
    EXPECT_NEAR(volume, bodies, 1e-10 * bodies);
  }
}

const std::string pipe = "schema = 1\n[domain]\nradius = 4\nlength = 24\n[integrator]\ntime_step = 0.02\n";
const std::string fine = "[solver]\ntolerance = 1e-7\n";
const std::string spheres = "[[bodies]]\npositions = [[2, 0, 0], [4.05, 0.3, 0], [9, -1.5, 1], [15, 0, 2.4]]\n";
const std::string rods =
    "[[bodies]]\nkind = \"rod\"\nradius = 0.3\naspect = 5\npositions = [[3, 0, 0], [8, -1, 1], [9, 1, -0.5]]\n"
    "director = [1, 1, 0.3]\norientation = \"aligned\"\n";

INSTANTIATE_TEST_SUITE_P(
    Runs, Balance,
    testing::Values(
        Run{"Spheres", pipe + fine + spheres, 1e-6},
        Run{"SpheresInGivenFlux", pipe + fine + spheres + "[flow]\nnet_flow = { flux = 3 }\n", 1e-6},
        Run{"Lubricated", pipe + fine + "lubrication = \"exact\"\n" + spheres, 1e-6},
        Run{"LubricatedInGivenGradient",
            pipe + fine + "lubrication = \"exact\"\n" + spheres + "[flow]\nnet_flow = { gradient = -0.05 }\n", 1e-6},
        Run{"LineRods", pipe + fine + rods, 1e-6},
        Run{"ChainsInGivenGradient",
            pipe + fine + rods + "model = \"chain\"\n[flow]\nnet_flow = { gradient = -0.05 }\n", 1e-6},
        Run{"Coarse", pipe + spheres, 1e-3}),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace slurry
