// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "slurry/error.hpp"
#include "slurry/expectations.hpp"
#include "slurry/option_table.hpp"
#include "slurry/scenario.hpp"

namespace slurry {
namespace {

constexpr const char* full = R"(
schema = 1
title = "T \"quoted\""
units = "reduced"
[fluid]
viscosity = 2
[domain]
kind = "pipe"
radius = 10
length = 50
[flow]
net_flow = { gradient = -0.25 }
[gravity]
direction = [0, 3, -4]
[[bodies]]
name = "heavy"
count = 5
force = 2
[[bodies]]
name = "light"
radius = 0.5
positions = [[1, 2, 3], [10, -2, 3]]
[solver]
tolerance = 1e-6
method = "ewald"
model = "points"
contacts = false
[integrator]
kind = "midpoint"
time_step = 0.05
adaptive = false
[run]
until = 12.5
seed = 77
[output]
stride = 4
[[expect]]
quantity = "mean_settling_velocity"
value = 0.6
tolerance = 0.1
source = "nowhere"
)";

TEST(ScenarioReader, ReadsEveryKindOfValue) {
  const Scenario s = parse_scenario(full, "folder/full.toml");
  EXPECT_EQ(s.name, "full");
  EXPECT_EQ(s.title, "T \"quoted\"");
  EXPECT_EQ(s.text, full);
  EXPECT_EQ(s.viscosity, 2);
  EXPECT_EQ(s.domain.kind, DomainKind::pipe);
  EXPECT_EQ(s.net_flow.kind, NetFlowKind::gradient);
  EXPECT_EQ(s.net_flow.value, -0.25);
  EXPECT_DOUBLE_EQ(s.gravity[1], 0.6);
  EXPECT_DOUBLE_EQ(s.gravity[2], -0.8);
  ASSERT_EQ(s.bodies.size(), 2u);
  EXPECT_EQ(s.bodies[0].count, 5u);
  EXPECT_EQ(s.bodies[0].force, 2);
  EXPECT_EQ(s.bodies[1].count, 2u);
  EXPECT_EQ(s.bodies[1].positions[1][0], 10);
  EXPECT_EQ(s.bodies[1].placement, PlacementKind::positions);
  EXPECT_EQ(s.solver.method, SumMethod::ewald);
  EXPECT_EQ(s.solver.model, BodyModel::points);
  EXPECT_FALSE(s.solver.contacts);
  EXPECT_EQ(s.integrator.kind, IntegratorKind::midpoint);
  EXPECT_FALSE(s.integrator.adaptive);
  EXPECT_EQ(*s.run.until, 12.5);
  EXPECT_EQ(s.run.seed, 77u);
  EXPECT_EQ(s.run.output_stride, 4);
  EXPECT_EQ(s.run.output_seconds, 0);
  ASSERT_EQ(s.expect.size(), 1u);
  EXPECT_EQ(s.expect[0].tolerance, 0.1);
}

TEST(ScenarioReader, FramesFollowTheClockUnlessAStrideIsSet) {
  const Scenario s = parse_scenario("schema = 1\n[domain]\nradius = 5\nlength = 20\n[[bodies]]\ncount = 3\n", "x.toml");
  EXPECT_EQ(s.run.output_seconds, 0.5);
}

TEST(ScenarioReader, CountAndFractionGiveTheLength) {
  Scenario s =
      parse_scenario("schema = 1\n[domain]\nradius = 10\n[[bodies]]\ncount = 300\nvolume_fraction = 0.1\n", "x.toml");
  EXPECT_NEAR(s.domain.length, 40, 1e-12);
  set_option(s, "bodies.count=600");
  EXPECT_NEAR(s.domain.length, 80, 1e-12);
  set_option(s, "domain.length=40");  // the suspension stays as dense, so the count follows
  EXPECT_EQ(s.bodies[0].count, 300u);
  set_option(s, "bodies.volume_fraction=0.2");
  EXPECT_EQ(s.bodies[0].count, 600u);
  EXPECT_EQ(s.domain.length, 40);
}

/// A pipe of radius 5 holds 75 phi spheres of radius 1 on a length of 4, the shortest period that there may be.
TEST(ScenarioReader, TheShortestPeriodMayFollowAndBeRounded) {
  for (const auto& [count, fraction] : {std::pair(15, "0.2"), {30, "0.4"}, {21, "0.28"}, {27, "0.36"}, {3, "0.04"}}) {
    const std::string text = "schema = 1\n[domain]\nradius = 5\n[[bodies]]\ncount = " + std::to_string(count) +
                             "\nvolume_fraction = " + fraction + "\n";
    EXPECT_NEAR(parse_scenario(text, "short.toml").domain.length, 4, 1e-12) << text;
  }
}

TEST(ScenarioReader, FractionAndLengthGiveTheCount) {
  const Scenario s =
      parse_scenario("schema = 1\n[domain]\nradius = 10\nlength = 40\n[[bodies]]\nvolume_fraction = 0.1\n", "x.toml");
  EXPECT_EQ(s.bodies[0].count, 300u);
}

TEST(ScenarioReader, PeriodicCubeFollowsFromTheFraction) {
  const Scenario s = parse_scenario(
      "schema = 1\n[domain]\nkind = \"periodic-3\"\n[[bodies]]\ncount = 100\nvolume_fraction = 0.1\n", "x.toml");
  EXPECT_NEAR(std::pow(s.domain.cell[0], 3), 100 * 4.0 / 3 * std::numbers::pi / 0.1, 1e-9);
}

const char* const varied = R"(schema = 1
[domain]
kind = "free-space"
[[bodies]]
positions = [[0, 0, 3], [0, 0, -3]]
[run]
until = 10
[[expect]]
quantity = "separation"
value = 6
tolerance = 0.1
[[expect]]
quantity = "separation"
value = 8
tolerance = 0.1
with = ["bodies.positions=[[0,0,4],[0,0,-4]]"]
[[expect]]
quantity = "period"
value = 1
tolerance = 0.1
with = ['solver.model="points"']
)";

TEST(Expectations, ApplyToWhatTheySpeakOf) {
  const Scenario s = parse_scenario(varied, "varied.toml");
  const auto which = [](const Scenario& c) {
    std::string out;
    for (const Expectation& e : c.expect) out += applies(e, c) ? '1' : '0';
    return out;
  };
  EXPECT_EQ(which(s), "100");
  for (const bool written : {false, true}) {  // what a file of a changed scenario says is no different
    Scenario c = s;
    set_options(c, s.expect[1].with);
    if (written) c = parse_scenario(write_scenario(c), "c.toml");
    EXPECT_EQ(which(c), "010");
    set_option(c, "solver.model=points");
    EXPECT_EQ(which(c), "000");
    set_options(c, {"bodies.positions=[[0, 0, 3], [0, 0, -3]]"});
    EXPECT_EQ(which(c), "001");
    set_option(c, "run.until=20");  // nobody speaks of this
    EXPECT_EQ(which(c), "001");
  }
}

TEST(Expectations, SpeakOfTheSystemTheyWereWrittenForAlone) {
  Scenario s = parse_scenario(varied, "varied.toml");
  EXPECT_EQ(departure(s.expect[0], s), "");
  // how numbers are found changes nothing of what should come out, and is judged
  set_options(s, {"solver.tolerance=1e-6", "integrator.kind=euler", "output.stride=3", "run.until=20"});
  EXPECT_EQ(departure(s.expect[0], s), "");
  set_option(s, "fluid.viscosity=2");
  EXPECT_NE(departure(s.expect[0], s).find("fluid.viscosity is 2"), std::string::npos) << departure(s.expect[0], s);
  EXPECT_FALSE(applies(s.expect[0], s));
  EXPECT_EQ(parse_scenario(write_scenario(s), "again.toml").expect.size(), 2u);  // those of other options stay
}

TEST(Expectations, CopiedFromABuiltInScenarioStayItsOwn) {
  const auto copy = [](const std::string& solver) {
    std::string text = find_scenario("two_spheres").text;
    const std::string was = "method = \"direct\"";
    text.replace(text.find(was), was.size(), solver);
    return parse_scenario(text, "copy.toml");
  };
  const Scenario same = copy("method = \"direct\"\ntolerance = 1e-4"), other = copy("repulsion_force = 2");
  ASSERT_FALSE(same.expect.empty());
  EXPECT_EQ(departure(same.expect[0], same), "");
  EXPECT_EQ(departure(other.expect[0], other), "solver.repulsion_force is 2.0, it was written for 0.0");
}

TEST(Expectations, PassWithinTheToleranceAlone) {
  Expectation e;
  e.value = 2;
  e.tolerance = 0.1;
  EXPECT_TRUE(checked(e, 2.09).passed);
  EXPECT_FALSE(checked(e, 2.11).passed);
  EXPECT_FALSE(checked(e, std::nan("")).passed);
  e.qualitative = true;
  EXPECT_FALSE(checked(e, 2).passed);
}

TEST(SetOptions, AreCheckedTogether) {
  Scenario s = parse_scenario("schema = 1\n[domain]\nradius = 10\nlength = 40\n[[bodies]]\ncount = 5\n", "x.toml");
  EXPECT_THROW(set_option(s, "domain.radius=0.8"), KeyError);
  set_options(s, {"domain.radius=0.8", "bodies.radius=0.2"});
  EXPECT_EQ(s.domain.radius, 0.8);
}

TEST(OptionTable, WrittenScenarioReadsBackEqual) {
  std::vector<Scenario> all{parse_scenario(full, "full.toml")};
  for (const BuiltinScenario& b : builtin_scenarios()) all.push_back(find_scenario(std::string(b.name)));
  for (const Scenario& s : all) {
    const std::string written = write_scenario(s);
    const Scenario back = parse_scenario(written, s.name + ".toml");
    EXPECT_EQ(write_scenario(back), written) << s.name;
    EXPECT_EQ(back.domain.length, s.domain.length) << s.name;
    EXPECT_EQ(back.expect.size(), s.expect.size()) << s.name;
    EXPECT_EQ(back.run.output_seconds, s.run.output_seconds) << s.name;
  }
}

TEST(OptionTable, DefaultsSayWhatAnUntouchedScenarioHolds) {
  const Scenario s =
      parse_scenario("schema = 1\n[domain]\nlength = 20\nradius = 1\n[[bodies]]\nradius = 0.5\ncount = 3\n", "x.toml");
  for (const Option& o : option_table()) {
    if (o.standard.index() == 0 || o.key == "bodies.radius") continue;
    // The default, set on top, must change nothing.
    Scenario t = s;
    if (o.key == "domain.cell") continue;
    if (o.key == "output.stride") continue;  // setting it is what switches the clock off
    set_option(t, std::string(o.key) + "=" + to_toml(o.standard));
    EXPECT_EQ(write_scenario(t), write_scenario(s)) << o.key;
  }
}

TEST(OptionTable, EveryRowHasHelpAndAllowedValues) {
  for (const Option& o : option_table()) {
    EXPECT_FALSE(o.help.empty()) << o.key;
    EXPECT_FALSE(allowed_values(o).empty()) << o.key;
    EXPECT_EQ(find_option(o.key), &o);
    EXPECT_NE(list_options().find(o.key), std::string::npos);
    EXPECT_NE(describe_option(o).find(allowed_values(o)), std::string::npos);
  }
}

TEST(SetOption, TakesTomlAndBareWords) {
  Scenario s = parse_scenario(full, "full.toml");
  set_option(s, "integrator.kind=rk4");
  EXPECT_EQ(s.integrator.kind, IntegratorKind::rk4);
  set_option(s, " fluid.viscosity = 3 ");
  EXPECT_EQ(s.viscosity, 3);
  set_option(s, "flow.net_flow=zero-gradient");
  EXPECT_EQ(s.net_flow.kind, NetFlowKind::zero_gradient);
  set_option(s, "flow.net_flow={flux=2}");
  EXPECT_EQ(s.net_flow.kind, NetFlowKind::flux);
  set_option(s, "flow.net_flow=gradient=-0.5");
  EXPECT_EQ(s.net_flow.kind, NetFlowKind::gradient);
  EXPECT_EQ(s.net_flow.value, -0.5);
  set_option(s, "bodies.1.force=-2");
  EXPECT_EQ(s.bodies[1].force, -2);
  EXPECT_EQ(option_value(s, "bodies.1.force"), "-2.0");
  EXPECT_EQ(option_value(s, "bodies.force"), "2.0");
  set_option(s, "gravity.direction=[0,0,-2]");
  EXPECT_EQ(s.gravity[2], -1);
  set_option(s, "title=two words");
  EXPECT_EQ(s.title, "two words");
}

TEST(BuiltinScenarios, WelcomeComesFirstAndAllSayWhatShouldHappen) {
  ASSERT_GE(builtin_scenarios().size(), 6u);
  EXPECT_EQ(builtin_scenarios()[0].name, "welcome");
  for (const BuiltinScenario& b : builtin_scenarios()) {
    const Scenario s = find_scenario(std::string(b.name));
    EXPECT_EQ(s.title, b.title);
    EXPECT_GT(s.description.size(), 80u) << b.name;
    EXPECT_FALSE(s.expect.empty()) << b.name;
    for (const Expectation& e : s.expect) {
      EXPECT_TRUE(e.qualitative || !e.source.empty()) << b.name;
      EXPECT_TRUE(e.qualitative || !e.level.empty()) << b.name;
    }
  }
}

}  // namespace
}  // namespace slurry
