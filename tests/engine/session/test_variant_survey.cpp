// SPDX-License-Identifier: BSD-3-Clause
// What the variants of a run's sum take, beside a running session: public headers, real threads.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <functional>
#include <map>
#include <thread>

#include "slurry/session.hpp"
#include "slurry/stage_survey.hpp"

namespace slurry {
namespace {

using Clock = std::chrono::steady_clock;

bool wait_until(const std::function<bool()>& holds, double seconds = 60) {
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  while (!holds()) {
    if (Clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

/// A pipe of 150 spheres whose sum has a grid.
class VariantSurveyTest : public ::testing::Test {
 protected:
  VariantSurveyTest() : session({1}) {
    scenario = find_scenario("welcome");
    scenario.bodies[0].count = 150;
    scenario.solver.method = "ewald";
    snapshot = session.wait_for(session.post(LoadScenario{scenario}), 60);
  }
  VariantProblem problem() const {
    std::vector<double> positions = snapshot->positions;  // a pipe plans in units of its radius
    for (double& x : positions) x /= snapshot->sum_length;
    return {snapshot->sum_plan, positions, snapshot->radii[0] / snapshot->sum_length, snapshot->sum_device};
  }
  Session session;
  Scenario scenario;
  std::shared_ptr<const Snapshot> snapshot;
};

TEST_F(VariantSurveyTest, ListsEveryStageWithOneUsualRow_AndPredictsWhatIsCounted) {
  ASSERT_NE(snapshot->sum_report.find("grid"), nullptr);
  std::atomic<int> told{0};
  const VariantSurvey survey(problem(), false, [&] { ++told; });
  ASSERT_TRUE(wait_until([&] { return survey.latest()->done; }));
  const auto s = survey.latest();
  EXPECT_EQ(s->failure, "");
  EXPECT_TRUE(wait_until([&] { return told > 0; }));
  std::map<std::string, int> usual;
  for (const SurveyedVariant& v : s->rows) {
    usual[v.row.stage] += v.usual;
    EXPECT_FALSE(v.measured);
    EXPECT_TRUE(v.predicted > 0 || !(v.usual || v.row.model)) << v.row.variant;
  }
  EXPECT_EQ(usual, (std::map<std::string, int>{{"P2P", 1}, {"P2G", 1}, {"transform", 1}, {"G2P", 1}}));
  EXPECT_GT(s->costs.flops_per_second, 1e8);
  EXPECT_GT(s->costs.bytes_per_second, 1e8);
}

/// The variants do the same sum: all velocities agree within the error of the window.
TEST_F(VariantSurveyTest, MeasuresEveryRowBetweenTheStepsOfARun) {
  session.post(slurry::Run{});
  // turns go by time used: the first step, which comes after a measurement, is as long as many rows
  ASSERT_TRUE(wait_until([&] { return session.latest()->step > 3; }));
  const VariantSurvey survey(problem(), true);
  ASSERT_TRUE(wait_until([&] { return !survey.latest()->rows.empty(); }));
  const long before = session.latest()->step;
  ASSERT_TRUE(wait_until([&] { return survey.latest()->done; }, 120));
  EXPECT_GT(session.latest()->step, before);
  for (const SurveyedVariant& v : survey.latest()->rows) {
    EXPECT_TRUE(v.measured);
    if (!v.row.refused.empty()) {
      EXPECT_FALSE(v.usual) << v.row.variant;
      EXPECT_NE(v.row.refused.find("cannot do this sum"), std::string::npos) << v.row.refused;
      continue;
    }
    EXPECT_GT(v.row.seconds, 0) << v.row.variant;
    EXPECT_LT(v.row.difference, scenario.solver.tolerance) << v.row.stage << " " << v.row.variant;
  }
}

/// A sum without models does not measure the machine, and leaves nothing that the next survey would take for its speed.
TEST_F(VariantSurveyTest, KnowsTheMachineAfterASumWithoutModels) {
  const VariantProblem grid = problem();
  scenario = find_scenario("falling_cloud");
  scenario.solver.method = "fmm";
  snapshot = session.wait_for(session.post(LoadScenario{scenario}), 60);
  ASSERT_TRUE(snapshot->sum_plan);
  const VariantSurvey without(problem(), false);
  ASSERT_TRUE(wait_until([&] { return without.latest()->done; }));
  ASSERT_EQ(without.latest()->failure, "");
  for (const SurveyedVariant& v : without.latest()->rows) EXPECT_FALSE(v.row.model) << v.row.variant;
  const VariantSurvey after(grid, false);
  ASSERT_TRUE(wait_until([&] { return after.latest()->done; }));
  EXPECT_GT(after.latest()->costs.flops_per_second, 1e8);
}

TEST_F(VariantSurveyTest, EndsBetweenTwoRows) {
  {
    const VariantSurvey survey(problem(), true);
    ASSERT_TRUE(wait_until([&] { return !survey.latest()->rows.empty(); }));
  }
  EXPECT_EQ(session.wait_for(session.post(StepOnce{1}), 60)->step, 1);
}

TEST_F(VariantSurveyTest, SaysWhyThereIsNoSum) {
  const VariantSurvey survey({}, true);
  ASSERT_TRUE(wait_until([&] { return survey.latest()->done; }));
  EXPECT_NE(survey.latest()->failure.find("a run that sums over bodies"), std::string::npos);
}

}  // namespace
}  // namespace slurry
