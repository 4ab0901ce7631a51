// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

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
  EXPECT_EQ(s.solver.method, "ewald");
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
  EXPECT_EQ(departure(other.expect[0], other), "solver.repulsion_force is 2.0, but the expectation is for 0.0");
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

std::string refusal(const std::string& text, const std::vector<std::string>& changes) {
  try {
    parse_scenario(text, "x.toml", changes);
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

TEST(Changes, AreTheSameInEveryOrder) {
  const std::string free = "schema = 1\n[domain]\nkind = \"free-space\"\n[[bodies]]\npositions = [[0,0,0],[4,0,0]]\n";
  const std::string pipe =
      "schema = 1\n[domain]\nradius = 10\n[[bodies]]\ncount = 300\nvolume_fraction = 0.1\n[[bodies]]\nname = "
      "\"b\"\nradius = 0.5\npositions = [[3,0,0]]\n";
  const std::string rods =
      "schema = 1\n[domain]\nkind = \"free-space\"\n[[bodies]]\nkind = \"rod\"\naspect = 5\n"
      "positions = [[0,0,0],[40,0,0]]\ndirector = [0,0,1]\n";
  const std::pair<std::string, std::vector<std::string>> cases[] = {
      {free, {"domain.kind=periodic-3", "domain.cell=[20,20,20]", "solver.contacts=false"}},
      {free, {"bodies.radius=3", "solver.contacts=false", "bodies.positions=[[0,0,0],[1,0,0],[2,0,0]]"}},
      {free, {"output.seconds=2", "output.stride=3", "output.interval=0.5"}},
      {pipe, {"bodies.1.radius=0.7", "bodies.radius=1.1", "bodies.1.positions=[[1,1,1],[9,2,2]]", "run.seed=5"}},
      {pipe, {"domain.length=40", "bodies.count=150", "domain.radius=9"}},
      {pipe, {"bodies.volume_fraction=0.05", "bodies.count=80", "bodies.name=c"}},
      {pipe, {"bodies.volume_fraction=0.05", "domain.length=80"}},
      {rods, {"bodies.orientation=random", "bodies.aspect=7", "bodies.force=2"}},
      {rods, {"bodies.director=[1,0,0]", "bodies.positions=[[0,0,0],[0,9,0]]", "bodies.aspect=8"}}};
  for (const auto& [text, list] : cases) {
    std::vector<std::string> changes = list;
    std::sort(changes.begin(), changes.end());
    const std::string first = write_scenario(parse_scenario(text, "x.toml", changes));
    do {
      EXPECT_EQ(write_scenario(parse_scenario(text, "x.toml", changes)), first) << text << changes.front();
    } while (std::next_permutation(changes.begin(), changes.end()));
    Scenario s = parse_scenario(text, "x.toml");
    EXPECT_NE(write_scenario(s), first);
  }
  // and a finished scenario takes them in any order too
  Scenario a = parse_scenario(pipe, "x.toml"), b = a;
  set_options(a, {"bodies.count=150", "domain.length=40"});
  set_options(b, {"domain.length=40", "bodies.count=150"});
  EXPECT_EQ(write_scenario(a), write_scenario(b));
  EXPECT_EQ(b.bodies[0].count, 150u);
  set_options(a, {"bodies.volume_fraction=0.05", "bodies.count=300"});
  EXPECT_NEAR(a.domain.length, 300 * 4.0 / 3 / 100 / 0.05, 1e-12);
}

TEST(Changes, MendWhatTheFileAloneCouldNotSay) {
  const std::string head = "schema = 1\n[domain]\nradius = 6\nlength = 12\n[[bodies]]\n";
  for (const auto& [text, change] :
       {std::pair<std::string, std::string>{head + "positions = [[1,0,0],[2,0,0]]\n", "solver.contacts=false"},
        {head + "positions = [[1,0,0],[2,0,0]]\n", "bodies.radius=0.5"},
        {head + "positions = [[1,0,0],[2,0,0]]\n", "bodies.positions=[[1,0,0],[5,0,0]]"},
        {"schema = 1\n[domain]\nradius = 0.9\nlength = 12\n[[bodies]]\ncount = 3\n", "domain.radius=6"},
        {head + "count = 5000\n", "bodies.count=5"},
        {head + "count = 5000\n", "domain.length=4000"},
        {head + "radius = 1\n", "bodies.count=3"},
        {head + "file = \"nowhere.csv\"\n", "bodies.positions=[[1,0,0]]"},
        {head + "count = 3\n[solver]\ntolerance = 1e-15\n", "solver.tolerance=1e-6"},
        {head + "count = 3\n[solver]\ntolerance = \"fine\"\n", "solver.tolerance=1e-6"},
        {head + "count = 3\n[gravity]\ndirection = [0,0,0]\n", "gravity.direction=[1,0,0]"},
        {"schema = 1\n[domain]\nlength = 40\n[[bodies]]\ncount = 3\n", "domain.radius=5"}}) {
    EXPECT_NE(refusal(text, {}), "") << text;
    EXPECT_EQ(refusal(text, {change}), "") << text << change;
  }
}

TEST(Changes, OfTwoOfCountFractionAndSizeReplaceTheThird) {
  const double v = 4.0 / 3 * std::numbers::pi, section = 100 * std::numbers::pi;
  const std::string count = "count = 300\n", fraction = "volume_fraction = 0.1\n";
  const auto read = [](const std::string& length, const std::string& bodies, const std::vector<std::string>& changes) {
    return parse_scenario("schema = 1\n[domain]\nradius = 10\n" + length + "[[bodies]]\n" + bodies, "x.toml", changes);
  };
  const std::string l40 = "length = 40\n";
  EXPECT_NEAR(read("", count + fraction, {"bodies.count=600"}).domain.length, 600 * v / section / 0.1, 1e-12);
  EXPECT_EQ(read("", count + fraction, {"domain.length=80"}).bodies[0].count, 600u);
  EXPECT_EQ(read(l40, fraction, {"bodies.count=17"}).bodies[0].count, 17u);
  EXPECT_EQ(read(l40, count, {"bodies.volume_fraction=0.2"}).bodies[0].count, 600u);
  EXPECT_EQ(read(l40, fraction, {"domain.length=80"}).bodies[0].count, 600u);
  EXPECT_EQ(read(l40, count, {"domain.length=80"}).bodies[0].count, 300u);
  EXPECT_NEAR(read(l40, count, {"bodies.volume_fraction=0.05", "bodies.count=60"}).domain.length,
              60 * v / section / 0.05, 1e-12);
  EXPECT_EQ(read("", count + fraction, {"bodies.count=150", "domain.length=40"}).bodies[0].count, 150u);
  EXPECT_THROW(read("", count, {"bodies.count=150", "domain.length=40", "bodies.volume_fraction=0.1"}), KeyError);
  // a list of positions has its count: the same, and a length that follows
  const std::string two = "positions = [[1,0,0],[5,0,0]]\n";
  EXPECT_NEAR(read("", two + "volume_fraction = 0.001\n", {}).domain.length, 2 * v / section / 0.001, 1e-12);
  EXPECT_EQ(read(l40, "volume_fraction = 0.1\n", {"bodies.positions=[[1,0,0],[5,0,0]]"}).bodies[0].count, 2u);
  const Scenario followed = read("", two + "volume_fraction = 0.001\n", {});
  EXPECT_EQ(parse_scenario(write_scenario(followed), "again.toml").domain.length, followed.domain.length);
}

TEST(Changes, ThatDisagreeWithTheFileOrWithOneAnotherAreRefused) {
  const std::string text = "schema = 1\n[domain]\nradius = 10\nlength = 40\n[[bodies]]\ncount = 3\n";
  for (const auto& [changes, words] :
       {std::pair<std::vector<std::string>, std::vector<std::string>>{
            {"bodies.positions=[[1,0,0],[5,0,0]]"}, {"x.toml:6", "bodies.count = 3", "list of 2 positions"}},
        {{"run.seed=3", "run.seed=4"}, {"command line", "run.seed", "3", "4", "twice"}},
        {{"bodies.radius=1", "bodies.0.radius=0.9"}, {"radius", "twice"}},
        {{"bodies.1.radius=1"}, {"bodies.1.radius", "only 1 [[bodies]] table", "bodies.radius"}},
        {{"units=SI"}, {"units", "relabelled"}},
        {{"bodies.radius=nan"}, {"command line", "bodies.radius = nan", "not finite"}},
        {{"bodies.radius=inf"}, {"not finite"}},
        {{"bodies.radius=\"1\""}, {"wrong type", "greater than 0"}},
        {{"bodies.radius="}, {"wrong type"}},
        {{"bodies.count=-1"}, {"out of range"}},
        {{"nothing.radius=1"}, {"unknown key 'nothing.radius'"}},
        {{"domain=3"}, {"'domain' is a table"}},
        {{"bodies.file="}, {"must end in .csv"}},
        {{"bodies.radius=11"}, {"command line", "too large for the pipe"}}}) {
    const std::string said = refusal(text, changes);
    for (const std::string& w : words) EXPECT_NE(said.find(w), std::string::npos) << changes[0] << ": " << said;
  }
  EXPECT_EQ(refusal(text, {"run.seed=3", "run.seed = 3", "units=reduced"}), "");
  EXPECT_EQ(refusal(text, {"bodies.positions=[[1,0,0],[5,0,0]]", "bodies.count=2"}), "");
}

TEST(Changes, LeaveExpectationsToTheFile) {
  const Scenario s = parse_scenario(varied, "varied.toml", {"fluid.viscosity=2"});
  ASSERT_EQ(s.expect.size(), 3u);
  EXPECT_NE(departure(s.expect[0], s).find("fluid.viscosity is 2"), std::string::npos);
  Scenario same = parse_scenario(varied, "varied.toml", {"solver.tolerance=1e-5"});
  EXPECT_EQ(departure(same.expect[0], same), "");
  std::string broken = varied;  // the file alone has no scenario of which it could expect anything
  broken.replace(broken.find("[0, 0, 3]"), 9, "[0, 0, -2]");
  EXPECT_TRUE(parse_scenario(broken, "broken.toml", {"solver.contacts=false"}).expect.empty());
}

TEST(Scenario, KnowsWhatWasSaid) {
  const Scenario s =
      parse_scenario("schema = 1\n[domain]\nradius = 10\nlength = 40\n[[bodies]]\nvolume_fraction = 0.1\n", "x.toml",
                     {"bodies.0.count=9"});
  EXPECT_EQ(s.given, (std::set<std::string, std::less<>>{"bodies.count", "domain.length", "domain.radius"}));
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
    EXPECT_EQ(back.walk, s.walk) << s.name;
    EXPECT_EQ(back.run.output_seconds, s.run.output_seconds) << s.name;
  }
}

const char* const walking = R"(schema = 1
[domain]
radius = 5
length = 20
[[walk]]
title = "One \"quoted\""
label = "one"
variants = "P2P=per_target G2P=base"
text = """
The first line \
goes on.
The second line."""
[[walk]]
title = "Two"
variants = ""
group = "near-field"
text = "why"
printed = "somebody 2020: 3 ms"
[[bodies]]
count = 3
)";

TEST(Walk, IsReadInTheOrderOfTheFile) {
  const Scenario s = parse_scenario(walking, "x.toml");
  ASSERT_EQ(s.walk.size(), 2u);
  EXPECT_EQ(s.walk[0], (WalkStep{"One \"quoted\"", "one", "P2P=per_target G2P=base", std::nullopt,
                                 "The first line goes on.\nThe second line.", ""}));
  EXPECT_EQ(s.walk[1], (WalkStep{"Two", "Two", "", StageGroup::near_field, "why", "somebody 2020: 3 ms"}));
  for (const auto& [word, group] : {std::pair("near-field", StageGroup::near_field),
                                    {"spread", StageGroup::spread},
                                    {"transforms", StageGroup::transforms},
                                    {"gather", StageGroup::gather},
                                    {"other", StageGroup::other}}) {
    std::string text = walking;
    text.replace(text.find("near-field"), std::string("near-field").size(), word);
    const Scenario other = parse_scenario(text, "x.toml");
    EXPECT_EQ(other.walk[1].group, group) << word;
    EXPECT_EQ(parse_scenario(write_scenario(other), "y.toml").walk, other.walk) << word;
  }
  EXPECT_TRUE(parse_scenario(full, "x.toml").walk.empty());
}

/// Options that the walk does not go with leave it as it is; only its steps cannot be taken then.
TEST(Walk, GoesThroughAFileWithOtherOptions) {
  const std::vector<std::string> changes{"solver.method=direct", "bodies.count=2"};
  const Scenario s = parse_scenario(walking, "x.toml", changes);
  EXPECT_EQ(s.walk.size(), 2u);
  EXPECT_EQ(parse_scenario(write_scenario(s), "y.toml").walk, s.walk);
}

TEST(Walk, OfTheDemonstrationLeavesOutOneVariantAtEachStep) {
  const Scenario s = find_scenario("why_is_it_fast");
  struct Expected {
    const char *title, *label, *variants;
    std::optional<StageGroup> group;
  };
  const std::vector<Expected> steps{
      {"The plainest published ways", "Published", "P2P=GM-1D P2G=base transform=published G2P=base", {}},
      {"Near field: each pair once", "+ near", "P2G=base transform=published G2P=base", StageGroup::near_field},
      {"Spread: a part of the grid to each thread", "+ spread", "transform=published G2P=base", StageGroup::spread},
      {"Transforms: only what is there", "+ transf.", "G2P=base", StageGroup::transforms},
      {"Gather: rows as vectors", "+ gather", "", StageGroup::gather}};
  ASSERT_EQ(s.walk.size(), steps.size());
  for (std::size_t i = 0; i < steps.size(); ++i) {
    EXPECT_EQ(s.walk[i].title, steps[i].title);
    EXPECT_EQ(s.walk[i].label, steps[i].label);
    EXPECT_EQ(s.walk[i].variants, steps[i].variants);
    EXPECT_EQ(s.walk[i].group, steps[i].group);
    EXPECT_EQ(s.walk[i].text.find('\n'), std::string::npos);
    EXPECT_GT(s.walk[i].text.size(), 80u);
    EXPECT_FALSE(s.walk[i].printed.empty());
  }
  EXPECT_EQ(s.solver.variants, steps[0].variants);
  for (const BuiltinScenario& b : builtin_scenarios())
    EXPECT_EQ(find_scenario(std::string(b.name)).walk.empty(), b.name != s.name) << b.name;
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
  set_option(s, "run.steps=1e3");
  EXPECT_EQ(s.run.steps, 1000);
  set_option(s, "run.steps=2.5e1");
  EXPECT_EQ(s.run.steps, 25);
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
