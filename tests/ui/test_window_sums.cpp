// SPDX-License-Identifier: BSD-3-Clause
// The demonstration 'Three ways to sum' over the real engine.
#include <gtest/gtest.h>

#include <QPushButton>

#include "engine_session.hpp"
#include "panels/custom_plot.hpp"
#include "panels/sums_panel.hpp"
#include "ui/support/window_driver.hpp"

namespace slurry::ui::testing {
namespace {

constexpr int patience = 60000;  // ms

class WindowSums : public ::testing::Test {
 protected:
  WindowSums() : window(make_engine_session({1})) {
    window.setContests([this](EngineContestCase c, std::function<void()> listener) {
      c.counts = counts;
      c.most_seconds = 1e4;
      return make_engine_contests()(std::move(c), std::move(listener));
    });
    window.resize(1280, 800);
    window.show();
  }
  SumsPanel& panel() { return *window.findChild<SumsPanel*>(); }
  /// Points in all plots: filled ones are measured.
  int drawn() {
    int points = 0;
    for (const QCustomPlot* plot : panel().findChildren<QCustomPlot*>())
      for (int i = 0; i < plot->graphCount(); ++i)
        if (plot->graph(i)->lineStyle() == QCPGraph::lsNone) points += plot->graph(i)->dataCount();
    return points;
  }
  MainWindow window;
  std::vector<std::size_t> counts{200, 400};
};

TEST_F(WindowSums, BeginsWithItsDemonstration_DrawsEveryTime_AndTheSumsAgree) {
  EXPECT_FALSE(panel().isVisible());
  window.load(find_scenario("three_ways_to_sum"));
  ASSERT_TRUE(wait_until([&] { return panel().isVisible() && panel().busy(); }, patience));
  EXPECT_EQ(panel().button()->text(), "Stop");
  EXPECT_LE(window.minimumSizeHint().width(), 1016);
  EXPECT_LE(window.minimumSizeHint().height(), 700);
  ASSERT_TRUE(wait_until([&] { return drawn() > 0; }, patience));  // while it goes on
  ASSERT_TRUE(wait_until([&] { return !panel().busy(); }, patience));
  // three sets at two numbers by three engines
  EXPECT_TRUE(wait_until([&] { return drawn() == 18; }, patience)) << drawn();
  EXPECT_TRUE(wait_until([&] { return panel().words().contains("Agrees"); }, patience))
      << panel().words().toStdString();
  EXPECT_EQ(panel().verdict().state, FoundAndExpected::State::agrees);
  EXPECT_EQ(panel().button()->text(), "Measure again");
  // the run moved meanwhile, and another scenario needs no panel
  EXPECT_TRUE(wait_until([&] { return window.bridge()->latest()->step > 1; }, patience));
  window.load(find_scenario("two_spheres"));
  EXPECT_TRUE(wait_until([&] { return !panel().isVisible(); }, patience));
}

/// Of a contest that would take hours.
TEST_F(WindowSums, StopEndsIt_TheTimesSoFarStay_AndItCanBeginAgain) {
  counts.assign(100000, 200);
  window.load(find_scenario("three_ways_to_sum"));
  ASSERT_TRUE(wait_until([&] { return drawn() > 0; }, patience));
  panel().button()->click();
  EXPECT_FALSE(panel().busy());
  EXPECT_TRUE(wait_until([&] { return panel().words().contains("Stopped."); }, patience));
  EXPECT_EQ(panel().verdict().state, FoundAndExpected::State::open);
  const std::size_t rows = panel().state().rows.size();
  EXPECT_GT(rows, 0u);
  const long step = window.bridge()->latest()->step;
  ASSERT_TRUE(wait_until([&] { return window.bridge()->latest()->step > step + 2; }, patience));
  EXPECT_EQ(panel().state().rows.size(), rows);
  counts = {200};
  panel().button()->click();
  EXPECT_TRUE(panel().busy());
  EXPECT_TRUE(wait_until([&] { return panel().state().done && panel().state().rows.size() == 3; }, patience));
}

TEST_F(WindowSums, AnotherScenarioEndsIt) {
  counts.assign(100000, 200);
  window.load(find_scenario("three_ways_to_sum"));
  ASSERT_TRUE(wait_until([&] { return panel().busy(); }, patience));
  window.load(find_scenario("two_spheres"));
  EXPECT_TRUE(wait_until([&] { return !panel().busy() && !panel().isVisible(); }, patience));
}

}  // namespace
}  // namespace slurry::ui::testing
