// SPDX-License-Identifier: BSD-3-Clause
// Scenarios with rods from the file to the snapshot; shear; lubrication.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "bodies/spheroid.hpp"
#include "constraint/lubricated_mobility.hpp"
#include "dynamics/capsule_contacts.hpp"
#include "scenario/rod_placement.hpp"
#include "session/simulation.hpp"
#include "slurry/error.hpp"
#include "slurry/option_table.hpp"

namespace slurry {
namespace {

const std::string pipe =
    "schema = 1\n[domain]\nkind = \"pipe\"\nradius = 25\nlength = 60\n[[bodies]]\nkind = \"rod\"\n";
const std::string free_space = "schema = 1\n[domain]\nkind = \"free-space\"\n[gravity]\ndirection = [0, 0, -1]\n";

TEST(RodScenario, IsReadAndWritten) {
  const Scenario s = parse_scenario(
      pipe + "aspect = 8\nmodel = \"chain\"\nfitted_to = \"cylinder\"\ncount = 5\ndirector = [0, 3, 4]\n", "rods.toml");
  const BodyGroup& g = s.bodies[0];
  EXPECT_EQ(g.shape, BodyShape::rod);
  EXPECT_EQ(g.aspect, 8);
  EXPECT_EQ(g.reach(), 8);
  EXPECT_EQ(g.rod_model, RodModel::chain);
  EXPECT_EQ(g.fitted_to, RodTarget::cylinder);
  EXPECT_EQ(g.orientation, OrientationLaw::aligned);  // because a director is given
  const Scenario again = parse_scenario(write_scenario(s), "again.toml");
  EXPECT_EQ(write_scenario(again), write_scenario(s));
  EXPECT_EQ(again.bodies[0].director, g.director);
  const Scenario listed =
      parse_scenario(pipe + "positions = [[1, 0, 0], [5, 0, 6]]\ndirectors = [[0, 0, 1], [1, 0, 0]]\n", "listed.toml");
  EXPECT_EQ(parse_scenario(write_scenario(listed), "x").bodies[0].directors, listed.bodies[0].directors);
}

/// The volume of a rod is that of its spheroid.
TEST(RodScenario, CountFollowsFromTheVolumeFraction) {
  const Scenario s = parse_scenario(pipe + "aspect = 10\nvolume_fraction = 0.01\n", "rods.toml");
  const double volume = std::numbers::pi * 625 * 60, rod = 4.0 / 3 * std::numbers::pi * 10;
  EXPECT_EQ(s.bodies[0].count, std::size_t(std::lround(0.01 * volume / rod)));
}

void expect_refused(const std::string& text, const std::string& word) {
  try {
    Simulation sim(parse_scenario(text, "bad.toml"));
    FAIL() << text;
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find(word), std::string::npos) << e.what();
    EXPECT_EQ(e.exit_code(), 2) << e.what();
  }
}

/// A line without loads moves as the mean flow says in closed form: no error is predicted, rather than none known; with
/// loads one is.
TEST(RodScenario, PredictsAnErrorWithAndWithoutLoads) {
  for (const auto& [force, domain] : {std::pair("0", "pipe"), {"1", "pipe"}, {"0", "open"}}) {
    const std::string where = std::string(domain) == "pipe" ? pipe : free_space + "[[bodies]]\nkind = \"rod\"\n";
    Scenario s = parse_scenario(where + "aspect = 5\npositions = [[30, 0, 0]]\n", "rod.toml");
    set_options(s, {std::string("bodies.force=") + force});
    if (std::string(domain) == "pipe") set_options(s, {"flow.net_flow={flux=100}"});
    Simulation sim(s);
    sim.step();
    Snapshot shot;
    sim.fill(shot);
    if (*force == '0') {
      EXPECT_EQ(shot.errors.velocity.predicted, 0) << domain;
    } else {
      EXPECT_GT(shot.errors.velocity.predicted, 0) << domain;
    }
    EXPECT_EQ(shot.errors.velocity.asked, 1e-3);
  }
}

TEST(RodScenario, BadInputGetsItsSentence) {
  expect_refused(pipe + "aspect = 30\ncount = 1\n", "longer than the pipe is wide");
  expect_refused(pipe + "aspect = 0.5\ncount = 1\n", "aspect");
  expect_refused(pipe + "aspect = 51\ncount = 1\n", "aspect");
  expect_refused(
      "schema = 1\n[domain]\nradius = 25\nlength = 40\n[[bodies]]\nkind = \"rod\"\naspect = 20.1\ncount = 1\n",
      "own image");
  expect_refused(pipe + "director = [0, 0, 0]\ncount = 1\n", "no direction");
  expect_refused(pipe + "positions = [[0, 0, 0]]\ndirectors = [[1, 0, 0], [1, 0, 0]]\n", "there are 2 for 1");
  expect_refused(pipe + "positions = [[0, 0, 0], [1, 1, 0]]\ndirectors = [[1, 0, 0], [0, 0, 1]]\n", "0 and 1 overlap");
  expect_refused(pipe + "positions = [[0, 20, 0]]\ndirectors = [[0, 1, 0]]\n", "outside of the pipe");
  expect_refused(pipe + "positions = [[nan, 0, 0]]\n", "positions");
  expect_refused(pipe + "count = 1\n[solver]\nmodel = \"points\"\n", "rods");
  expect_refused(pipe + "count = 1\n[solver]\nlubrication = \"exact\"\n", "for spheres only");
  expect_refused(pipe + "count = 1\n[flow]\nshear_rate = 1\n", "free space only");
}

const std::string small_cell = "schema = 1\n[domain]\nkind = \"periodic-3\"\n";

/// A rod 10 long in a cell of 10.5 to 13 meets no image of its own, but the same neighbour on several sides.
TEST(RodPlacement, RodsInASmallCellTouchNoImage) {
  const double cell[3] = {10.5, 11, 13};
  const Scenario s = parse_scenario(
      small_cell + "cell = [10.5, 11, 13]\n[[bodies]]\nkind = \"rod\"\naspect = 5\nradius = 1\ncount = 14\n",
      "rods.toml");
  for (const std::uint64_t seed : {1, 2, 3}) {
    const PlacedBodies placed = place_bodies(s, seed);
    double least = 1e300;
    for (std::size_t i = 0; i < 14; ++i)
      for (std::size_t j = 0; j <= i; ++j)
        for (int image = 0; image < 125; ++image) {
          const int shift[3] = {image % 5 - 2, image / 5 % 5 - 2, image / 25 - 2};
          if (i == j && shift[0] == 0 && shift[1] == 0 && shift[2] == 0) continue;
          double d[3];
          for (std::size_t c = 0; c < 3; ++c)
            d[c] = placed.positions[3 * i + c] - placed.positions[3 * j + c] + shift[c] * cell[c];
          least = std::min(least, nearest_points(d, &placed.directors[3 * i], 4, &placed.directors[3 * j], 4).distance);
        }
    EXPECT_GT(least, 2 - 1e-5);
  }
}

/// Eight copies of the bodies in a cell of twice the size are the same system.
TEST(RodScenario, ASmallCellIsAnEighthOfALargeOne) {
  for (const char* model : {"line", "chain"}) {
    const std::string rod =
        std::string("[[bodies]]\nkind = \"rod\"\nmodel = \"") + model + "\"\naspect = 5\nradius = 1\ndirectors = [";
    const std::string solver = "]\n[solver]\ntolerance = 1e-8\n";
    std::string directors, places;
    for (int image = 0; image < 8; ++image)
      for (int body = 0; body < 2; ++body) {
        const std::string comma = directors.empty() ? "" : ",";
        directors += comma + (body == 0 ? "[1, 0.2, 0.1]" : "[0.1, 1, -0.3]");
        places += comma + "[" + std::to_string((body == 0 ? 2.0 : 6.0) + 11 * (image % 2)) + "," +
                  std::to_string((body == 0 ? 1.0 : 3.0) + 12 * (image / 2 % 2)) + "," +
                  std::to_string((body == 0 ? 3.0 : 8.5) + 13 * (image / 4)) + "]";
      }
    const std::string small_directors = "[1, 0.2, 0.1],[0.1, 1, -0.3]", small_places = "[2, 1, 3],[6, 3, 8.5]";
    Simulation small(parse_scenario(
        small_cell + "cell = [11, 12, 13]\n" + rod + small_directors + "]\npositions = [" + small_places + solver,
        "small"));
    Simulation large(parse_scenario(
        small_cell + "cell = [22, 24, 26]\n" + rod + directors + "]\npositions = [" + places + solver, "large"));
    for (std::size_t i = 0; i < 16; ++i)
      for (std::size_t c = 0; c < 3; ++c) {
        EXPECT_NEAR(large.state().velocities[3 * i + c], small.state().velocities[3 * (i % 2) + c], 3e-8) << model;
        EXPECT_NEAR(large.state().rates[3 * i + c], small.state().rates[3 * (i % 2) + c], 3e-8) << model;
      }
  }
}

/// Listed rods without directors point anywhere, and touch nothing: the mean of n n is I/3, that of n is 0.
TEST(RodPlacement, ListedRodsWithoutDirectorsPointAnywhere) {
  std::string list;
  for (int i = 0; i < 400; ++i)  // 13 apart, where rods of aspect 10 reach 10: neighbours turn each other away
    list += (i ? ",[" : "[") + std::to_string(13 * (i % 20)) + "," + std::to_string(13 * (i / 20)) + ",0]";
  const std::string rods = free_space + "[[bodies]]\nkind = \"rod\"\npositions = [" + list + "]\n";
  const Scenario s = parse_scenario(rods, "rods.toml");
  const PlacedBodies a = place_bodies(s, 7), b = place_bodies(s, 7), c = place_bodies(s, 8);
  EXPECT_EQ(a.directors, b.directors);
  EXPECT_NE(a.directors, c.directors);
  double n[3] = {0, 0, 0}, nn[3] = {0, 0, 0};
  for (std::size_t i = 0; i < 400; ++i) {
    double square = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const double v = a.directors[3 * i + k];
      square += v * v;
      n[k] += v / 400;
      nn[k] += v * v / 400;
    }
    EXPECT_NEAR(square, 1, 1e-14) << i;
  }
  for (double v : n) EXPECT_NEAR(v, 0, 4 / std::sqrt(3.0 * 400));
  for (double v : nn) EXPECT_NEAR(v, 1.0 / 3, 4 * std::sqrt(4.0 / 45 / 400) + 0.02);  // the variance of n_x^2 is 4/45
  std::vector<double> x = a.positions;
  x.insert(x.end(), a.directors.begin(), a.directors.end());
  EXPECT_GE(CapsuleContacts(s.domain, a.radii, half_axes(s, a.groups), 1e-6, true).gaps(x).bodies, -1e-6);
}

/// What says a direction keeps it.
TEST(RodPlacement, ListedRodsKeepTheDirectionsThatAreGiven) {
  const std::string two = pipe + "aspect = 5\npositions = [[10, 0, 0], [30, 0, 0]]\n";
  const auto directors = [](const std::string& text) {
    return place_bodies(parse_scenario(text, "rods.toml"), 1).directors;
  };
  const std::vector<double> along_x{1, 0, 0, 1, 0, 0}, across{0, 0, 1, 0, 1, 0};
  EXPECT_EQ(directors(two + "orientation = \"aligned\"\n"), along_x);
  EXPECT_EQ(directors(two + "director = [2, 0, 0]\n"), along_x);
  EXPECT_EQ(directors(two + "directors = [[0, 0, 1], [0, 1, 0]]\n"), across);
  EXPECT_NE(directors(two), along_x);
  EXPECT_NE(directors(two + "orientation = \"random\"\n"), along_x);
}

/// Rods that can lie in no direction are refused with the way out of it.
TEST(RodPlacement, ListedRodsThatFitInNoRandomDirectionAskForDirectors) {
  try {
    std::string list;
    for (int i = 0; i < 40; ++i) list += (i ? ",[0," : "[0,") + std::to_string(2.0001 * i) + ",0]";
    place_bodies(
        parse_scenario(free_space + "[[bodies]]\nkind = \"rod\"\naspect = 50\npositions = [" + list + "]\n", "x"), 1);
    FAIL() << "rods 2.0001 apart found random directions";
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("give directors of the rods"), std::string::npos) << e.what();
  }
}

TEST(RodPlacement, ListedRodsThatOverlapAcrossASeamAreNamed) {
  std::string list;
  for (int i = 0; i < 60; ++i)
    list += "[" + std::to_string(4 * (i % 10) + 2) + ", " + std::to_string(4 * (i / 10) + 2) + ", 5], ";
  const auto refusal = [&](const std::string& last) -> std::string {
    try {
      place_bodies(
          parse_scenario("schema = 1\n[domain]\nkind = \"periodic-3\"\ncell = [40, 40, 40]\n[[bodies]]\nkind = "
                         "\"rod\"\naspect = 3\nradius = 0.5\ndirector = [1, 0, 0]\npositions = [" +
                             list + last + "]\n",
                         "rods.toml"),
          1);
    } catch (const InputError& e) {
      return e.what();
    }
    return "";
  };
  // the axes, of length 2, overlap: the surfaces do by the thickness
  EXPECT_NE(refusal("[0.3, 30, 5], [39.8, 30, 5]").find("bodies 60 and 61 overlap by 1;"), std::string::npos)
      << refusal("[0.3, 30, 5], [39.8, 30, 5]");
  EXPECT_NE(refusal("[0.3, 30, 5], [37.2, 30, 5], [38.5, 22, 5.2]").find("bodies 59 and 62 overlap by "),
            std::string::npos)
      << refusal("[0.3, 30, 5], [37.2, 30, 5], [38.5, 22, 5.2]");
  EXPECT_EQ(refusal("[0.3, 30, 5], [37.2, 30, 5]"), "");  // 3.1 apart, where 3 touch
}

TEST(RodPlacement, NothingOverlapsAndTheSeedDecides) {
  const Scenario s = parse_scenario(pipe + "count = 120\n[[bodies]]\nradius = 3\ncount = 20\n", "rods.toml");
  const PlacedBodies a = place_bodies(s, 7), b = place_bodies(s, 7), c = place_bodies(s, 8);
  EXPECT_EQ(a.positions, b.positions);
  EXPECT_EQ(a.directors, b.directors);
  EXPECT_NE(a.positions, c.positions);
  std::vector<double> x = a.positions;
  x.insert(x.end(), a.directors.begin(), a.directors.end());
  CapsuleContacts contacts(s.domain, a.radii, half_axes(s, a.groups), 1e-6, true);
  const Gaps g = contacts.gaps(x);
  EXPECT_GE(g.bodies, -1e-6);
  EXPECT_GE(g.wall, -1e-6);
  // directions alike: the mean of n n is I/3, to a few times 1/sqrt(120)
  double nn[3] = {0, 0, 0};
  for (std::size_t i = 0; i < 120; ++i)
    for (std::size_t k = 0; k < 3; ++k) nn[k] += a.directors[3 * i + k] * a.directors[3 * i + k] / 120;
  for (double v : nn) EXPECT_NEAR(v, 1.0 / 3, 0.12);
}

/// Settling rods turn round and come home, as directors and as positions, to the order of the rule.
TEST(RodSimulation, ReversedRodsComeBack) {
  const auto error = [](double dt, const std::string& model) {
    Scenario s = parse_scenario(
        free_space + "[[bodies]]\nkind = \"rod\"\naspect = 5\nmodel = \"" + model +
            "\"\npositions = [[0, 0, 0], [8, 0, 1], [0, 9, -1]]\n"
            "directors = [[0, 0, 1], [1, 0, 1], [1, 2, 0]]\n[integrator]\nkind = \"rk4\"\nadaptive = false\n"
            "[run]\nreverse_at = 40\n[solver]\ntolerance = 1e-9\n",
        "rods.toml");
    s.integrator.time_step = dt;
    Simulation sim(s);
    const BodyState start = sim.state();
    while (sim.state().time < 80 - 1e-9) sim.step(80 - sim.state().time);
    double worst = 0;
    for (std::size_t i = 0; i < 9; ++i)
      worst = std::max({worst, std::abs(sim.state().positions[i] - start.positions[i]),
                        std::abs(sim.state().directors[i] - start.directors[i])});
    return worst;
  };
  const double one = error(1, "line"), two = error(2, "line");
  EXPECT_LT(one, 1e-5);
  EXPECT_GT(two, 8 * one);
  EXPECT_LT(error(1, "chain"), 1e-5);
}

/// A run in the pipe: what a snapshot holds; contacts kept; the chains' solve reported.
TEST(RodSimulation, SnapshotOfRodsInThePipe) {
  const Scenario s = parse_scenario(
      pipe +
          "positions = [[5, 0, 0], [12, 9, 0], [20, 0, 9], [30, -8, -8]]\nmodel = \"chain\"\naspect = 6\n"
          "directors = [[1, 0, 0], [1, 2, 0], [0, 1, 3], [2, 0, 1]]\n[integrator]\ntime_step = 2\n",
      "rods.toml");
  Simulation sim(s);
  for (int i = 0; i < 3; ++i) sim.step();
  Snapshot shot;
  sim.fill(shot);
  ASSERT_EQ(shot.directors.size(), 12u);
  ASSERT_EQ(shot.rates.size(), 12u);
  ASSERT_EQ(shot.half_lengths.size(), 4u);
  EXPECT_EQ(shot.half_lengths[0], 6);
  EXPECT_TRUE(shot.solve.converged);
  EXPECT_GT(shot.solve.residual, 0);
  EXPECT_LT(shot.solve.residual, 2e-3);
  EXPECT_TRUE(std::isfinite(shot.values.number("order_parameter")));
  EXPECT_GE(shot.values.number("min_gap"), -1e-6);
  EXPECT_GE(shot.values.number("min_wall_gap"), -1e-6);
  for (std::size_t i = 0; i < 4; ++i) {
    double unit = 0, across = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      unit += shot.directors[3 * i + k] * shot.directors[3 * i + k];
      across += shot.directors[3 * i + k] * shot.rates[3 * i + k];
    }
    EXPECT_NEAR(unit, 1, 1e-12);
    EXPECT_NEAR(across, 0, 1e-12);
  }
  const auto slice = sim.field({"slice", FieldPlane{FieldPlane::Plane::xy, 0.0, {24, 20}}});
  EXPECT_EQ(slice->velocity.size(), 3u * 24 * 20);
}

/// A torque on a rod alone turns it as its resistance says; a reversal turns it back.
TEST(RodSimulation, TorqueTurnsARod) {
  const Scenario s = parse_scenario(free_space +
                                        "[[bodies]]\nkind = \"rod\"\naspect = 5\npositions = [[0, 0, 0]]\n"
                                        "director = [1, 0, 0]\nforce = 0\ntorque = [0.3, 0, 2]\n",
                                    "torque.toml");
  Simulation sim(s);
  const double l3 = 125, rate = 2 / (8 * std::numbers::pi * s.viscosity * l3 * spheroid_resistance(5).yc);
  EXPECT_NEAR(sim.state().rates[0], 0, 1e-15);
  EXPECT_NEAR(sim.state().rates[1], rate, 1e-13);
  EXPECT_NEAR(sim.state().rates[2], 0, 1e-15);
  sim.reverse();
  EXPECT_NEAR(sim.state().rates[1], -rate, 1e-13);
  expect_refused(free_space + "[[bodies]]\npositions = [[0, 0, 0]]\ntorque = [0, 0, 1]\n", "rods only");
}

/// Spheres in u_x = rate y: the flow at the centre (a linear flow has no Faxen term), plus what they do to each other.
TEST(ShearFlow, CarriesSpheres) {
  const Scenario s = parse_scenario(free_space +
                                        "[flow]\nshear_rate = 0.5\n[[bodies]]\nforce = 0\n"
                                        "positions = [[0, 2, 0], [0, -4, 1]]\n",
                                    "shear.toml");
  Simulation sim(s);
  EXPECT_NEAR(sim.state().velocities[0], 1, 1e-14);
  EXPECT_NEAR(sim.state().velocities[3], -2, 1e-14);
  sim.reverse();
  EXPECT_NEAR(sim.state().velocities[0], -1, 1e-14);
  Snapshot shot;
  sim.fill(shot);
  EXPECT_TRUE(shot.directors.empty());
}

/// Two spheres pushed together by opposite weights, solver.lubrication = "exact": the exact drag.
TEST(Lubrication, IsAnOptionOfTheScenario) {
  const std::string text = free_space +
                           "[[bodies]]\npositions = [[0, 0, 1.05]]\n[[bodies]]\nforce = -1\n"
                           "positions = [[0, 0, -1.05]]\n[solver]\ntolerance = 1e-9\nlubrication = \"exact\"\n";
  Simulation sim(parse_scenario(text, "pair.toml"));
  EXPECT_NEAR(-sim.state().velocities[2], 1 / lubrication::approaching_spheres(0.1), 1e-7);
  Snapshot shot;
  sim.fill(shot);
  EXPECT_LT(shot.solve.residual, 1e-8);
}

}  // namespace
}  // namespace slurry
