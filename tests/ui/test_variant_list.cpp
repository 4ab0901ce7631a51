// SPDX-License-Identifier: BSD-3-Clause
// The list of variants without a display: what is in use, what a choice asks for, which times belong to which row.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "models/roofline.hpp"
#include "models/speed_walk.hpp"
#include "models/variant_list.hpp"

namespace slurry::ui {
namespace {

SurveyedVariant row(const char* stage, std::vector<std::string> stages, const char* variant, bool usual) {
  SurveyedVariant v;
  v.row.stage = stage;
  v.row.variant = variant;
  v.row.source = usual ? "own" : "somebody 2020";
  v.stages = std::move(stages);
  v.usual = usual;
  return v;
}

VariantSurveyState survey() {
  VariantSurveyState s;
  s.rows = {row("P2P", {"P2P"}, "quick", true), row("P2P", {"P2P"}, "slow", false),
            row("transform", {"FFT", "CNV", "IFFT"}, "fused", true),
            row("transform", {"FFT", "CNV", "IFFT"}, "plain", false)};
  return s;
}

Snapshot step(long number, const std::string& variants, double near, std::uint64_t generation = 1) {
  Snapshot s;
  auto scenario = std::make_shared<Scenario>();
  scenario->solver.variants = variants;
  s.scenario = scenario;
  s.scenario_generation = generation;
  s.step = number;
  s.stage_times["P2P"] = near;
  for (const char* stage : {"FFT", "CNV", "IFFT"}) s.stage_times[stage] = 1;
  return s;
}

TEST(VariantList, MarksTheUsualRows_UntilOthersAreAskedFor) {
  VariantList list;
  list.take(survey());
  list.show(step(1, "", 1));
  EXPECT_TRUE(list.entries()[0].in_use && list.entries()[2].in_use);
  list.show(step(1, "P2P=slow, FFT=plain", 1));  // by a stage of its own, or by all of them
  EXPECT_FALSE(list.entries()[0].in_use || list.entries()[2].in_use);
  EXPECT_TRUE(list.entries()[1].in_use && list.entries()[3].in_use);
}

TEST(VariantList, AsksForOneMore_AndKeepsTheOthers) {
  VariantList list;
  list.take(survey());
  list.show(step(1, "", 1));
  EXPECT_EQ(list.asking_for(1), "P2P=slow");
  list.show(step(1, "P2P=slow IFFT=plain", 1));
  EXPECT_EQ(list.asking_for(0), "IFFT=plain");  // the usual row is what nobody needs to ask for
  EXPECT_EQ(list.asking_for(2), "P2P=slow");
  EXPECT_EQ(list.asking_for(3), "P2P=slow transform=plain");
  EXPECT_EQ(list.asking_for(3, "P2P=other"), "P2P=other transform=plain");
}

TEST(VariantList, TimesOfStepsGoToTheRowInUse_AndStayWhenAnotherIsTaken) {
  VariantList list;
  list.add(step(0, "", 0));
  list.take(survey());
  for (long i = 1; i <= 5; ++i) list.add(step(i, "", 2));
  EXPECT_DOUBLE_EQ(list.entries()[0].in_run, 2);
  EXPECT_DOUBLE_EQ(list.entries()[2].in_run, 3);  // FFT, CNV and IFFT
  EXPECT_TRUE(std::isnan(list.entries()[1].in_run));
  list.add(step(5, "P2P=slow", 2));  // the same step, solved again
  list.add(step(6, "P2P=slow", 90));
  for (long i = 7; i <= 9; ++i) list.add(step(i, "P2P=slow", 8));
  EXPECT_DOUBLE_EQ(list.entries()[0].in_run, 2);
  EXPECT_DOUBLE_EQ(list.entries()[1].in_run, 8);  // without the first step, which takes memory
  list.add(step(1, "", 1, 2));                    // other bodies: nothing of this holds
  EXPECT_TRUE(list.entries().empty());
}

TEST(VariantList, ASecondSurveyKeepsWhatTheFirstMeasured) {
  VariantList list;
  VariantSurveyState measured = survey();
  measured.rows[0].measured = measured.rows[1].measured = true;
  measured.rows[0].row.seconds = 5;
  measured.rows[1].row.refused = "does not fit";
  list.take(measured);
  list.take(survey());
  EXPECT_EQ(list.entries()[0].alone, 5);
  EXPECT_EQ(list.entries()[1].refused, "does not fit");
  EXPECT_TRUE(std::isnan(list.entries()[2].alone));
}

TEST(VariantList, ShapesOfTeamsBelongToTheVariantOfThatName) {
  VariantEntry e;
  e.variant = "hybrid:64";
  EXPECT_EQ(e.base(), "hybrid");
  e.variant = "hybrid";
  EXPECT_EQ(e.base(), "");
}

TEST(SurveyableSum, OfSpheresOfOneRadiusOnAGrid) {
  Snapshot s;
  EXPECT_NE(why_not_surveyable(s), "");
  s.positions = {1, 0, 0, 4, 0, 0};
  s.radii = {1, 1};
  EXPECT_NE(why_not_surveyable(s).find("without variants"), std::string::npos);
  const auto some = std::make_shared<int>();  // what a plan is, is known to the engine alone
  s.sum_plan = {some, static_cast<const SumPlan*>(static_cast<const void*>(some.get()))};
  s.sum_choice.candidates.resize(1);
  s.sum_choice.candidates[0].engine = "direct";
  EXPECT_NE(why_not_surveyable(s).find("without variants"), std::string::npos);
  s.sum_choice.candidates[0].engine = "ewald";
  EXPECT_EQ(why_not_surveyable(s), "");
  EXPECT_EQ(surveyed_sum(s).radius, 1);
  EXPECT_EQ(surveyed_sum(s).positions, s.positions);
  s.radii[1] = 2;
  EXPECT_NE(why_not_surveyable(s).find("one radius"), std::string::npos);
}

TEST(Roofline, TheLowerOfTwoRoofs_AndWhatIsMeasuredAndCounted) {
  const MachineCosts costs{100e9, 20e9, 0.1, 0.25};
  EXPECT_DOUBLE_EQ(ridge(costs), 5);
  EXPECT_DOUBLE_EQ(attainable(costs, 1), 20e9);
  EXPECT_DOUBLE_EQ(attainable(costs, 50), 100e9);
  VariantEntry e;
  e.variant = "base";
  std::vector<VariantEntry> entries(4, e);
  for (int i : {0, 1, 2}) entries[std::size_t(i)].model = ModelFigures{0, 0, 0, 0, 3e6, 0.5};
  entries[0].alone = entries[2].alone = entries[3].alone = 1e-3;
  entries[2].variant = "base:64";
  const auto points = roofline_points(entries);
  ASSERT_EQ(points.size(), 1u);
  EXPECT_DOUBLE_EQ(points[0].rate, 3e9);
  EXPECT_DOUBLE_EQ(points[0].intensity, 0.5);
}

TEST(SurveyableSum, APlanMadeAnewIsAnotherSumOfTheSameTask) {
  Snapshot a = step(1, "", 1), b = step(2, "P2P=slow", 1);
  EXPECT_TRUE(same_sum(a, b) && same_task(a, b));
  b.sum_report.parts = {{"", {{"grid", "grid", "", "", {28, 14, 14}}}}};
  EXPECT_FALSE(same_sum(a, b));
  EXPECT_TRUE(same_task(a, b));
  auto finer = std::make_shared<Scenario>(*b.scenario);
  finer->solver.tolerance /= 10;
  b.scenario = finer;
  EXPECT_FALSE(same_task(a, b));
}

/// A scenario with its own walk of three steps, of which the last changes no single group of stages.
std::shared_ptr<Scenario> with_walk() {
  auto scenario = std::make_shared<Scenario>();
  scenario->walk = {{"Begin", "begin", "P2P=slow G2P=slow", {}, "It is slow.", ""},
                    {"Near", "near", "G2P=slow", StageGroup::near_field, "Pairs are quicker.", "printed"},
                    {"All", "all", "", {}, "All is quick.", ""}};
  return scenario;
}

Snapshot walk_step(long number, std::size_t station, double near, double wall) {
  auto scenario = with_walk();
  scenario->solver.variants = scenario->walk[station].variants;
  Snapshot s = step(number, "", near);
  s.scenario = scenario;
  s.stage_times["wall"] = wall;
  return s;
}

/// Each station asks for one variant less, and the scenario begins at the first.
TEST(SpeedWalk, OfTheDemonstrationBeginsWithItsScenario_AndEndsWithOurs) {
  Snapshot s;
  auto scenario = std::make_shared<Scenario>(find_scenario("why_is_it_fast"));
  s.scenario = scenario;
  EXPECT_TRUE(SpeedWalk::belongs(s));
  EXPECT_EQ(SpeedWalk::station(s), 0);
  const auto& steps = scenario->walk;
  ASSERT_EQ(steps.size(), 5u);
  EXPECT_EQ(steps.back().variants, "");
  for (std::size_t i = 0; i < steps.size(); ++i) {
    EXPECT_EQ(stage_variants(steps[i].variants).size(), steps.size() - 1 - i);
    EXPECT_EQ(steps[i].group.has_value(), i > 0);
    scenario->solver.variants = steps[i].variants;
    EXPECT_EQ(SpeedWalk::station(s), static_cast<int>(i));
  }
}

TEST(SpeedWalk, IsThatOfTheRunningScenario_WhateverItsName) {
  EXPECT_FALSE(SpeedWalk::belongs(step(1, "", 1)));
  EXPECT_EQ(SpeedWalk::station(step(1, "", 1)), -1);
  Snapshot other = walk_step(1, 0, 1, 1);
  EXPECT_TRUE(SpeedWalk::belongs(other));
  auto scenario = with_walk();
  scenario->solver.variants = "P2P=slow";  // no step of the walk
  other.scenario = scenario;
  EXPECT_EQ(SpeedWalk::station(other), -1);
  SpeedWalk walk;
  EXPECT_TRUE(walk.steps().empty());
  EXPECT_EQ(walk.times(0), nullptr);
  for (long i = 0; i <= 3; ++i) walk.add(walk_step(i, 0, 40, 7));
  EXPECT_EQ(walk.steps(), with_walk()->walk);
  EXPECT_NE(walk.times(0), nullptr);
  scenario->walk.pop_back();  // another walk: the times of the first do not hold for it
  scenario->solver.variants = scenario->walk[0].variants;
  walk.add(other);
  EXPECT_EQ(walk.steps().size(), 2u);
  EXPECT_EQ(walk.times(0), nullptr);
}

TEST(SpeedWalk, MeasuresEachStation_AndSaysWhatItIsWorth) {
  SpeedWalk walk;
  for (long i = 0; i <= 3; ++i) walk.add(walk_step(i, 0, i == 1 ? 99 : 40, 7));
  ASSERT_TRUE(walk.times(0));
  EXPECT_EQ(walk.times(0)->steps, 2);  // the first one takes memory
  EXPECT_DOUBLE_EQ(walk.times(0)->total(), 40 + 3 + 7);
  EXPECT_FALSE(walk.ratio());
  walk.add(walk_step(3, 1, 40, 7));  // solved again with other variants
  for (long i = 4; i <= 6; ++i) walk.add(walk_step(i, 1, 4, 3));
  EXPECT_DOUBLE_EQ(walk.times(1)->of(StageGroup::near_field), 4);
  EXPECT_DOUBLE_EQ(walk.times(1)->of(StageGroup::transforms), 3);
  EXPECT_EQ(walk.result(1),
            "Near field: 40.00 s → 4.00 s, 10 times as fast. A step since the beginning: 50.00 s → 10.00 s, 5 times as "
            "fast.");
  for (long i = 6; i <= 9; ++i) walk.add(walk_step(i, 2, 1, 1));
  EXPECT_DOUBLE_EQ(*walk.ratio(), 10);
  EXPECT_EQ(walk.result(2), "A step since the beginning: 50.00 s → 5.00 s, 10 times as fast.");
}

}  // namespace
}  // namespace slurry::ui
