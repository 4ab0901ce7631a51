// SPDX-License-Identifier: BSD-3-Clause
// Long work of the engine as a person sees it: what it does, how far it is, and a cross that ends it.
#include <gtest/gtest.h>

#include <QLabel>
#include <QProgressBar>
#include <QThreadPool>
#include <QToolButton>

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>

#include "panels/error_panel.hpp"
#include "panels/inspector_panel.hpp"
#include "panels/solver_choices.hpp"
#include "panels/task_chip.hpp"
#include "ui/support/window_driver.hpp"

namespace slurry::ui::testing {
namespace {

SnapshotPtr at_work(const Snapshot& from, double done) {
  auto s = std::make_shared<Snapshot>(from);
  s->task = "placing the bodies";
  s->task_done = done;
  s->task_command = 17;
  return s;
}

TEST(WindowTasks, TheChipSaysWhatIsDone_AndItsCrossCancelsThatCommand) {
  FakeWindow w;
  auto* chip = w.window->findChild<TaskChip*>();
  ASSERT_TRUE(chip);
  EXPECT_FALSE(chip->isVisible());
  ASSERT_TRUE(wait_until([&] { return w.moving(); }));
  const SnapshotPtr idle = w.window->bridge()->latest();
  chip->show(at_work(*idle, 0.4));
  EXPECT_FALSE(chip->isVisible());  // what is done in a moment is not worth a word
  // the snapshots of the run that goes on meanwhile say nothing of it
  w.window->bridge()->post(Pause{});
  ASSERT_TRUE(wait_until([&] { return w.window->bridge()->latest()->state == SessionState::paused; }));
  ASSERT_TRUE(wait_until([&] {
    chip->show(at_work(*idle, 0.4));
    return chip->isVisible();
  }));
  EXPECT_EQ(chip->findChild<QLabel*>()->text(), QStringLiteral("placing the bodies"));
  EXPECT_EQ(chip->findChild<QProgressBar*>()->value(), 40);
  EXPECT_TRUE(chip->parentWidget()->rect().contains(chip->geometry()));
  auto* cross = chip->findChild<QToolButton*>();
  cross->click();
  EXPECT_FALSE(cross->isEnabled());  // once is enough
  ASSERT_TRUE(wait_until([&] { return !w.commands<Cancel>().empty(); }));
  EXPECT_EQ(w.commands<Cancel>().front().number, 17U);
  chip->show(idle);
  EXPECT_FALSE(chip->isVisible());
}

TEST(WindowTasks, AShortenedStepSaysWhatWasAskedForAndWhy) {
  FakeWindow w;
  ASSERT_TRUE(wait_until([&] { return w.moving(); }));
  auto s = std::make_shared<Snapshot>(*w.shown());
  s->time_step = 0.05;
  s->time_step_asked = 0.2;
  s->shortened_by = "a longer step would move bodies too far";
  SolverChoices* panel = nullptr;
  for (QWidget* widget : w.window->findChildren<QWidget*>())
    if (auto* found = dynamic_cast<SolverChoices*>(widget)) panel = found;
  ASSERT_TRUE(panel);
  w.window->bridge()->post(Pause{});
  const auto says = [&](const char* words) {
    for (const QLabel* label : panel->findChildren<QLabel*>())
      if (label->text().contains(QString::fromUtf8(words))) return true;
    return false;
  };
  EXPECT_FALSE(says("instead of"));
  EXPECT_TRUE(wait_until([&] {
    panel->show(s);
    return says("Time step 0.05 τ instead of 0.2 τ: a longer step would move bodies too far.");
  }));
}

/// Beside a body or the whole suspension, without opening anything.
TEST(WindowTasks, AShortenedStepIsInSightInTheInspector_AsLongAsItIsShorter) {
  FakeWindow w;
  ASSERT_TRUE(wait_until([&] { return w.moving(); }));
  w.window->bridge()->post(Pause{});
  ASSERT_TRUE(wait_until([&] { return w.window->bridge()->latest()->state == SessionState::paused; }));
  run_for(200);
  auto* inspector = w.window->findChild<InspectorPanel*>();
  const auto* step = inspector->findChild<QLabel*>("time_step_used");
  ASSERT_TRUE(step);
  EXPECT_FALSE(step->isVisible());
  auto s = std::make_shared<Snapshot>(*w.shown());
  s->time_step = 0.05;
  s->time_step_asked = 0.2;
  s->shortened_by = "a longer step would move bodies too far";
  inspector->show(s);
  const QString sentence =
      QStringLiteral("Time step 0.05 τ instead of 0.2 τ: a longer step would move bodies too far.");
  EXPECT_TRUE(wait_until([&] { return step->isVisible() && step->text() == sentence; }));
  inspector->select(3);
  EXPECT_TRUE(step->isVisible());
  // Whole: the panel is narrower than the sentence.
  run_for(100);
  EXPECT_GE(step->height(), step->heightForWidth(step->width()));
  EXPECT_FALSE(step->visibleRegion().isEmpty());
  auto longer = std::make_shared<Snapshot>(*s);
  longer->time_step = 0.2;
  longer->shortened_by.clear();
  inspector->show(longer);
  EXPECT_TRUE(wait_until([&] { return step->text().isEmpty(); }));
  // Another run does not inherit the room.
  ++longer->run;
  inspector->show(std::make_shared<Snapshot>(*longer));
  EXPECT_TRUE(wait_until([&] { return !step->isVisible(); }));
}

TEST(WindowTasks, AnotherScenarioEndsTheSetUpOfTheOneBefore) {
  FakeWindow w;
  ASSERT_TRUE(wait_until([&] { return w.moving(); }));
  const auto scenario = w.window->bridge()->latest()->scenario;
  EXPECT_TRUE(w.commands<Cancel>().empty());
  w.session->setBusy(true);
  w.window->load(*scenario);
  w.window->load(*scenario);
  w.session->setBusy(false);
  EXPECT_TRUE(wait_until([&] { return w.commands<Cancel>().size() == 1; }));
}

/// The nearest pair is looked for among all bodies, and a chain of beads is fitted for a rod: both take longer than a
/// window may wait.
TEST(WindowTasks, WhatTheModelLeavesOutIsFoundOnAnotherThread) {
  std::atomic<int> asked = 0;
  std::atomic<bool> may_answer = false, in_window = false;
  const std::thread::id window = std::this_thread::get_id();
  {
    ErrorPanel panel(nullptr, [&](const Snapshot& s) {
      if (std::this_thread::get_id() == window) in_window = true;
      ++asked;
      while (!may_answer && !in_window) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      return "Model of " + std::to_string(s.radii.size()) + " bodies";
    });
    panel.setVisible(true);
    auto* said = panel.findChild<QLabel*>("model_error");
    panel.show(std::make_shared<Snapshot>(lattice_snapshot(20, 10)));
    ASSERT_TRUE(wait_until([&] { return asked == 1; }));
    EXPECT_FALSE(in_window);
    // the window goes on, and asks again only when it has the answer
    panel.show(std::make_shared<Snapshot>(lattice_snapshot(30, 10)));
    run_for(250);
    EXPECT_EQ(asked, 1);
    EXPECT_TRUE(said->text().isEmpty());
    may_answer = true;
    ASSERT_TRUE(wait_until([&] { return said->text() == "Model of 20 bodies"; }));
    // of the moment that came meanwhile, after a rest
    ASSERT_TRUE(wait_until([&] { return said->text() == "Model of 30 bodies"; }));
    may_answer = false;
    panel.show(std::make_shared<Snapshot>(lattice_snapshot(40, 10)));
    ASSERT_TRUE(wait_until([&] { return asked == 3; }));
  }
  may_answer = true;  // the panel has gone: nobody reads the answer
  QThreadPool::globalInstance()->waitForDone();
  run_for(20);
}

/// What the engine has in hand then, a Fourier plan for one, may take seconds: the process ends after it, unseen.
TEST(WindowTasks, AClosedWindowIsGoneAtOnce_WhateverTheEngineDoes) {
  FakeSession::Options none;
  none.bodies = 0;
  FakeWindow w(none);
  ASSERT_TRUE(wait_until([&] { return w.shown() != nullptr; }));
  w.session->setBusy(true);  // nothing that is posted from here on is answered
  const std::size_t answered = w.session->applied().size();
  w.window->load(find_scenario("welcome"));
  w.window->setAsksBeforeClosing(true);
  EXPECT_TRUE(w.window->close());
  EXPECT_FALSE(w.window->isVisible());
  EXPECT_EQ(w.session->applied().size(), answered);
}

}  // namespace
}  // namespace slurry::ui::testing
