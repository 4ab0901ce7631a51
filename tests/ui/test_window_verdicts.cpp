// SPDX-License-Identifier: BSD-3-Clause
// What a scenario promises and what a run found belong together: no other run shows them.
#include <gtest/gtest.h>

#include <QAction>
#include <QSignalSpy>

#include "experiment/front.hpp"
#include "panels/verdict_bar.hpp"
#include "run_actions.hpp"
#include "ui/support/window_driver.hpp"

namespace slurry::ui::testing {
namespace {

/// A scenario whose promise a run of spheres on a lattice keeps at once, and not any more later.
Scenario promising(double value) {
  Scenario s;
  s.name = "promise";
  s.title = "A promise";
  s.more["view.duration"] = 1.0;
  s.expect.resize(1);
  s.expect[0].quantity = "mean_settling_velocity";
  s.expect[0].value = value;
  s.expect[0].tolerance = 0.1 * value;
  s.expect[0].source = "nobody";
  return s;
}

TEST(WindowVerdicts, AVerdictIsThatOfItsOwnRun_AndABranchHasNone) {
  FakeWindow w;
  ASSERT_TRUE(wait_until([&] { return w.moving(); }));
  const Experiment* experiment = w.window->front()->experiment();
  auto* bar = w.window->findChild<VerdictBar*>();
  QSignalSpy decided(bar, &VerdictBar::decided);
  EXPECT_FALSE(bar->isVisible());
  w.window->load(promising(w.shown()->values.number("mean_settling_velocity")));
  ASSERT_TRUE(wait_until([&] { return decided.count() == 1; }));
  EXPECT_TRUE(decided[0][1].toBool());
  EXPECT_TRUE(bar->isVisible());
  const int run = experiment->tree().current();
  ASSERT_TRUE(wait_until([&] { return w.window->player()->count() > 10; }));

  // From before the decision and with a change: another experiment.
  w.window->player()->seek(2);
  w.window->front()->experiment()->branchHere({{"fluid.viscosity", "0.5"}});
  ASSERT_TRUE(wait_until([&] { return experiment->tree().current() != run && w.window->player()->following(); }));
  EXPECT_TRUE(wait_until([&] { return !bar->isVisible(); }));
  ASSERT_TRUE(wait_until([&] { return w.window->bridge()->latest()->time > 2; }));
  EXPECT_FALSE(bar->isVisible());
  EXPECT_EQ(decided.count(), 1);

  // The run is gone back to: its verdict is the one that it had.
  w.window->front()->experiment()->goTo(run);
  ASSERT_TRUE(wait_until([&] { return experiment->tree().current() == run && !experiment->isStarting(); }));
  EXPECT_TRUE(wait_until([&] { return bar->isVisible(); }));
  EXPECT_EQ(bar->watch().verdict()->state, FoundAndExpected::State::agrees);
  EXPECT_EQ(decided.count(), 1);

  // Begun again, the run has to decide anew.
  w.window->run()->reset()->trigger();
  ASSERT_TRUE(wait_until([&] { return experiment->tree().current() != run && !experiment->isStarting(); }));
  EXPECT_TRUE(wait_until([&] { return bar->isVisible() && !bar->watch().fixed(); }));
  w.window->front()->experiment()->run();
  EXPECT_TRUE(wait_until([&] { return decided.count() == 2; }));
}

/// The engine samples a costly quantity only on request.
TEST(WindowVerdicts, ACostlyQuantityIsAskedFor_WhileANumberOfItIsExpected) {
  FakeWindow w;
  ASSERT_TRUE(wait_until([&] { return w.moving(); }));
  const auto asked = [&w] { return w.commands<RequestSeries>().back().costly; };
  EXPECT_TRUE(asked().empty());
  Scenario balanced = promising(1);
  balanced.expect[0].quantity = "force_balance_error";
  w.window->load(balanced);
  EXPECT_TRUE(wait_until([&] { return asked() == std::vector<std::string>{"force_balance_error"}; }));
  w.window->load(promising(1));
  EXPECT_TRUE(wait_until([&] { return asked().empty(); }));
}

}  // namespace
}  // namespace slurry::ui::testing
