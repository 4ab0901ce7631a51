// SPDX-License-Identifier: BSD-3-Clause
// An engine is one row of the table (tests/support/third_engine.hpp): with it, and without any other change, the house
// plans, chooses, refuses, forces, guarantees, reports, writes, reads and lists it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "evaluation/periodic_sum.hpp"
#include "io/hdf5_file.hpp"
#include "io/trajectory_writer.hpp"
#include "mobility/choice_state.hpp"
#include "mobility/point_mobility.hpp"
#include "session/simulation.hpp"
#include "slurry/error.hpp"
#include "slurry/option_table.hpp"
#include "slurry/stage_survey.hpp"
#include "slurry/sum.hpp"
#include "support/error_norms.hpp"
#include "support/random_points.hpp"
#include "support/sentence.hpp"
#include "support/temporary_folder.hpp"
#include "support/third_engine.hpp"
#include "timing/variant_series.hpp"

namespace slurry {
namespace {

const bool added = [] {
  test::add_third_engine();
  return true;
}();

constexpr std::size_t n = 500;

SumProblem problem(Layer layer = Layer::single) {
  SumProblem p;
  p.box = {{1, 1, 1}, 0};
  p.sources = test::uniform_points(n, p.box.lengths, 1);
  p.forces = test::normal_vectors(n, 2);
  if (layer != Layer::single) p.dipoles = test::normal_vectors(n, 3), p.normals = test::normal_vectors(n, 4);
  return p;
}

SumOptions options(double tolerance, std::string engine) {
  SumOptions o;
  o.tolerance = tolerance;
  o.engine = std::move(engine);
  return o;
}

template <class Work>
std::string refused(const Work& work) {
  try {
    work();
  } catch (const Error& e) {
    return e.what();
  }
  return "nothing was refused";
}

/// By all pairs, which the third engine has no part in.
std::vector<double> truth(const SumProblem& p) {
  return evaluate_sum(p, options(1e-3, "direct")).velocities;
}

TEST(ThirdEngine, IsPlannedInTwoStages_AndListedAmongThePlans) {
  const SumForecasts f = forecast_sum(problem(), options(1e-4, "automatic"));
  const auto row =
      std::find_if(f.plans.begin(), f.plans.end(), [](const SumForecast& p) { return p.engine == "third"; });
  ASSERT_NE(row, f.plans.end());
  EXPECT_EQ(row, f.plans.begin()) << "cheapest first";
  EXPECT_EQ(row->variant, "two stages");
  EXPECT_EQ(row->predicted.size(), 2u);
  EXPECT_NEAR(row->predicted["pairs"], n * n * 1e-13, 1e-15);
  EXPECT_EQ(row->memory, 24.0 * n + 24.0 * n) << "what it holds, and the results";
  EXPECT_GE(f.plans.size(), 3u);
}

TEST(ThirdEngine, IsChosenWhereItIsTheCheapest_AndNotWhereItsRatesSaySo) {
  const SumProblem p = problem();
  SumOptions o = options(1e-4, "automatic");
  const SumResult r = evaluate_sum(p, o);
  EXPECT_EQ(r.engine, "third");
  EXPECT_LT(test::relative_l2(r.velocities, truth(p)), 1e-4);
  MachineRates slow = built_in_rates();
  slow.named["third/pair"] = 1;
  o.rates = std::make_shared<const MachineRates>(slow);
  EXPECT_NE(evaluate_sum(p, o).engine, "third");
  EXPECT_EQ(evaluate_sum(p, options(1e-4, "usual")).engine, "ewald") << "where nobody asks for it, it is not taken";
}

TEST(ThirdEngine, IsRefusedInItsOwnWords) {
  const SumProblem p = problem(Layer::combined);
  SumOptions o = options(1e-4, "third");
  o.layer = Layer::combined;
  EXPECT_EQ(refused([&] { evaluate_sum(p, o); }), "the third engine sums point forces in free space alone");
  o.engine = "automatic";
  const SumForecasts f = forecast_sum(p, o);
  EXPECT_NE(
      std::find(f.refusals.begin(), f.refusals.end(), "third: the third engine sums point forces in free space alone"),
      f.refusals.end());
  EXPECT_NE(evaluate_sum(p, o).engine, "third");
  EXPECT_NE(refused([&] { evaluate_sum(p, options(1e-4, "fourth")); }).find("automatic, ewald, direct, fmm, third"),
            std::string::npos);
}

TEST(ThirdEngine, IsForcedByNameAndByVariant) {
  const SumProblem p = problem();
  SumOptions o = options(1e-4, "third");
  EXPECT_EQ(evaluate_sum(p, o).variants.at(0).variant, "forwards");
  o.variants = {{"pairs", "backwards"}};
  const SumResult r = evaluate_sum(p, o);
  EXPECT_EQ(r.engine, "third");
  EXPECT_EQ(r.variants.at(0).variant, "backwards");
  EXPECT_EQ(r.report.find("pairs")->word, "backwards");
  EXPECT_GT(r.predicted_times["pairs"], 1.4 * n * n * 1e-13);
  o.engine.clear();
  EXPECT_EQ(evaluate_sum(p, o).engine, "third") << "the engine that has the variant";
  o.variants = {{"pairs", "sideways"}};
  EXPECT_EQ(refused([&] { evaluate_sum(p, o); }),
            "pairs has no variant 'sideways'; its variants are forwards, backwards");
  o.variants = {{"P2P", "per_target"}};
  o.engine = "third";
  EXPECT_NE(refused([&] { evaluate_sum(p, o); }).find("the engine third has no variants of P2P"), std::string::npos);
}

TEST(ThirdEngine, ErrsByItsOwnLaw_AndIsGuaranteed) {
  const SumProblem p = problem();
  SumOptions o = options(1e-3, "third");
  const SumResult r = evaluate_sum(p, o);
  const double reached = test::relative_l2(r.velocities, truth(p));
  EXPECT_LT(reached, 3 * r.error.predicted);
  EXPECT_GT(reached, r.error.predicted / 5);
  EXPECT_NEAR(r.error.measured, reached, 0.5 * reached);
  o.guarantee = true;
  const SumResult sure = evaluate_sum(p, o);
  EXPECT_EQ(sure.engine, "third");
  EXPECT_GT(sure.guarantee.rounds, 0);
  EXPECT_LE(sure.guarantee.bound, 1e-3);
  EXPECT_LE(test::relative_l2(sure.velocities, truth(p)), sure.guarantee.bound);
}

TEST(ThirdEngine, ReportsToFilesWithoutAnyType) {
  const SumProblem p = problem();
  const SumOptions o = options(1e-4, "third");
  const SumResult r = evaluate_sum(p, o);
  EXPECT_NEAR(r.report.number("share"), 1e-5, 1e-12);
  const test::TemporaryFolder folder;
  const auto file = folder.path() / "sum.h5";
  write_sum_result(file, false, r, o);
  const Hdf5Reader in(file);
  EXPECT_EQ(in.read_number("parameters", "share"), r.report.number("share"));
  EXPECT_EQ(in.read_text("parameters", "pairs"), "forwards");
  EXPECT_EQ(in.read_text("stages", "engine"), "third");
  EXPECT_EQ(in.read_text("stages", "pairs_variant"), "forwards");
  EXPECT_NE(in.read_text("parameters", "description").find("Share by which every term is wrong"), std::string::npos);
}

PointMobilitySetup points_in_space() {
  PointMobilitySetup s;
  s.domain.kind = DomainKind::free_space;
  s.model = BodyModel::points;
  s.radii = {1e-3};
  s.tolerance = 1e-4;
  s.deterministic = true;
  return s;
}

TEST(ThirdEngine, SumsForBodies_AndARestoredRunGoesOnWithIt) {
  const std::vector<double> x = test::uniform_points(n, {1, 1, 1}, 5), f = test::normal_vectors(n, 6);
  std::vector<double> v(3 * n), again(3 * n), exact(3 * n);
  const auto mobility = make_point_mobility(points_in_space());
  mobility->solve(x, f, v);
  const MobilityParameters p = mobility->parameters();
  EXPECT_EQ(p.bodies_choice.engine(), "third");
  EXPECT_EQ(p.bodies_choice.by, ChosenBy::prediction);
  EXPECT_GT(p.bodies_choice.seconds("direct"), p.bodies_choice.seconds("third"));
  EXPECT_FALSE(p.all_pairs);
  EXPECT_GT(mobility->predict().sum.predicted, 0) << "it has an error of its own";

  const auto other = make_point_mobility(points_in_space());
  other->restore(mobility->state());
  other->solve(x, f, again);
  EXPECT_EQ(other->parameters().bodies_choice.engine(), "third");
  EXPECT_EQ(v, again);

  PointMobilitySetup direct = points_in_space();
  direct.engine = "direct";
  make_point_mobility(direct)->solve(x, f, exact);
  EXPECT_LT(test::relative_l2(v, exact), 1e-4);
  PointMobilitySetup spheres = points_in_space();
  spheres.model = BodyModel::spheres;
  spheres.engine = "third";
  EXPECT_NE(refused([&] { make_point_mobility(spheres)->solve(x, f, v); }).find("the third engine sums points alone"),
            std::string::npos);
}

TEST(ThirdEngine, AChoiceOfAnOlderFileIsRead) {
  State old;  // as the first versions wrote it
  old.put_word("method", "direct");
  old.put_word("by", "measurement");
  old.put("direct_seconds", 2.0);
  old.put("ewald_seconds", 3.0);
  const auto c = choice_from(old);
  ASSERT_TRUE(c);
  EXPECT_EQ(c->engine(), "direct");
  EXPECT_EQ(c->seconds("direct"), 2);
  EXPECT_EQ(c->seconds("ewald"), 3);
  EXPECT_FALSE(choice_from(State{}));
}

const char* const cloud = R"(schema = 1
[domain]
kind = "free-space"
[[bodies]]
count = 200
placement = "cloud"
cloud_radius = 8
radius = 0.01
[solver]
model = "points"
deterministic = true
)";

TEST(ThirdEngine, IsAskedForInAScenario_AndStandsInSnapshotAndRecording) {
  for (const std::string words : {"", "method = \"third\"\n", "method = \"third\"\nvariants = \"pairs=backwards\"\n"}) {
    const Scenario scenario = parse_scenario(cloud + words, "x");
    Simulation simulation(scenario, make_point_mobility);
    simulation.step();
    Snapshot shot;
    simulation.fill(shot);
    EXPECT_EQ(shot.sum_choice.engine(), "third") << words;
    EXPECT_NE(shot.sum_report.find("share"), nullptr);
    EXPECT_NE(shot.solver_summary.find("third engine, share"), std::string::npos) << shot.solver_summary;
    ASSERT_NE(shot.sum_plan, nullptr);
    const test::TemporaryFolder folder;
    const auto file = folder.path() / "run.h5";
    { const TrajectoryWriter writer(file, false, shot, RuntimeInfo{}); }
    const Hdf5Reader in(file);
    EXPECT_EQ(in.read_text("parameters/solver", "method"), "third");
    EXPECT_EQ(in.read_number("parameters/solver", "share"), shot.sum_report.number("share"));
    if (words.empty()) {
      EXPECT_GT(in.read_number("parameters/solver", "third_seconds"), 0);
    }
  }
  EXPECT_NE(refused([] { parse_scenario(std::string(cloud) + "method = \"fourth\"\n", "x"); }).find("third"),
            std::string::npos);
}

TEST(ThirdEngine, ItsVariantsAreSurveyed) {
  SumPlan plan;
  PeriodicSumRequest r;
  r.box = {{1, 1, 1}, 0};
  r.options.deterministic = true;
  r.counts.sources = r.counts.targets = n;
  r.counts.squared_force_sum = 3.0 * n;
  r.targets_are_sources = true;
  RunVariants run;
  run.plan = PeriodicSum(r).shared_plan();
  ASSERT_EQ(run.plan->engine, "third");
  run.positions = test::uniform_points(n, {1, 1, 1}, 7);
  run.device = Device::host;
  VariantSeries series(run);
  ASSERT_EQ(series.rows().size(), 2u);
  EXPECT_TRUE(series.rows()[0].usual);
  EXPECT_NEAR(series.rows()[1].predicted, 1.5 * series.rows()[0].predicted, 1e-12);
  while (series.measure_next()) {
  }
  for (const SurveyedVariant& v : series.rows()) {
    EXPECT_TRUE(v.measured);
    EXPECT_EQ(v.row.refused, "");
    EXPECT_GT(v.row.seconds, 0);
    EXPECT_LT(v.row.difference, 1e-10) << "the same terms in another order";
  }
  EXPECT_TRUE(has_stage_variants("third"));
  EXPECT_FALSE(has_stage_variants("direct"));
}

TEST(ThirdEngine, RatesGoByName) {
  MachineRates rates = built_in_rates();
  engine_of("third").measure_rates(rates);
  EXPECT_EQ(rates.named.at("third/pair"), 1e-9);
  const std::vector<std::string_view> names = engine_rate_names();
  EXPECT_NE(std::find(names.begin(), names.end(), "third/pair"), names.end());
}

/// The last of the tests: it changes the table.
TEST(ThirdEngineLast, OneMoreVariantIsOneRow) {
  test::pair_slot().variants.push_back(
      {"inside_out", "test", [](const test::ThirdCase&) { return true; }, {[](std::size_t k, std::size_t m) {
         return (k + m / 2) % m;
       }}});
  for (Engine& row : engine_table())
    if (row.name == test::third_name) row.stages[1] = stage_view_of(test::pair_slot());
  const SumProblem p = problem();
  SumOptions o = options(1e-4, "third");
  o.variants = {{"pairs", "inside_out"}};
  const SumResult r = evaluate_sum(p, o);
  EXPECT_EQ(r.variants.at(0).variant, "inside_out");
  EXPECT_LT(test::relative_l2(r.velocities, truth(p)), 1e-4);
  o.variants = {{"pairs", "sideways"}};
  EXPECT_NE(refused([&] { evaluate_sum(p, o); }).find("forwards, backwards, inside_out"), std::string::npos);
  EXPECT_NO_THROW(parse_scenario(std::string(cloud) + "variants = \"pairs=inside_out\"\n", "x"));
}

}  // namespace
}  // namespace slurry
