// SPDX-License-Identifier: BSD-3-Clause
// All engines timed one after the other beside a running session: public headers, real threads.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <optional>
#include <thread>

#include "slurry/engine_times.hpp"
#include "slurry/session.hpp"
#include "slurry/sum_wishes.hpp"

namespace slurry {
namespace {

bool wait_until(const std::function<bool()>& holds, double seconds = 120) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  while (!holds()) {
    if (Clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

EngineContestCase small_case() {
  EngineContestCase c;
  c.counts = {200, 400};
  c.most_seconds = 1e4;
  return c;
}

class EngineContestTest : public ::testing::Test {
 protected:
  EngineContestTest() : session({1}) {}
  Session session;
};

TEST_F(EngineContestTest, TimesEverySetAtEveryNumber_TheSmallNumbersFirst) {
  std::atomic<int> told{0};
  const EngineContestCase c = small_case();
  const EngineContest contest(c, [&] { ++told; });
  ASSERT_TRUE(wait_until([&] { return contest.latest()->done; }));
  const auto state = contest.latest();
  EXPECT_EQ(state->failure, "");
  EXPECT_GT(told, 0);
  ASSERT_EQ(state->rows.size(), c.sets.size() * c.counts.size());
  EXPECT_EQ(state->rows.size(), state->cases);
  for (std::size_t i = 0; i < state->rows.size(); ++i) {
    const EngineTimesRow& row = state->rows[i];
    EXPECT_EQ(row.set, c.sets[i % c.sets.size()]);
    EXPECT_EQ(row.points, c.counts[i / c.sets.size()]);
    ASSERT_EQ(row.engines.size(), engine_names().size());
    for (const EngineTime& t : row.engines) {
      EXPECT_GT(t.seconds, 0) << t.engine;
      EXPECT_LT(t.reached, 1.5 * c.tolerance) << t.engine;
    }
  }
}

TEST_F(EngineContestTest, ARunGoesOnMeanwhile) {
  Scenario s = find_scenario("welcome");
  s.bodies[0].count = 20;
  session.wait_for(session.post(LoadScenario{s}), 60);
  session.post(slurry::Run{});
  ASSERT_TRUE(wait_until([&] { return session.latest()->step > 0; }));
  const EngineContest contest(small_case());
  ASSERT_TRUE(wait_until([&] { return contest.latest()->rows.size() > 1; }));
  const long before = session.latest()->step;
  ASSERT_TRUE(wait_until([&] { return contest.latest()->done; }));
  EXPECT_GT(session.latest()->step, before);
}

/// Of a contest that would take hours; who ends it waits for one call at most.
TEST_F(EngineContestTest, EndsAtAnyCall_AndTellsNobodyAfterwards) {
  EngineContestCase c = small_case();
  c.counts.assign(100000, 300);
  std::atomic<long> told{0};
  std::optional<EngineContest> contest;
  contest.emplace(c, [&] { ++told; });
  ASSERT_TRUE(wait_until([&] { return contest->latest()->rows.size() > 1; }));
  EXPECT_FALSE(contest->latest()->done);
  contest.reset();
  const long then = told;
  session.wait_for(session.post(LoadScenario{find_scenario("two_spheres")}), 60);
  EXPECT_EQ(told, then);
}

TEST_F(EngineContestTest, WhatCannotBeDoneIsSaid) {
  EngineContestCase c = small_case();
  c.tolerance = -1;
  const EngineContest contest(c);
  ASSERT_TRUE(wait_until([&] { return contest.latest()->done; }));
  EXPECT_NE(contest.latest()->failure, "");
}

}  // namespace
}  // namespace slurry
