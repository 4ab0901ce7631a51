// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "slurry/error.hpp"
#include "slurry/option_table.hpp"
#include "slurry/scenario.hpp"

namespace slurry {
namespace {

/// One wrong file: what the error must name.  `line` 0: the file alone.
struct BadFile {
  const char* name;
  std::string text;
  int line;
  const char* key;
  std::vector<std::string> words;  ///< that the sentence must contain: range, nearest name, ids
  friend std::ostream& operator<<(std::ostream& out, const BadFile& f) { return out << f.text; }
};

/// Line 1 schema, 2-5 the domain, 6 the bodies' header; more keys of the bodies follow at line 7.
const std::string head = "schema = 1\n[domain]\nkind = \"pipe\"\nradius = 10\nlength = 40\n[[bodies]]\n";
const std::string good = head + "count = 20\n";  // 7 lines

class BadScenario : public testing::TestWithParam<BadFile> {};

TEST_P(BadScenario, IsRefusedNamingPlaceKeyRangeAndNearestName) {
  const BadFile& bad = GetParam();
  try {
    parse_scenario(bad.text, "bad.toml");
    FAIL() << "was read";
  } catch (const KeyError& e) {
    const std::string place = bad.line ? "bad.toml:" + std::to_string(bad.line) : "bad.toml";
    EXPECT_EQ(e.key(), bad.key) << e.what();
    EXPECT_EQ(e.where(), place) << e.what();
    EXPECT_NE(std::string(e.what()).find(place), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find(bad.key), std::string::npos) << e.what();
    EXPECT_FALSE(e.allowed().empty()) << e.what();
    for (const std::string& w : bad.words) EXPECT_NE(std::string(e.what()).find(w), std::string::npos) << e.what();
    EXPECT_EQ(e.exit_code(), 2);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Files, BadScenario,
    testing::Values(
        BadFile{"NoSchema", "[domain]\nradius = 3\n", 0, "schema", {"schema = 1"}},
        BadFile{"OtherSchema", "schema = 7\n", 1, "schema", {"7", "must be 1"}},
        BadFile{
            "UnknownSection", good + "[integratr]\nkind = \"rk4\"\n", 8, "integratr", {"did you mean 'integrator'"}},
        BadFile{
            "UnknownKey", good + "[fluid]\nviscosty = 1\n", 9, "fluid.viscosty", {"did you mean 'fluid.viscosity'"}},
        BadFile{
            "KeyInOtherSection", good + "[solver]\ntime_step = 1\n", 9, "solver.time_step", {"'integrator.time_step'"}},
        BadFile{"SingleTermsInAPipe",
                good + "[solver]\ndirect_terms = \"fp32\"\n",
                9,
                "solver.direct_terms",
                {"free space", "\"fp64\""}},
        BadFile{"SingleTermsOfAnEwaldSum",
                "schema = 1\n[domain]\nkind = \"free-space\"\n[[bodies]]\npositions = [[0, 0, 0]]\n[solver]\n"
                "method = \"ewald\"\ndirect_terms = \"fp32\"\n",
                8,
                "solver.direct_terms",
                {"solver.method is \"ewald\"", "\"automatic\""}},
        BadFile{"UnknownVariantOfAStage",
                good + "[solver]\nvariants = \"P2P=quick\"\n",
                9,
                "solver.variants",
                {"P2P has no variant 'quick'", "per_target"}},
        BadFile{
            "VariantWithoutAStage", good + "[solver]\nvariants = \"quick\"\n", 9, "solver.variants", {"STAGE=NAME"}},
        BadFile{"VariantsOfADirectSum",
                good + "[solver]\nmethod = \"direct\"\nvariants = \"P2P=per_target\"\n",
                10,
                "solver.variants",
                {"solver.method is \"direct\""}},
        BadFile{"UnknownPrecisionOfTerms",
                good + "[solver]\ndirect_terms = \"single\"\n",
                9,
                "solver.direct_terms",
                {"fp64", "fp32"}},
        BadFile{"UnknownRootKey", "schema = 1\ntitel = \"x\"\n", 2, "titel", {"did you mean 'title'"}},
        BadFile{"UnknownBodyKey", head + "cuont = 3\n", 7, "bodies.cuont", {"did you mean 'bodies.count'"}},
        BadFile{"WrongTypeText",
                good + "[fluid]\nviscosity = \"thick\"\n",
                9,
                "fluid.viscosity",
                {"wrong type", "greater than 0"}},
        BadFile{"WrongTypeBool", good + "[integrator]\nadaptive = 1\n", 9, "integrator.adaptive", {"true or false"}},
        BadFile{"WrongTypeTable", good + "solver = 3\n[integrator]\n", 8, "bodies.solver", {"unknown"}},
        BadFile{"TooManyPeriods",
                head + "positions = [[1, 0, 0]]\nimages = [[99999999999, 0, 0]]\n",
                8,
                "bodies.images",
                {"99999999999", "too large a number of periods along x", "between -1e+09 and 1e+09"}},
        BadFile{"FractionalCountInPowers", head + "count = 35e-1\n", 7, "bodies.count", {"not a whole number"}},
        BadFile{"CountBeyondWholeNumbers", head + "count = 1e300\n", 7, "bodies.count", {"not a whole number"}},
        BadFile{"TorqueTooLargeToSquare",
                good + "kind = \"rod\"\nradius = 0.1\ntorque = [0, 1e200, 0]\n",
                10,
                "bodies.torque",
                {"out of range", "1e+100"}},
        BadFile{"DriveTooLargeToSquare",
                good + "tangential_force = -1e200\n",
                8,
                "bodies.tangential_force",
                {"out of range", "1e+100"}},
        BadFile{"SpringTooStiffToSquare",
                good + "ring_radius = 1\nring_stiffness = 1e200\n",
                9,
                "bodies.ring_stiffness",
                {"out of range", "1e+100"}},
        BadFile{"ForceTooSmallToSquare", good + "force = 1e-200\n", 8, "bodies.force", {"out of range", "from 1e-100"}},
        BadFile{"FractionalCount", head + "count = 3.5\n", 7, "bodies.count", {"not a whole number", "at least 1"}},
        BadFile{"NotANumber", good + "[fluid]\nviscosity = nan\n", 9, "fluid.viscosity", {"not finite"}},
        BadFile{"Infinite", good + "[integrator]\ntime_step = inf\n", 9, "integrator.time_step", {"not finite"}},
        BadFile{"TimeStepZero",
                good + "[integrator]\ntime_step = 0\n",
                9,
                "integrator.time_step",
                {"out of range", "greater than 0"}},
        BadFile{
            "NegativeViscosity", good + "[fluid]\nviscosity = -1.0\n", 9, "fluid.viscosity", {"-1", "greater than 0"}},
        BadFile{"ToleranceTooCoarse",
                good + "[solver]\ntolerance = 0.5\n",
                9,
                "solver.tolerance",
                {"at least 1e-12", "at most 0.1"}},
        BadFile{"UnknownChoice",
                good + "[integrator]\nkind = \"rk5\"\n",
                9,
                "integrator.kind",
                {"did you mean \"rk4\"", "midpoint"}},
        BadFile{"UnknownFlow",
                good + "[flow]\nnet_flow = \"zero-flx\"\n",
                9,
                "flow.net_flow",
                {"did you mean \"zero-flux\""}},
        BadFile{"FlowWithBoth",
                good + "[flow]\nnet_flow = { gradient = 1, flux = 2 }\n",
                9,
                "flow.net_flow",
                {"exactly one"}},
        BadFile{
            "FlowUnknownKey", good + "[flow]\nnet_flow = { fluks = 2 }\n", 9, "flow.net_flow", {"did you mean 'flux'"}},
        BadFile{"FlowOutsideAPipe",
                "schema = 1\n[domain]\nkind = \"free-space\"\n[flow]\nnet_flow = "
                "\"zero-gradient\"\n[[bodies]]\npositions = [[0,0,0]]\n",
                5,
                "flow.net_flow",
                {"pipe"}},
        BadFile{"VectorTooShort",
                good + "[gravity]\ndirection = [1, 0]\n",
                9,
                "gravity.direction",
                {"2 entries", "three numbers"}},
        BadFile{"NoDirection", good + "[gravity]\ndirection = [0, 0, 0]\n", 9, "gravity.direction", {"no direction"}},
        BadFile{"LargerThanThePipe",
                head + "count = 1\nradius = 11\n",
                8,
                "bodies.radius",
                {"too large for the pipe", "less than domain.radius = 10"}},
        BadFile{
            "TooDense", head + "volume_fraction = 0.6\n", 7, "bodies.volume_fraction", {"out of range", "at most 0.5"}},
        BadFile{"TooManyForTheDomain",
                head + "count = 2000\n",
                7,
                "bodies.count",
                {"volume fraction would be 0.667", "at most 0.5"}},
        BadFile{"PeriodTooShort",
                "schema = 1\n[domain]\nradius = 10\nlength = 3\n[[bodies]]\ncount = 1\n",
                4,
                "domain.length",
                {"too short", "at least 4"}},
        BadFile{"DerivedPeriodTooShort",
                "schema = 1\n[domain]\nradius = 10\n[[bodies]]\ncount = 3\nvolume_fraction = 0.1\n",
                5,
                "bodies.count",
                {"the period would be 0.4", "at least 4"}},
        BadFile{
            "NoLength", "schema = 1\n[domain]\nradius = 10\n[[bodies]]\ncount = 3\n", 0, "domain.length", {"missing"}},
        BadFile{"PipeWithoutRadius",  // a default could never hold a sphere
                "schema = 1\n[domain]\nkind = \"pipe\"\nlength = 40\n[[bodies]]\ncount = 3\n",
                0,
                "domain.radius",
                {"domain.radius is missing", "for a pipe"}},
        BadFile{"NothingOfTheDomain",
                "schema = 1\n[domain]\nlength = 40\n[[bodies]]\ncount = 3\n",
                0,
                "domain.radius",
                {"domain.radius is missing", "domain.kind"}},
        BadFile{"PlacementBesideAList",
                head + "positions = [[5, 0, 0]]\nplacement = \"row\"\nspacing = 3\n",
                8,
                "bodies.placement",
                {"= \"row\"", "list of 1 positions"}},
        BadFile{"FractionAgainstAList",  // 2 spheres of radius 1 fill 2/3000 of this pipe
                head + "positions = [[5, 0, 0], [9, 0, 0]]\nvolume_fraction = 0.1\n",
                8,
                "bodies.volume_fraction",
                {"= 0.1", "list of 2 positions"}},
        BadFile{"RandomOrientationAndADirector",
                head + "kind = \"rod\"\naspect = 4\ncount = 3\norientation = \"random\"\ndirector = [1, 0, 0]\n",
                10,
                "bodies.orientation",
                {"bodies.director", "\"aligned\""}},
        BadFile{"FractionOfNoVolume",
                "schema = 1\n[domain]\nkind = \"periodic-1\"\nlength = 40\n[[bodies]]\nplacement = \"cloud\"\n"
                "cloud_radius = 9\nvolume_fraction = 0.1\n",
                0,
                "bodies.count",
                {"missing", "no volume"}},
        BadFile{"SiPeriodWithoutATime",
                "schema = 1\nunits = \"SI\"\n[fluid]\nviscosity = 1e-3\n[domain]\nkind = \"free-space\"\n[[bodies]]\n"
                "radius = 1e-4\nforce = 0\npositions = [[0, 0, 0]]\n[driving]\nkind = \"oscillating\"\n[integrator]\n"
                "time_step = 0.1\n",
                2,
                "driving.period",
                {"missing", "SI"}},
        BadFile{"AllThree",
                head + "count = 20\nvolume_fraction = 0.1\n",
                8,
                "bodies.volume_fraction",
                {"determine it already"}},
        BadFile{"NoCount", head + "radius = 1\n", 7, "bodies.count", {"missing", "volume_fraction"}},
        BadFile{"OverlapWithIds",
                head + "positions = [[5, 0, 0], [20, 0, 0], [20, 1.5, 1]]\n",
                7,
                "bodies.positions",
                {"bodies 1 and 2 overlap", "1.80278", "at least 2"}},
        BadFile{"OverlapThroughThePeriod",
                head + "positions = [[0.5, 0, 0], [39.5, 0, 0]]\n",
                7,
                "bodies.positions",
                {"bodies 0 and 1 overlap"}},
        BadFile{"OutsideWithId",
                head + "positions = [[5, 0, 0], [20, 0, 9.5]]\n",
                7,
                "bodies.positions",
                {"body 1 is outside of the pipe", "10.5", "at most 9"}},
        BadFile{"PositionsMissing",
                head + "placement = \"positions\"\n",
                7,
                "bodies.placement",
                {"needs a list of positions"}},
        BadFile{
            "CountAgainstPositions", head + "count = 3\npositions = [[5, 0, 0]]\n", 7, "bodies.count", {"1 positions"}},
        BadFile{"RandomInFreeSpace",
                "schema = 1\n[domain]\nkind = \"free-space\"\n[[bodies]]\ncount = 3\n",
                0,
                "bodies.placement",
                {"no volume"}},
        BadFile{"NoBodies", "schema = 1\n[domain]\nlength = 40\nradius = 2\n", 0, "bodies", {"[[bodies]]"}},
        BadFile{"SiWithoutViscosity",
                "schema = 1\nunits = \"SI\"\n[domain]\nradius = 0.1\nlength = 1\n[[bodies]]\nradius = 0.001\nforce = "
                "1e-5\ncount = 5\n",
                2,
                "fluid.viscosity",
                {"missing", "SI", "so is integrator.time_step;"}},
        BadFile{"SiWithoutAnyValue",  // all that is missing at once
                "schema = 1\nunits = \"SI\"\n[domain]\nlength = 1\n[[bodies]]\ncount = 5\n",
                2,
                "fluid.viscosity",
                {"so are integrator.time_step, bodies.radius, bodies.force and domain.radius;"}},
        BadFile{"UnknownQuantity",
                good + "[[expect]]\nquantity = \"periode\"\nvalue = 1\ntolerance = 1\n",
                9,
                "expect.quantity",
                {"did you mean \"period\""}},
        BadFile{"ExpectWithoutValue", good + "[[expect]]\nquantity = \"period\"\n", 8, "expect.value", {"missing"}},
        BadFile{"UnknownExpectKey",
                good + "[[expect]]\nquantity = \"period\"\nvalu = 2\n",
                10,
                "expect.valu",
                {"did you mean 'value'"}},
        BadFile{"RowWithoutSpacing", head + "count = 3\nplacement = \"row\"\n", 8, "bodies.spacing", {"missing"}},
        BadFile{"RowOverlaps",
                head + "count = 3\nplacement = \"row\"\nspacing = 1.5\n",
                9,
                "bodies.spacing",
                {"bodies 0 and 1", "at least 2"}},
        BadFile{
            "CloudWithoutRadius", head + "count = 3\nplacement = \"cloud\"\n", 8, "bodies.cloud_radius", {"missing"}},
        BadFile{"EquilibrateARow",
                head + "count = 3\nplacement = \"row\"\nspacing = 3\nequilibrate = 5\n",
                10,
                "bodies.equilibrate",
                {"random placement"}},
        BadFile{"ExpectWithIsNoList",
                good + "[[expect]]\nquantity = \"period\"\nvalue = 1\ntolerance = 1\nwith = \"run.steps=1\"\n",
                12,
                "expect.with",
                {"wrong type", "key=value"}},
        BadFile{"ExpectWithUnknownKey",
                good + "[[expect]]\nquantity = \"period\"\nvalue = 1\ntolerance = 1\nwith = [\"run.step=1\"]\n",
                8,
                "expect.with",
                {"run.step", "did you mean 'run.steps'"}},
        BadFile{"WalkIsNoList", good + "[walk]\ntitle = \"A\"\n", 8, "walk", {"wrong type", "[[walk]]"}},
        BadFile{"MisspelledWalk", good + "[[wlak]]\ntitle = \"A\"\n", 8, "wlak", {"did you mean 'walk'"}},
        BadFile{"UnknownWalkKey",
                good + "[[walk]]\ntitle = \"A\"\nvariant = \"\"\ntext = \"t\"\n",
                10,
                "walk.variant",
                {"did you mean 'variants'"}},
        BadFile{"WalkWithoutTitle", good + "[[walk]]\nvariants = \"\"\ntext = \"t\"\n", 8, "walk.title", {"missing"}},
        BadFile{
            "WalkWithoutVariants", good + "[[walk]]\ntitle = \"A\"\ntext = \"t\"\n", 8, "walk.variants", {"missing"}},
        BadFile{"WalkWithoutText", good + "[[walk]]\ntitle = \"A\"\nvariants = \"\"\n", 8, "walk.text", {"missing"}},
        BadFile{"WalkTitleOfTheWrongType",
                good + "[[walk]]\ntitle = 3\nvariants = \"\"\ntext = \"t\"\n",
                9,
                "walk.title",
                {"wrong type", "a text"}},
        BadFile{"WalkWithAnUnknownGroup",
                good + "[[walk]]\ntitle = \"A\"\nvariants = \"\"\ngroup = \"transform\"\ntext = \"t\"\n",
                11,
                "walk.group",
                {"did you mean \"transforms\"", "near-field"}},
        BadFile{"WalkWithAnUnknownVariant",
                good + "[[walk]]\ntitle = \"A\"\nvariants = \"P2P=quick\"\ntext = \"t\"\n",
                10,
                "walk.variants",
                {"P2P has no variant 'quick'", "per_target"}},
        BadFile{"WalkWithTheSameVariantsTwice",
                good + "[[walk]]\ntitle = \"A\"\nvariants = \"\"\ntext = \"t\"\n[[walk]]\ntitle = \"B\"\n"
                       "text = \"u\"\nvariants = \"\"\n",
                15,
                "walk.variants",
                {"step 1", "different"}}),
    [](const auto& info) { return std::string(info.param.name); });

TEST(ScenarioReader, SyntaxErrorNamesTheLine) {
  try {
    parse_scenario("schema = 1\n[domain\n", "bad.toml");
    FAIL();
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("bad.toml:2"), std::string::npos) << e.what();
  }
}

TEST(ScenarioReader, MissingFileIsAnInputError) {
  EXPECT_THROW(read_scenario("/nowhere/x.toml"), InputError);
  EXPECT_THROW(read_scenario("/"), InputError);
}

TEST(ScenarioReader, UnknownBuiltinNamesTheNearest) {
  try {
    find_scenario("four_sphere");
    FAIL();
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("did you mean 'four_spheres'"), std::string::npos) << e.what();
  }
}

TEST(SetOption, RefusesAndLeavesTheScenarioAsItWas) {
  Scenario s = parse_scenario(good, "good.toml");
  const std::string before = write_scenario(s);
  for (const char* wrong : {"fluid.viscosty=2", "fluid.viscosity=-1", "fluid.viscosity", "bodies.count=100000",
                            "bodies.1.count=3", "integrator.kind=rk5", "fluid.viscosity=1\nx=2", "=3", ""})
    EXPECT_THROW(set_option(s, wrong), KeyError) << wrong;
  EXPECT_EQ(write_scenario(s), before);
}

}  // namespace
}  // namespace slurry
