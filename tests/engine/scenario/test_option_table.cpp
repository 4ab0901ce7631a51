// SPDX-License-Identifier: BSD-3-Clause
// The table of options as those see it who add to it, and as those who have forgotten a key.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "slurry/error.hpp"
#include "slurry/option_table.hpp"
#include "slurry/unit.hpp"

namespace slurry {
namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// What an engine would add: a row, and nothing else anywhere.
OptionTable with_one_more() {
  OptionTable table = option_table();
  table.push_back({.key = "fmm.order",
                   .symbol = "p",
                   .help = "order of the expansions",
                   .standard = 8.0,
                   .range = {.lowest = 0, .highest = 20},
                   .change = Change::plan});
  return table;
}

TEST(OptionTable, ARowIsAllThatAnOptionTakes_ReaderRangeReferenceAndFile) {
  const OptionTable table = with_one_more();
  const Option& order = table.back();
  const std::string file = minimal_file() + "[fmm]\norder = 12\n";
  EXPECT_THROW(parse_scenario(file, "x.toml"), KeyError);  // it is not in the table of the program
  Scenario s = parse_scenario(file, "x.toml", table);
  EXPECT_EQ(std::get<double>(value_of(s, order)), 12);
  set_options(s, {"fmm.order=6"}, table);
  EXPECT_EQ(option_value(s, "fmm.order", table), "6.0");
  try {
    set_options(s, {"fmm.order=30"}, table);
    FAIL() << "was taken";
  } catch (const KeyError& e) {
    EXPECT_EQ(e.allowed(), "a number of at least 0 and at most 20");
  }
  EXPECT_EQ(option_value(s, "fmm.order", table), "6.0");

  // It goes through a file, and is not written where nobody has set it.
  EXPECT_TRUE(contains(write_scenario(s, table), "\n[fmm]\norder = 6.0\n"));
  EXPECT_EQ(option_value(parse_scenario(write_scenario(s, table), "y.toml", table), "fmm.order", table), "6.0");
  set_options(s, {"fmm.order=8"}, table);
  EXPECT_EQ(write_scenario(s, table), write_scenario(parse_scenario(minimal_file(), "x.toml"), table));

  EXPECT_TRUE(contains(list_options("fmm", table), "fmm.order") && contains(list_options("fmm", table), "default 8.0"));
  EXPECT_TRUE(contains(describe_option(order), "order of the expansions"));
  EXPECT_TRUE(contains(write_defaults(table),
                       "\n[fmm]\n# order of the expansions; a number of at least 0 and at most "
                       "20\norder = 8.0\n"));
  EXPECT_EQ(nearest_options("fmm.odrer", table).front(), "fmm.order");
}

TEST(OptionTable, ARowOfEveryGroupOfBodies) {
  OptionTable table = option_table();
  table.push_back({.key = "bodies.charge", .unit = "charge", .help = "of each body", .standard = 0.0});
  const std::string file = minimal_file() + "[[bodies]]\ncount = 3\ncharge = 2\n";
  const Scenario s = parse_scenario(file, "x.toml", table);
  EXPECT_EQ(option_value(s, "bodies.charge", table), "0.0");
  EXPECT_EQ(option_value(s, "bodies.1.charge", table), "2.0");
  EXPECT_EQ(write_scenario(parse_scenario(write_scenario(s, table), "x.toml", table), table), write_scenario(s, table));
}

TEST(OptionTable, AFileWithEveryDefaultIsTheShortestScenario) {
  const std::string all = write_defaults();
  const Scenario s = parse_scenario(all, "x.toml");
  EXPECT_EQ(write_scenario(s), write_scenario(parse_scenario(minimal_file(), "x.toml")));
  for (const Option& o : option_table()) {
    const std::string leaf(o.key.substr(o.key.rfind('.') + 1));
    EXPECT_TRUE(contains(all, "\n" + leaf + " = ") || contains(all, "\n# " + leaf + " = ")) << o.key;
    EXPECT_TRUE(contains(all, "# " + std::string(o.help))) << o.key;
  }
  // Values, not comments alone: a file with one of them changed is another scenario.
  for (const char* line : {"\nviscosity = 0.05", "\ntolerance = 0.001", "\ntime_step = 0.1\n", "\nseed = 1\n"})
    EXPECT_TRUE(contains(all, line)) << line;
}

TEST(OptionNames, AreFoundByOtherNames_WordsAndLetters) {
  const std::pair<const char*, const char*> known[] = {{"integrator.dt", "integrator.time_step"},
                                                       {"run.dt", "integrator.time_step"},
                                                       {"solver.tol", "solver.tolerance"},
                                                       {"integrator.tol", "integrator.tolerance"},
                                                       {"domain.L", "domain.length"},
                                                       {"domain.R", "domain.radius"},
                                                       {"bodies.phi", "bodies.volume_fraction"},
                                                       {"bodies.fraction", "bodies.volume_fraction"},
                                                       {"bodies.a", "bodies.radius"},
                                                       {"bodies.N", "bodies.count"},
                                                       {"bodies.1.phi", "bodies.1.volume_fraction"},
                                                       {"bodies.weight", "bodies.force"},
                                                       {"fluid.eta", "fluid.viscosity"},
                                                       {"fluid.mu", "fluid.viscosity"},
                                                       {"viscosity", "fluid.viscosity"},
                                                       {"integrator.timestep", "integrator.time_step"},
                                                       {"solver.colour", "view.colour_by"},
                                                       {"gravity.dirction", "gravity.direction"}};
  for (const auto& [wrong, right] : known) {
    const std::vector<std::string> near = nearest_options(wrong);
    ASSERT_FALSE(near.empty()) << wrong;
    EXPECT_EQ(near.front(), right) << wrong;
    EXPECT_TRUE(contains(unknown_key(wrong), right)) << unknown_key(wrong);
  }
}

TEST(OptionNames, NothingIsSuggestedWhenNothingIsNear) {
  for (const char* wrong : {"integrator.quux", "domain.x", "bodies.zz", "solver.foo", "q", "", "fluid.colloidosome",
                            "output.stress", "output.precision", "bodies.colour", "bodies.tol", "output.format",
                            "view.tome", "run.energy", "fluid.density", "output.type", "view.size"}) {
    EXPECT_TRUE(nearest_options(wrong).empty()) << wrong << ": " << nearest_options(wrong).front();
    EXPECT_FALSE(contains(unknown_key(wrong), "did you mean")) << wrong;
  }
}

TEST(OptionNames, NoOtherNameMeansTwoOptionsOfOneSection) {
  for (const Option& a : option_table())
    for (const std::string_view alias : names_elsewhere(a))
      for (const Option& b : option_table()) {
        if (&a == &b || a.key.substr(0, a.key.find('.')) != b.key.substr(0, b.key.find('.'))) continue;
        EXPECT_NE(alias, b.key.substr(b.key.rfind('.') + 1)) << a.key;
        for (const std::string_view other : names_elsewhere(b)) EXPECT_NE(alias, other) << a.key << " and " << b.key;
      }
}

TEST(OptionNames, AreThoseOfTheirOwnTableUnlessTheyAreTheVeryName) {
  for (const auto& [wrong, right] : {std::pair("run.step", "run.steps"),
                                     {"run.viscosity", "fluid.viscosity"},
                                     {"Solver.Tolerance", "solver.tolerance"},
                                     {"solver.precision", "solver.direct_terms"},
                                     {"bodies.raduis", "bodies.radius"},
                                     {"domain.lenght", "domain.length"}}) {
    const std::vector<std::string> near = nearest_options(wrong);
    ASSERT_FALSE(near.empty()) << wrong;
    EXPECT_EQ(near.front(), right) << wrong;
  }
  EXPECT_TRUE(contains(unknown_key("domain"), "'domain' is a table and no key"));
}

/// Defaults with a dimension, each by what it is measured in: what is a radius in reduced units is one in SI.
TEST(OptionTable, EveryDefaultWithAUnitIsScaledInSiOrMustBeSaid) {
  const double a = 2e-5, eta = 3e-3, F = 4e-10;
  const std::string rest = "[driving]\nkind = \"oscillating\"\n[solver]\nrepulsion_force = 1e-10\n";
  const auto file = [&](const char* leave_out) {
    std::string text = "schema = 1\nunits = \"SI\"\n";
    const auto say = [&](const char* table, const char* key, double value) {
      if (std::string(leave_out) != key) text += std::string(table) + key + " = " + to_toml(value) + "\n";
    };
    say("[fluid]\n", "viscosity", eta);
    say("[domain]\nlength = 1e-3\n", "radius", 2e-4);
    text += "[[bodies]]\ncount = 3\n";
    text += "radius = " + to_toml(a) + "\n";
    say("", "force", F);
    say("[integrator]\n", "time_step", 0.1);
    return text + rest;
  };
  const Scenario s = parse_scenario(file(""), "si.toml"), reduced = parse_scenario(minimal_file(), "reduced.toml");
  const double time = 6 * 3.14159265358979323846 * eta * a * a / F;
  EXPECT_NEAR(s.solver.repulsion_range, 0.1 * a, 1e-15 * a);
  EXPECT_NEAR(s.driving.period, time, 1e-12 * time);
  std::vector<std::string> scaled;
  for (const Option& o : option_table()) {
    const double* number = std::get_if<double>(&o.standard);
    if (!number || *number == 0 || o.unit.empty() || o.unit == "radius" || o.unit.starts_with("s")) continue;
    if (s.given.contains(o.key)) {
      if (o.key == "bodies.radius") continue;
      EXPECT_THROW(parse_scenario(file(o.key.substr(o.key.find('.') + 1).data()), "si.toml"), KeyError) << o.key;
      continue;
    }
    scaled.emplace_back(o.key);
    ASSERT_TRUE(o.unit == "length" || o.unit == "time") << o.key << ": a default in [" << o.unit << "]";
    const double value = std::get<double>(value_of(s, o)), unit = o.unit == "length" ? a : time;
    EXPECT_NEAR(value / unit, std::get<double>(value_of(reduced, o)), 1e-12) << o.key;
  }
  EXPECT_EQ(scaled, (std::vector<std::string>{"solver.repulsion_range", "driving.period"}));
  EXPECT_TRUE(contains(describe_option(*find_option("solver.repulsion_range")), "in SI 0.1 a of the first bodies"));
  EXPECT_TRUE(contains(describe_option(*find_option("fluid.viscosity")), "none in SI"));
}

TEST(OptionText, UnitsInBothSystems) {
  EXPECT_EQ(unit_text("length", Units::reduced), "a");
  EXPECT_EQ(unit_text("length", Units::si), "m");
  EXPECT_EQ(unit_text("force time/length^2", Units::si), "Pa s");
  EXPECT_EQ(unit_text("force time/length^2", Units::reduced), "F τ/a²");
  EXPECT_EQ(unit_text("1/time", Units::si), "1/s");
  EXPECT_EQ(unit_text("", Units::si), "");
  // U0 is F/(6 pi eta a) of what is in force, and no other velocity
  Scenario s = parse_scenario(minimal_file(), "x.toml");
  EXPECT_EQ(unit_text("velocity", s), "U₀");
  EXPECT_EQ(unit_text("length", s), "a");
  s.viscosity *= 2;
  EXPECT_EQ(unit_text("velocity", s), "a/τ");
  EXPECT_EQ(unit_text("length^2 velocity", s), "a³/τ");
  s.bodies.front().force *= 2;
  EXPECT_EQ(unit_text("velocity", s), "U₀");
  s.bodies.front().force = 0;
  EXPECT_EQ(unit_text("velocity", s), "a/τ");
  // lengths are in radii of the first bodies only where these have the radius 1
  s.bodies.front().radius = 0.5;
  EXPECT_EQ(unit_text("length", s), "ℓ");
  EXPECT_EQ(unit_text("velocity", s), "ℓ/τ");
  EXPECT_EQ(unit_text("force time/length^2", s), "F τ/ℓ²");
  EXPECT_EQ(unit_text("radius", s), "radii");
  EXPECT_EQ(unit_text("time", s), "τ");
  s.bodies.front().force = 6 * 3.14159265358979 * s.viscosity * 0.5;
  EXPECT_EQ(unit_text("velocity", s), "U₀");
  EXPECT_EQ(unit_text("velocity/length", s), "U₀/ℓ");
  s.units = Units::si;
  EXPECT_EQ(unit_text("velocity", s), "m/s");
  EXPECT_EQ(unit_text("length", s), "m");
  EXPECT_EQ(unit_text("s of wall time", Units::reduced), "s of wall time");
}

TEST(OptionText, EveryUnitButThoseOfTheClockAndOfAnglesIsInTheTableOfUnits) {
  for (const Option& o : option_table()) {
    if (o.unit.empty() || o.unit == "°" || o.unit.starts_with("s")) continue;
    EXPECT_NE(unit_text(o.unit, Units::reduced), o.unit) << o.key;
    EXPECT_NE(unit_text(o.unit, Units::si), o.unit) << o.key;
  }
}

TEST(OptionText, ANumberIsRepeatedAsItWasTyped) {
  Scenario s = parse_scenario(minimal_file(), "x.toml");
  try {
    set_option(s, "bodies.volume_fraction=0.9");
    FAIL() << "was taken";
  } catch (const KeyError& e) {
    EXPECT_TRUE(contains(e.what(), "= 0.9 is out of range")) << e.what();
  }
}

}  // namespace
}  // namespace slurry
