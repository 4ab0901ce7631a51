// SPDX-License-Identifier: BSD-3-Clause
// Every action of every menu, one after the other and again, in a run, in its past, in a branch and in a file.
// SLURRY_ACTION_ROUNDS: how often (4 unless set); SLURRY_ACTION_BODIES: with the real engine and so many spheres.
#include <gtest/gtest.h>

#include <QDialog>
#include <QDir>
#include <QMenuBar>
#include <QSettings>
#include <QTemporaryDir>
#include <QTimer>

#include <cstdlib>
#include <set>
#include <vector>

#include "engine_session.hpp"
#include "experiment/front.hpp"
#include "panels/gallery.hpp"
#include "theme.hpp"
#include "type_scale.hpp"
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

/// The state in which a round begins.
void enter_round(MainWindow& window, int round, const Scenario& welcome) {
  Player& player = *window.player();
  player.followRun();
  const CommandNumber before = window.bridge()->latest()->run;
  window.load(welcome, true);
  ASSERT_TRUE(wait_until(
      [&] {
        const SnapshotPtr s = player.shownSnapshot();
        return s && s->run != before && s->step > 2 && player.count() > 3;
      },
      600000));
  NumberSlider* viscosity = slider_of(window, "fluid.viscosity");
  viscosity->ask(1.25 * viscosity->value());
  if (round % 4 == 1) player.seek(1);
  if (round % 4 == 2) {
    const std::size_t branches = window.front()->experiment()->tree().branches().size();
    player.seek(1);
    window.front()->experiment()->branchHere();
    EXPECT_TRUE(wait_until([&] { return window.front()->experiment()->tree().branches().size() > branches; }));
  }
  if (round % 4 == 3) {
    player.openFile("some_run.h5");
    EXPECT_TRUE(wait_until([&] { return player.ofFile(); }));
  }
}

void take_all(MainWindow& window, int rounds, const Scenario& welcome) {
  const Tidy tidy;
  window.setAsksBeforeClosing(false);
  const Closer closer(&window);
  std::vector<QAction*> actions;
  collect(window.menuBar()->actions(), actions);
  ASSERT_GT(actions.size(), 60U);
  std::set<QAction*> taken;
  for (int round = 0; round < rounds; ++round) {
    ASSERT_NO_FATAL_FAILURE(enter_round(window, round, welcome));
    for (QAction* action : actions) {
      if (!action->isEnabled() && window.player()->count() > 2) window.player()->seek(1);  // some mean the past alone
      if (!action->isEnabled()) continue;
      taken.insert(action);
      action->trigger();
      run_for(15);
      if (auto* gallery = window.findChild<Gallery*>(); gallery && gallery->isVisible()) {
        QTest::keyClick(gallery, Qt::Key_Escape);
        gallery->hide();
      }
      if (window.isFullScreen()) window.showNormal();
      EXPECT_TRUE(window.isVisible()) << action->text().toStdString();
    }
  }
  QStringList never;
  for (const QAction* action : actions)
    if (!taken.contains(const_cast<QAction*>(action))) never << action->text();
  EXPECT_TRUE(never.isEmpty()) << never.join(", ").toStdString();
  // After all that it is a laboratory still.
  ASSERT_NO_FATAL_FAILURE(enter_round(window, 0, welcome));
  const long step = window.player()->shownSnapshot()->step;
  EXPECT_TRUE(wait_until([&] { return window.player()->shownSnapshot()->step > step; }));
  EXPECT_TRUE(wait_until([&] {
    int dialogs = 0;
    for (const QWidget* w : QApplication::topLevelWidgets()) dialogs += qobject_cast<const QDialog*>(w) ? 1 : 0;
    return dialogs == 0;
  }));
}

int number_from(const char* name, int otherwise) {
  const char* text = std::getenv(name);
  return text ? std::atoi(text) : otherwise;
}

TEST(WindowActions, EveryActionOfEveryMenuCanBeTakenAgainAndAgain) {
  const int rounds = number_from("SLURRY_ACTION_ROUNDS", 4);
  if (const int bodies = number_from("SLURRY_ACTION_BODIES", 0); bodies > 0) {
    MainWindow window(make_engine_session({1}),
                      [](const auto&) { return std::make_unique<FakeFrames>(120, 300, 0.02); });
    window.resize(1280, 800);
    window.show();
    return take_all(window, rounds, find_scenario("welcome", {"bodies.count=" + std::to_string(bodies)}));
  }
  FakeWindow w;
  take_all(*w.window, rounds, find_scenario("welcome"));
}

}  // namespace
}  // namespace slurry::ui::testing
