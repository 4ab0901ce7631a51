// SPDX-License-Identifier: BSD-3-Clause
// The window, driven as a person would, over an engine that only moves spheres along.
#include <gtest/gtest.h>

#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QImage>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QScreen>
#include <QScrollArea>
#include <QSlider>
#include <QStatusBar>

#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstring>
#include <random>
#include <set>
#include <vector>

#include "actions.hpp"
#include "file_actions.hpp"
#include "panels/custom_plot.hpp"
#include "panels/inspector_panel.hpp"
#include "panels/message_chip.hpp"
#include "panels/number_field.hpp"
#include "panels/number_slider.hpp"
#include "panels/stage_bars.hpp"
#include "panels/stage_panel.hpp"
#include "run_actions.hpp"
#include "status_line.hpp"
#include "ui/support/window_driver.hpp"

namespace slurry::ui::testing {
namespace {

/// Where the nearest sphere to the eye appears.
QPoint nearest_sphere(const FakeWindow& w) {
  const CameraPose pose = w.view()->turntable().pose();
  const Snapshot& s = *w.shown();
  double best = 1e300, x = 0, y = 0;
  for (std::size_t i = 0; i < s.radii.size(); ++i) {
    const Vec3d c{s.positions[3 * i], s.positions[3 * i + 1], s.positions[3 * i + 2]};
    const double d = length(c - pose.position);
    if (d < best && project(pose, c, w.view()->width(), w.view()->height(), x, y)) best = d;
  }
  for (std::size_t i = 0; i < s.radii.size(); ++i) {
    const Vec3d c{s.positions[3 * i], s.positions[3 * i + 1], s.positions[3 * i + 2]};
    if (length(c - pose.position) == best) project(pose, c, w.view()->width(), w.view()->height(), x, y);
  }
  return {static_cast<int>(x), static_cast<int>(y)};
}

TEST(Window, ShowsMovingSpheresWithinTwoSeconds) {
  QElapsedTimer clock;
  clock.start();
  FakeWindow w;
  std::set<long> steps;
  QObject::connect(w.view(), &SceneView::drawn, w.view(), [&] {
    if (w.moving()) steps.insert(w.shown()->step);
  });
  EXPECT_TRUE(wait_until([&] { return steps.size() >= 2; }, 2000)) << "after " << clock.elapsed() << " ms";
  EXPECT_LT(clock.elapsed(), 2000);
  // And they are seen: the middle of the view has many colours.
  const QImage picture = w.view()->picture(false);
  std::set<QRgb> colours;
  for (int x = picture.width() / 3; x < 2 * picture.width() / 3; x += 3)
    for (int y = picture.height() / 4; y < 3 * picture.height() / 4; y += 3) colours.insert(picture.pixel(x, y));
  EXPECT_GT(colours.size(), 500U);
}

TEST(Window, PlayPauseStepReset_ByTheirKeys) {
  FakeWindow w;
  ASSERT_TRUE(wait_until([&] { return w.moving(); }));
  w.key(Qt::Key_Space);
  ASSERT_TRUE(wait_until([&] { return w.window->bridge()->latest()->state == SessionState::paused; }));
  run_for(60);
  const long paused_at = w.shown()->step;
  run_for(150);
  EXPECT_EQ(w.shown()->step, paused_at);
  w.key(Qt::Key_Right, Qt::ShiftModifier);
  EXPECT_TRUE(wait_until([&] { return w.shown()->step == paused_at + 1; }));
  w.key(Qt::Key_Right);  // one output interval
  EXPECT_TRUE(wait_until([&] { return w.shown()->step == paused_at + 1 + RunOptions{}.output_stride; }));
  w.key(Qt::Key_R, Qt::ControlModifier);
  EXPECT_TRUE(wait_until([&] { return w.shown()->step == 0; }));
  EXPECT_FALSE(w.window->run()->running());
  w.key(Qt::Key_Space);
  EXPECT_TRUE(wait_until([&] { return w.moving(); }));
}

TEST(Window, SpaceActsWhereverTheFocusIs) {
  FakeWindow w;
  ASSERT_TRUE(wait_until([&] { return w.moving(); }));
  auto* slider = slider_of(*w.window, "solver.tolerance")->slider();
  slider->setFocus();
  QTest::keyClick(slider, Qt::Key_Space);
  EXPECT_TRUE(wait_until([&] { return w.window->bridge()->latest()->state == SessionState::paused; }));
}

TEST(Window, ASliderThatRunsAheadOfTheEngineSendsOnlyItsNewestValue) {
  FakeWindow w;
  ASSERT_TRUE(wait_until([&] { return w.moving(); }));
  w.session->setBusy(true);
  NumberSlider* viscosity = slider_of(*w.window, "fluid.viscosity");
  for (int i = 0; i < 200; ++i) {
    viscosity->ask(0.02 + 0.0005 * i);
    QApplication::processEvents();
  }
  w.session->setBusy(false);
  const double last = viscosity->value();
  EXPECT_TRUE(wait_until([&] { return std::abs(w.window->bridge()->latest()->scenario->viscosity - last) < 1e-12; }));
  EXPECT_EQ(w.commands<SetOption>().size(), 2U);  // the first, and the newest after its answer
}

TEST(Window, WhatTheEngineRefusesIsSaidInASentence) {
  FakeWindow w;
  ASSERT_TRUE(wait_until([&] { return w.moving(); }));
  w.window->bridge()->setOption("fluid.viscosity", "-1");
  auto* chip = w.window->findChild<MessageChip*>();
  EXPECT_TRUE(wait_until([&] { return chip->isVisible(); }));
  EXPECT_TRUE(chip->text().contains("viscosity"));
}

TEST(Window, ASentenceStandsNeitherOverTheAxesNorOverGravity) {
  FakeWindow w;
  ASSERT_TRUE(wait_until([&] { return w.moving(); }));
  auto* chip = w.window->findChild<MessageChip*>();
  for (const QSize size : {QSize(1440, 860), QSize(1024, 700), QSize(800, 600)}) {
    w.window->resize(size);
    run_for(50);
    chip->say(QString("A sentence as long as those that say what was refused and what holds now. ").repeated(2));
    run_for(20);
    const QRect corner(0, w.view()->height() - 110, 200, 110);
    const QRect said(chip->mapTo(w.window.get(), QPoint()), chip->size());
    EXPECT_FALSE(said.intersects(corner.translated(w.view()->mapTo(w.window.get(), QPoint())))) << size.width();
    EXPECT_GE(chip->x(), 0);
    EXPECT_LE(chip->geometry().right(), chip->parentWidget()->width());
  }
}

TEST(Window, TheOrbitsAreAProgramOfTheirOwn_AndWhatToDoIsSaidWhereItIsNotBuilt) {
  FakeWindow w;
  for (QAction* a : w.window->findChildren<QAction*>())
    if (a->text().contains("Who keeps the orbit")) a->trigger();  // beside this test there is no slurry-bench
  auto* chip = w.window->findChild<MessageChip*>();
  EXPECT_TRUE(wait_until([&] { return chip->isVisible(); }));
  EXPECT_TRUE(chip->text().contains("app/run bench orbit --show"));
}

TEST(Window, WhyARecordingFailedStaysUntilTheNextOne_AndNothingElseHidesIt) {
  FakeWindow w;
  ASSERT_TRUE(wait_until([&] { return w.moving(); }));
  auto* chip = w.window->findChild<MessageChip*>();
  const auto says = [&](const char* text) { return chip->isVisible() && chip->text().contains(text); };
  for (int i = 0; i < 2; ++i) {  // the same sentence twice
    w.session->failNextRecording("run.h5: no space left on device");
    w.window->run()->record()->trigger();
    EXPECT_TRUE(wait_until([&] { return says("no space left") && w.window->bridge()->latest()->recording.empty(); }));
  }
  EXPECT_FALSE(says("ended"));
  w.window->bridge()->setOption("fluid.viscosity", "-1");
  EXPECT_TRUE(wait_until([&] { return says("viscosity"); }));
  EXPECT_TRUE(says("no space left"));
  chip->say("Saved a picture");
  EXPECT_TRUE(says("viscosity"));
  // A recording that goes well: the old failure goes, and what the engine said long ago is not its end's reason.
  w.window->run()->record()->trigger();
  EXPECT_FALSE(says("no space left"));
  ASSERT_TRUE(wait_until([&] { return !w.window->bridge()->latest()->recording.empty(); }));
  run_for(50);
  QTest::mouseClick(chip, Qt::LeftButton);
  QTest::mouseClick(chip, Qt::LeftButton);
  w.window->run()->record()->trigger();
  EXPECT_TRUE(wait_until([&] { return says("Saved 0 frames to fake.h5"); }))
      << chip->text().toStdString() << chip->history().join("|").toStdString();
}

TEST(Window, AClickPicksTheSphereUnderIt_AndEmptySpaceNone) {
  FakeWindow w;
  ASSERT_TRUE(wait_until([&] { return w.moving(); }));
  w.key(Qt::Key_Space);
  ASSERT_TRUE(wait_until([&] { return w.window->bridge()->latest()->state == SessionState::paused; }));
  run_for(150);
  const QPoint at = nearest_sphere(w);
  const long expected = w.view()->bodyAt(at);
  ASSERT_GE(expected, 0);
  QTest::mouseClick(w.view(), Qt::LeftButton, {}, at);
  EXPECT_EQ(w.view()->selected(), expected);
  EXPECT_EQ(w.window->findChild<InspectorPanel*>()->selected(), expected);
  EXPECT_TRUE(wait_until([&] { return w.commands<RequestAngularVelocities>().size() == 1; }));
  QTest::mouseClick(w.view(), Qt::LeftButton, {}, QPoint(5, w.view()->height() / 2));
  EXPECT_EQ(w.view()->selected(), -1);
  ASSERT_TRUE(wait_until([&] { return w.commands<RequestAngularVelocities>().size() == 2; }));
  EXPECT_TRUE(w.commands<RequestAngularVelocities>()[0].wanted);
  EXPECT_FALSE(w.commands<RequestAngularVelocities>()[1].wanted);
}

TEST(Window, DraggingTurnsTheCamera_AndPicksNothing) {
  FakeWindow w;
  ASSERT_TRUE(wait_until([&] { return w.moving(); }));
  const Vec3d before = w.view()->turntable().pose().position;
  const QPoint middle = w.view()->rect().center();
  QTest::mousePress(w.view(), Qt::LeftButton, {}, middle);
  for (int i = 1; i <= 20; ++i) QTest::mouseMove(w.view(), middle + QPoint(6 * i, 2 * i));
  QTest::mouseRelease(w.view(), Qt::LeftButton, {}, middle + QPoint(120, 40));
  EXPECT_GT(length(w.view()->turntable().pose().position - before), 1);
  EXPECT_EQ(w.view()->selected(), -1);
}

TEST(Window, KeysBelongToTheMenuThatIsOpen) {
  FakeWindow w;
  ASSERT_TRUE(wait_until([&] { return w.moving(); }));
  const QList<QAction*> menus = w.window->menuBar()->actions();
  QMenu* menu = menus.at(1)->menu();
  menu->popup(w.window->mapToGlobal(QPoint(50, 50)));
  ASSERT_TRUE(wait_until([&] { return QApplication::activePopupWidget() == menu; }));
  const bool slice = w.view()->options().show_slice;
  const std::size_t before = w.session->applied().size();
  for (const Qt::Key key : {Qt::Key_Right, Qt::Key_S, Qt::Key_Space, Qt::Key_Home}) w.key(key);
  run_for(50);
  EXPECT_EQ(w.session->applied().size(), before);
  EXPECT_EQ(w.view()->options().show_slice, slice);
  menu->close();
  w.key(Qt::Key_S);
  EXPECT_NE(w.view()->options().show_slice, slice);
}

TEST(Window, TheStatusLineSaysWhatTheEngineDoesBeforeItAnswers) {
  FakeWindow w;
  ASSERT_TRUE(wait_until([&] { return w.moving(); }));
  auto busy = std::make_shared<Snapshot>(*w.window->bridge()->latest());
  busy->task = "placing the bodies: pushing them apart";
  busy->task_done = 0.4;
  // A line of its own: that of the window is told of later snapshots too, by an engine that goes on.
  StatusLine line(w.view(), w.window->meter(), nullptr);
  line.show(busy);
  const auto state = [&] { return line.findChild<QLabel*>()->text(); };
  EXPECT_TRUE(wait_until([&] { return state() == "Placing the bodies: pushing them apart … 40 %"; }))
      << state().toStdString();
}

TEST(Window, TheStatusLineCountsStepsAndFrames) {
  FakeWindow w;
  const auto rates = [&]() -> QString {
    for (const QLabel* l : w.window->statusBar()->findChildren<QLabel*>())
      if (l->text().contains("steps/s")) return l->text();
    return {};
  };
  ASSERT_TRUE(wait_until([&] { return !rates().isEmpty(); }));
  run_for(1200);
  // The engine that stands in for one makes so many; a busy machine makes fewer of them.
  const double steps = rates().section(' ', 0, 0).toDouble();
  EXPECT_GT(steps, 10);
  EXPECT_LT(steps, 80);
  EXPECT_TRUE(rates().contains("frames/s"));
  w.key(Qt::Key_Space);
  EXPECT_TRUE(wait_until([&] { return rates().isEmpty(); }));
}

TEST(Window, OtherBodiesStartWithEmptyStageBars) {
  FakeWindow w;
  auto* panel = w.window->findChild<StagePanel*>();
  auto* bars = panel->findChild<StageBars*>();
  ASSERT_TRUE(wait_until([&] { return !bars->shares().empty(); }));
  w.key(Qt::Key_Space);
  ASSERT_TRUE(wait_until([&] { return w.window->bridge()->latest()->state == SessionState::paused; }));
  run_for(300);
  auto bare = std::make_shared<Snapshot>(*w.shown());
  bare->scenario_generation += 100;
  bare->stage_times = {};
  panel->runGoesOn(bare);
  panel->show(bare, true);
  EXPECT_TRUE(wait_until([&] { return bars->shares().empty(); }, 400));
}

TEST(Window, PanelsAreNeverNarrowerThanWhatIsInThem) {
  FakeWindow w;
  ASSERT_TRUE(wait_until([&] { return w.moving(); }));
  w.window->bridge()->setOption("flow.net_flow", "{ gradient = -0.00123456 }");
  const auto* value = field_of(*w.window, "flow.net_flow")->findChild<NumberField*>();
  ASSERT_TRUE(wait_until([&] { return value->isVisible(); }));
  w.window->resize(300, 300);
  run_for(100);
  std::vector<const QScrollArea*> open;
  for (const QScrollArea* area : w.window->findChildren<QScrollArea*>())
    if (!area->parentWidget()->isHidden()) open.push_back(area);  // a dock that is closed has no place
  const auto holds = [](const QScrollArea* area) {
    return area->viewport()->width() >= area->widget()->minimumSizeHint().width();
  };
  // texts change while the run goes on, and the layout follows in the next turns of the event loop
  wait_until([&] { return std::all_of(open.begin(), open.end(), holds); }, 2000);
  for (const QScrollArea* area : open)
    EXPECT_GE(area->viewport()->width(), area->widget()->minimumSizeHint().width())
        << area->widget()->metaObject()->className();
}

TEST(Window, FitsOnASmallScreen) {
  // What a panel needs it can scroll to, but for the chart: 1024 x 768 less the bars of a desktop.
  FakeWindow w;
  const QSize least = w.window->minimumSizeHint();
  EXPECT_LE(least.width(), 900);
  EXPECT_LE(least.height(), 700);
}

TEST(Window, FirstStartFitsOnTheScreen) {
  const FakeSession::Options few{20};
  MainWindow window(std::make_unique<FakeSession>(few));
  const QSize room = window.screen()->availableSize();
  EXPECT_LT(window.width(), room.width());
  EXPECT_LT(window.height(), room.height());
}

TEST(Window, APictureThatCannotBeWrittenSaysWhy) {
  // A limit on the size of files does as a full disk does.
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit small = before;
  small.rlim_cur = 1 << 20;
  setrlimit(RLIMIT_FSIZE, &small);
  QImage noise(1000, 1000, QImage::Format_RGB32);
  std::mt19937 random(3);
  for (int y = 0; y < 1000; ++y)
    for (int x = 0; x < 1000; ++x) noise.setPixel(x, y, random());
  QString error;
  std::atomic<bool> done{false};
  const auto file = std::filesystem::temp_directory_path() / "slurry_picture_test.png";
  write_picture(noise, file, [&](const QString& sentence) {
    error = sentence;
    done = true;
  });
  EXPECT_TRUE(wait_until([&] { return done.load(); }));
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_TRUE(error.contains(std::strerror(EFBIG))) << error.toStdString();
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST(Window, NoKeyHasTwoMeanings) {
  FakeWindow w;
  EXPECT_TRUE(duplicate_shortcuts(w.window.get()).isEmpty());
}

TEST(Window, EveryActionSaysItsKey_EveryInputHasAName) {
  FakeWindow w;
  for (const QAction* a : w.window->findChildren<QAction*>())
    if (!a->shortcuts().isEmpty() && a->parent() != nullptr && !a->text().isEmpty()) {
      EXPECT_TRUE(a->toolTip().contains('(')) << a->text().toStdString();
    }
  for (const QSlider* s : w.window->findChildren<QSlider*>()) EXPECT_FALSE(s->accessibleName().isEmpty());
  for (const QComboBox* c : w.window->findChildren<QComboBox*>()) EXPECT_FALSE(c->accessibleName().isEmpty());
}

TEST(Window, CanBeResizedToSmallAndLarge_AndClosedWhileRunning) {
  for (int i = 0; i < 6; ++i) {
    FakeWindow w;
    ASSERT_TRUE(wait_until([&] { return w.moving(); }));
    for (const QSize size : {QSize(700, 520), QSize(1500, 950), QSize(1024, 700)}) {
      w.window->resize(size);
      run_for(40);
    }
    EXPECT_TRUE(w.view()->picture(true).width() > 100);
    w.window->close();
  }
}

TEST(Window, BothCanvasesShowTheSamePicture) {
  QImage pictures[2];
  int i = 0;
  for (CanvasKind kind : {CanvasKind::native, CanvasKind::raster}) {
    SceneView view(nullptr, kind);
    view.resize(420, 360);
    view.show();
    auto s = std::make_shared<Snapshot>(lattice_snapshot(120, 6));
    view.showSnapshot(s);
    int draws = 0;
    QObject::connect(&view, &SceneView::drawn, &view, [&] { ++draws; });
    ASSERT_TRUE(wait_until([&] { return draws >= 2; }));
    run_for(100);
    view.showSnapshot(s);
    run_for(100);
    pictures[i++] = view.picture(false);
  }
  ASSERT_EQ(pictures[0].size(), pictures[1].size());
  long different = 0, bright = 0;
  for (int y = 0; y < 360; ++y)
    for (int x = 0; x < 420; ++x) {
      const QRgb a = pictures[0].pixel(x, y), b = pictures[1].pixel(x, y);
      different += std::abs(qRed(a) - qRed(b)) + std::abs(qGreen(a) - qGreen(b)) + std::abs(qBlue(a) - qBlue(b)) > 12;
      bright += qGreen(a) > 80;
    }
  EXPECT_GT(bright, 5000);
  EXPECT_LT(different, 420 * 360 / 200);
}

}  // namespace
}  // namespace slurry::ui::testing
