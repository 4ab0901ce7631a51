// SPDX-License-Identifier: BSD-3-Clause
// The curves and the verdict of the demonstration 'Three ways to sum'.
#include <gtest/gtest.h>

#include <cmath>

#include "models/engine_curves.hpp"
#include "models/gallery_list.hpp"
#include "models/view_wishes.hpp"
#include "slurry/scenario.hpp"

namespace slurry::ui {
namespace {

EngineTime timed(const char* engine, double seconds, double reached) {
  EngineTime t;
  t.engine = engine;
  t.seconds = seconds;
  t.reached = reached;
  return t;
}

/// Even points at 100 and 1000, where the direct sum would take too long; clusters at 100, whose tree is not timed yet.
EngineContestState half_done() {
  EngineContestState state;
  state.cases = 4;
  EngineTimesRow few{EngineSet::uniform, 100, {timed("direct", 1e-4, 1e-16), timed("fmm", 2e-4, 4e-4)}, "direct", 1};
  EngineTimesRow crowd{EngineSet::two_clusters, 100, {timed("direct", 3e-4, 0), timed("fmm", 0, 0)}, "", 0};
  EngineTime slow = timed("direct", 0, 0);
  slow.predicted = 3;
  slow.left_out = true;
  EngineTimesRow many{EngineSet::uniform, 1000, {slow, timed("fmm", 1e-3, 6e-4)}, "fmm", 1};
  state.rows = {few, crowd, many};
  return state;
}

TEST(EngineCurves, HaveMeasuredTimesAndPredictedOnesOfWhatWasLeftOut) {
  const auto all = engine_curves(half_done(), {EngineSet::uniform, EngineSet::two_clusters, EngineSet::helix});
  ASSERT_EQ(all.size(), 3u);
  ASSERT_EQ(all[0].curves.size(), 2u);
  const EngineCurve& direct = all[0].curves[0];
  EXPECT_EQ(direct.engine, "direct");
  ASSERT_EQ(direct.points.size(), 2u);
  EXPECT_EQ(direct.points[0].points, 100);
  EXPECT_EQ(direct.points[0].seconds, 1e-4);
  EXPECT_TRUE(direct.points[0].measured);
  EXPECT_EQ(direct.points[1].seconds, 3);
  EXPECT_FALSE(direct.points[1].measured);
  EXPECT_EQ(all[0].quickest, "tree sum");
  EXPECT_EQ(all[0].quickest_at, 1000u);
  ASSERT_EQ(all[1].curves.size(), 1u);  // the tree has no time yet
  EXPECT_EQ(all[1].quickest, "direct sum");
  EXPECT_TRUE(all[2].curves.empty());
  EXPECT_EQ(all[2].quickest, "");
  EXPECT_FALSE(all[2].title.empty());
}

TEST(EngineCurves, TheVerdictIsOpenUntilAllIsSummed_ButADifferenceIsSaidAtOnce) {
  using State = FoundAndExpected::State;
  EngineContestState state = half_done();
  EXPECT_EQ(largest_difference(state), 6e-4);
  EXPECT_EQ(agreement(state, 1e-3).state, State::open);
  EXPECT_EQ(agreement(state, 1e-3).expected, "below 1.5e−3");
  EXPECT_EQ(agreement(state, 1e-3).found, "6.0e−4");
  EXPECT_EQ(agreement(state, 3e-4).state, State::differs);
  state.done = true;
  EXPECT_EQ(agreement(state, 1e-3).state, State::agrees);
  EXPECT_EQ(agreement(state, 1e-3).words, "Agrees");
  state.failure = "too little memory";
  EXPECT_EQ(agreement(state, 1e-3).state, State::open);
  EXPECT_TRUE(std::isnan(largest_difference({})));
  EXPECT_EQ(agreement({}, 1e-3).found, "–");
}

TEST(EngineCurves, OneDemonstrationWantsThem_AndItsCardHasANumberWithItsSource) {
  for (const BuiltinScenario& b : builtin_scenarios())
    EXPECT_EQ(view_wishes(find_scenario(std::string(b.name))).sums, b.name == "three_ways_to_sum") << b.name;
  const GalleryCard card = gallery_card(find_scenario("three_ways_to_sum"));
  EXPECT_TRUE(card.is_number);
  EXPECT_EQ(card.expected, "46.3 U₀");
  EXPECT_EQ(card.level, "Oseen");
  EXPECT_FALSE(card.source.empty());
}

}  // namespace
}  // namespace slurry::ui
