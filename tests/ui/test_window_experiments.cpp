// SPDX-License-Identifier: BSD-3-Clause
// A window that holds two experiments: both go on, and it shows and asks the one in front.
#include <gtest/gtest.h>

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include <cmath>
#include <ranges>

#include "experiment/front.hpp"
#include "panels/chart_panel.hpp"
#include "panels/inspector_panel.hpp"
#include "run_actions.hpp"
#include "ui/support/window_driver.hpp"

namespace slurry::ui::testing {
namespace {

/// The window of one experiment with 300 spheres, and behind it another one with 80 in a narrower pipe.
struct TwoExperiments : FakeWindow {
  FakeSession* other_session = nullptr;
  Experiment *first, *second;

  TwoExperiments() : first(window->front()->experiment()) {
    FakeSession::Options options;
    options.bodies = 80;
    options.radius = 6;
    auto fake = std::make_unique<FakeSession>(options);
    other_session = fake.get();
    second = window->addExperiment(std::move(fake));
    second->load(Scenario{});
  }
  long step(Experiment* e) const { return e->bridge()->latest()->step; }
  /// And the window has seen it.
  bool bothMove() const {
    const auto seen = [](Experiment* e) {
      return e->player()->shownSnapshot() ? e->player()->shownSnapshot()->step : 0;
    };
    return seen(first) > 3 && seen(second) > 3;
  }
  std::size_t bodies_shown() const { return view()->snapshot()->radii.size(); }
};

TEST(Experiments, BothGoOn_AndTheOneInFrontIsShown) {
  TwoExperiments w;
  ASSERT_TRUE(wait_until([&] { return w.bothMove(); }));
  EXPECT_EQ(w.bodies_shown(), 300u);
  EXPECT_EQ(w.window->bridge(), w.first->bridge());

  w.window->bringToFront(w.second);
  EXPECT_EQ(w.bodies_shown(), 80u);
  EXPECT_EQ(w.window->player(), w.second->player());
  auto* inspector = w.window->findChild<InspectorPanel*>();
  EXPECT_TRUE(wait_until([&] {
    for (const QLabel* label : inspector->findChildren<QLabel*>())
      if (label->text() == "80") return true;
    return false;
  }));
  const auto* chart = w.window->findChild<ChartPanel*>();
  EXPECT_EQ(&chart->series(), &w.second->series());
  const long first_at = w.step(w.first), second_at = w.step(w.second);
  const std::size_t kept = w.first->player()->count(), plotted = w.first->series().times().size();
  EXPECT_TRUE(wait_until([&] { return w.step(w.first) > first_at + 5 && w.step(w.second) > second_at + 5; }));
  EXPECT_TRUE(wait_until([&] { return w.first->player()->count() > kept; }));
  EXPECT_GT(w.first->series().times().size(), plotted);
  EXPECT_EQ(w.bodies_shown(), 80u);

  w.window->bringToFront(w.first);
  EXPECT_EQ(w.bodies_shown(), 300u);
}

TEST(Experiments, KeysAndPanelsAskTheOneInFrontAlone) {
  TwoExperiments w;
  ASSERT_TRUE(wait_until([&] { return w.bothMove(); }));
  w.window->bringToFront(w.second);
  w.key(Qt::Key_Space);
  EXPECT_TRUE(wait_until([&] { return w.second->bridge()->latest()->state == SessionState::paused; }));
  EXPECT_TRUE(wait_until([&] { return w.window->run()->playPause()->text().contains("Play"); }));
  EXPECT_EQ(w.first->bridge()->latest()->state, SessionState::running);
  w.window->bringToFront(w.first);
  EXPECT_TRUE(wait_until([&] { return w.window->run()->playPause()->text().contains("Pause"); }));
}

TEST(Experiments, OptionsAreThoseOfTheOneInFront_AndWhatWaitsForARebuildStaysBehind) {
  TwoExperiments w;
  ASSERT_TRUE(wait_until([&] { return w.bothMove(); }));
  NumberSlider* viscosity = slider_of(*w.window, "fluid.viscosity");
  const double standard = viscosity->value();
  w.window->bringToFront(w.second);
  viscosity->ask(3 * standard);
  const auto viscosity_of = [](Experiment* e) { return e->bridge()->latest()->scenario->viscosity; };
  EXPECT_TRUE(wait_until([&] { return std::abs(viscosity_of(w.second) / standard - 3) < 1e-3; }));
  EXPECT_EQ(viscosity_of(w.first), standard);
  auto* rebuild = field_of(*w.window, "bodies.count")->parentWidget()->findChild<QPushButton*>();
  auto* count = field_of(*w.window, "bodies.count")->findChild<QLineEdit*>();
  count->selectAll();
  QTest::keyClicks(count, "77");
  QTest::keyClick(count, Qt::Key_Tab);
  EXPECT_TRUE(rebuild->isEnabled());

  w.window->bringToFront(w.first);
  EXPECT_TRUE(wait_until([&] { return viscosity->value() == standard && !rebuild->isEnabled(); }));
  EXPECT_NE(count->text(), "77");
  w.window->bringToFront(w.second);
  EXPECT_TRUE(wait_until([&] { return std::abs(viscosity->value() / standard - 3) < 1e-3; }));
}

TEST(Experiments, EachIsLookedAtInItsOwnWay) {
  TwoExperiments w;
  ASSERT_TRUE(wait_until([&] { return w.bothMove(); }));
  const auto* colours = w.window->findChild<QComboBox*>("colour by");
  w.view()->turntable().orbit(40, 10);
  w.view()->select(7);
  w.key(Qt::Key_C);  // the next quantity
  const CameraPose before = w.view()->turntable().pose();
  const int colour = colours->currentIndex();
  EXPECT_EQ(colour, 1);

  w.window->bringToFront(w.second);
  EXPECT_EQ(colours->currentIndex(), 0);
  EXPECT_EQ(w.view()->selected(), -1);
  w.view()->turntable().orbit(-70, 0);
  w.key(Qt::Key_S);  // no slice of this one
  EXPECT_FALSE(w.second->slice().wanted());

  w.window->bringToFront(w.first);
  run_for(60);
  const CameraPose after = w.view()->turntable().pose();
  EXPECT_EQ(after.position, before.position);
  EXPECT_EQ(after.up, before.up);
  EXPECT_EQ(colours->currentIndex(), colour);
  EXPECT_EQ(w.view()->selected(), 7);
  EXPECT_TRUE(w.first->slice().wanted());
  EXPECT_TRUE(w.view()->options().show_slice);
}

TEST(Experiments, NobodyComputesASliceThatIsNotSeen) {
  TwoExperiments w;
  ASSERT_TRUE(wait_until([&] { return w.bothMove(); }));
  const auto sliced = [](FakeSession* s) {
    const std::vector<Command> applied = s->applied();
    for (const Command& c : applied | std::views::reverse)
      if (const auto* r = std::get_if<RequestField>(&c)) return std::get<FieldPlane>(r->places).resolution[0] > 0;
    return false;
  };
  EXPECT_TRUE(wait_until([&] { return sliced(w.session) && !sliced(w.other_session); }));
  w.window->bringToFront(w.second);
  EXPECT_TRUE(wait_until([&] { return !sliced(w.session) && sliced(w.other_session); }));
}

}  // namespace
}  // namespace slurry::ui::testing
