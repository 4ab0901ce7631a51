// SPDX-License-Identifier: BSD-3-Clause
// Every action of every menu, one after the other and again, in a run, in its past, in a branch and in a file.
// SLURRY_ACTION_ROUNDS: how often (4 unless set); SLURRY_ACTION_BODIES: spheres of the real engine (300 unless set).
#include <gtest/gtest.h>

#include <QDialog>
#include <QDir>
#include <QMenuBar>
#include <QPropertyAnimation>
#include <QSettings>
#include <QTemporaryDir>
#include <QTimer>
#include <QToolButton>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine_session.hpp"
#include "experiment/front.hpp"
#include "laboratory/edit_stack.hpp"
#include "panels/gallery.hpp"
#include "panels/task_chip.hpp"
#include "panels/track.hpp"
#include "panels/transport_bar.hpp"
#include "run_actions.hpp"
#include "theme.hpp"
#include "type_scale.hpp"
#include "ui/support/growth.hpp"
#include "ui/support/window_driver.hpp"

namespace slurry::ui::testing {
namespace {

void collect(const QList<QAction*>& of, std::vector<QAction*>& actions) {
  for (QAction* a : of) {
    if (a->menu()) {
      collect(a->menu()->actions(), actions);
    } else if (!a->isSeparator() && a->shortcut() != QKeySequence(Qt::CTRL | Qt::Key_Q)) {
      actions.push_back(a);
    }
  }
}

/// Closes every dialog that an action opens, as a person does who does not want it.
class Closer : public QTimer {
 public:
  explicit Closer(const QWidget* window) {
    connect(this, &QTimer::timeout, this, [window] {
      for (QWidget* w : QApplication::topLevelWidgets())
        if (w != window && w->isVisible() && qobject_cast<QDialog*>(w)) w->close();
    });
    start(10);
  }
};

/// Settings and folder as before, whatever the actions did.
struct Tidy {
  QTemporaryDir folder;
  QString before = QDir::currentPath();
  Tidy() { QDir::setCurrent(folder.path()); }
  ~Tidy() {
    QDir::setCurrent(before);
    set_font_scale(1);
    apply_theme(Theme::system);
    QSettings().clear();
  }
};

/// A file that an earlier round recorded; the fake engine's frames have any name.
std::filesystem::path recorded_file() {
  const QStringList files = QDir().entryList({"*.h5"}, QDir::Files, QDir::Name);
  return files.isEmpty() ? "some_run.h5" : files.front().toStdString();
}

class Script {
 public:
  Script(MainWindow& window, Scenario scenario, bool real)
      : window_(window), scenario_(std::move(scenario)), real_(real) {
    collect(window.menuBar()->actions(), actions_);
  }

  void run(int rounds) {
    const Tidy tidy;
    window_.setAsksBeforeClosing(false);
    const Closer closer(&window_);
    ASSERT_GT(actions_.size(), 60U);
    window_.meter()->reset();
    Holdings before;
    for (int round = 0; round < rounds; ++round) {
      ASSERT_NO_FATAL_FAILURE(enter(round));
      take_actions();
      if (real_) {
        ASSERT_NO_FATAL_FAILURE(cancel_a_set_up());
      }
      ASSERT_NO_FATAL_FAILURE(settle());
      const Holdings now = holdings_of(window_);
      if (round == 0) before = now;
      if (real_ && (round < 4 || (round + 1) % 10 == 0)) say(round, words_of(now, before));
      if (round == rounds / 2) before = now;
      if (round + 1 == rounds) expect_no_growth(before, now, round - rounds / 2);
    }
    // What means the past alone may have met, each time, a run that had just begun.
    QStringList never;
    for (QAction* action : actions_) {
      if (taken_.contains(action)) continue;
      ASSERT_NO_FATAL_FAILURE(load());
      player()->seek(1);
      if (!action->isEnabled()) never << action->text();
      action->trigger();
      EXPECT_TRUE(wait_until([&] { return !experiment()->isStarting(); }, long_wait));
    }
    EXPECT_TRUE(never.isEmpty()) << never.join(", ").toStdString();
    // After all that it is a laboratory still.
    ASSERT_NO_FATAL_FAILURE(load());
    const long step = player()->shownSnapshot()->step;
    EXPECT_TRUE(wait_until([&] { return player()->shownSnapshot()->step > step; }));
    EXPECT_TRUE(wait_until([&] {
      int dialogs = 0;
      for (const QWidget* w : QApplication::topLevelWidgets()) dialogs += qobject_cast<const QDialog*>(w) ? 1 : 0;
      return dialogs == 0;
    }));
    if (real_) close_in_set_up();
  }

 private:
  static constexpr int long_wait = 600000;  // [ms]

  Player* player() const { return window_.player(); }
  Experiment* experiment() const { return window_.front()->experiment(); }
  std::size_t branches() const { return experiment()->tree().branches().size(); }

  void load() {
    player()->followRun();
    const CommandNumber before = window_.bridge()->latest()->run;
    window_.load(scenario_, true);
    ASSERT_TRUE(wait_until(
        [&] {
          const SnapshotPtr s = player()->shownSnapshot();
          return s && s->run != before && s->step > 2 && player()->count() > 3;
        },
        long_wait));
  }

  /// Edits a run, scrubs through it, reverses it, branches, takes that back; then the state in which the menus are gone
  /// through: a run, its past, a branch, or a file.
  void enter(int round) {
    ASSERT_NO_FATAL_FAILURE(load());
    NumberSlider* viscosity = slider_of(window_, "fluid.viscosity");
    viscosity->ask(1.25 * viscosity->value());
    scrub();
    player()->goLive();
    window_.run()->reverse()->trigger();
    std::size_t had = branches();
    player()->seek(1);
    experiment()->branchHere();
    EXPECT_TRUE(wait_until([&] { return branches() > had; }, long_wait));
    EXPECT_TRUE(wait_until([&] { return !experiment()->isStarting(); }, long_wait));
    window_.edits()->undo()->trigger();
    EXPECT_TRUE(wait_until([&] { return !experiment()->isStarting(); }, long_wait));
    if (round % 4 == 1) player()->seek(1);
    if (round % 4 == 2) {
      had = branches();
      player()->seek(1);
      experiment()->branchHere();
      EXPECT_TRUE(wait_until([&] { return branches() > had; }, long_wait));
    }
    if (round % 4 == 3) {
      player()->openFile(recorded_file());
      EXPECT_TRUE(wait_until([&] { return player()->ofFile(); }));
    }
  }

  /// The mouse takes the handle from the newest moment to the first and half the way back.
  void scrub() {
    Track* track = window_.findChild<TransportBar*>()->slider();
    const auto at = [&](double part) {
      const TrackState& s = track->state();
      return QPoint(static_cast<int>(track->placeOf(s.first + part * (s.newest - s.first))), track->height() / 3);
    };
    QTest::mousePress(track, Qt::LeftButton, {}, at(1));
    for (const double part : {0.8, 0.6, 0.4, 0.2, 0.0, 0.5}) {
      QTest::mouseMove(track, at(part));
      run_for(5);
    }
    QTest::mouseRelease(track, Qt::LeftButton, {}, at(0.5));
  }

  void take_actions() {
    for (QAction* action : actions_) {
      if (!action->isEnabled())  // some wait for the branch that the action before began
        EXPECT_TRUE(wait_until([&] { return !experiment()->isStarting(); }, long_wait));
      if (!action->isEnabled() && player()->count() > 2) player()->seek(1);  // and some mean the past alone
      if (!action->isEnabled()) continue;
      taken_.insert(action);
      action->trigger();
      run_for(15);
      delete_later();
      if (auto* gallery = window_.findChild<Gallery*>(); gallery && gallery->isVisible()) {
        QTest::keyClick(gallery, Qt::Key_Escape);
        gallery->hide();
      }
      if (window_.isFullScreen()) window_.showNormal();
      EXPECT_TRUE(window_.isVisible()) << action->text().toStdString();
    }
  }

  /// The loop of a program does this by itself; that of a test, which is not entered by exec(), does not.
  static void delete_later() { QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); }

  /// Docks slide to their places for a quarter of a second. Each does so by an animation that is deleted when it ends.
  void settle() {
    ASSERT_TRUE(wait_until([&] {
      for (const QPropertyAnimation* a : window_.findChildren<QPropertyAnimation*>())
        if (a->state() == QAbstractAnimation::Running) return false;
      return true;
    }));
    delete_later();
  }

  static Scenario that_takes_long() { return find_scenario("welcome", {"bodies.count=100000"}); }

  /// The cross of the chip ends the set-up of many bodies, and those before are there still.
  void cancel_a_set_up() {
    EXPECT_TRUE(wait_until([&] { return !experiment()->isStarting(); }, long_wait));
    const CommandNumber before = window_.bridge()->latest()->run;
    window_.load(that_takes_long(), true);
    auto* chip = window_.findChild<TaskChip*>();
    ASSERT_TRUE(wait_until([&] { return chip->isVisible() || !experiment()->isStarting(); }, long_wait));
    if (chip->isVisible()) chip->findChild<QToolButton*>()->click();
    ASSERT_TRUE(wait_until([&] { return !experiment()->isStarting(); }, long_wait));
    EXPECT_EQ(window_.bridge()->latest()->run, before);
  }

  void close_in_set_up() {
    window_.load(that_takes_long(), true);
    wait_until([&] { return !window_.bridge()->latest()->task.empty(); });
    EXPECT_TRUE(window_.close());
    EXPECT_FALSE(window_.isVisible());
  }

  /// Objects: not one for every round. Memory, over many rounds: that of the kept moments, and a little for each
  /// branch, whose scenario, first and last moment stay for good.
  void expect_no_growth(const Holdings& before, const Holdings& now, int rounds) const {
    for (const auto& [name, count] : now.objects) {
      const auto then = before.objects.find(name);
      const int more = count - (then == before.objects.end() ? 0 : then->second);
      EXPECT_LT(more, std::max(8, rounds)) << name;
    }
    if (!real_ || rounds < 10) return;
    constexpr double room = 40, of_a_branch = 0.5;  // [MB]
    const double beside = (now.resident - now.history) - (before.resident - before.history);
    EXPECT_LT(beside, room + of_a_branch * static_cast<double>(now.branches - before.branches));
  }

  void say(int round, const std::string& holdings) const {
    const StallMeter& m = *window_.meter();
    std::printf(
        "round %d: %s; %ld turns of the event loop, %ld over 50 ms (%ld by work of its own), longest %.0f ms (%.0f "
        "ms)\n",
        round + 1, holdings.c_str(), m.turns(), m.counts()[3], m.ownCounts()[3], 1e3 * m.longestGap(),
        1e3 * m.longestOwnGap());
    std::fflush(stdout);
  }

  MainWindow& window_;
  Scenario scenario_;
  bool real_;
  std::vector<QAction*> actions_;
  std::set<const QAction*> taken_;
};

int number_from(const char* name, int otherwise) {
  const char* text = std::getenv(name);
  return text ? std::atoi(text) : otherwise;
}

TEST(WindowActions, EveryActionOfEveryMenuCanBeTakenAgainAndAgain) {
  FakeWindow w;
  Script(*w.window, find_scenario("welcome"), false).run(number_from("SLURRY_ACTION_ROUNDS", 4));
}

TEST(WindowActions, TheSameOverTheRealEngine) {
  const int bodies = number_from("SLURRY_ACTION_BODIES", 300);
  MainWindow window(make_engine_session({1}));
  window.resize(1280, 800);
  window.show();
  Script(window, find_scenario("welcome", {"bodies.count=" + std::to_string(bodies)}), true)
      .run(number_from("SLURRY_ACTION_ROUNDS", 4));
}

}  // namespace
}  // namespace slurry::ui::testing
