// SPDX-License-Identifier: BSD-3-Clause
// Nothing that ran is lost: branches, runs that are kept, and edits that are taken back.
#include <gtest/gtest.h>

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QMouseEvent>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QToolButton>
#include <QWheelEvent>

#include <cmath>
#include <filesystem>
#include <set>

#include "experiment/front.hpp"
#include "laboratory/edit_stack.hpp"
#include "models/view_look.hpp"
#include "panels/branch_strip.hpp"
#include "panels/message_chip.hpp"
#include "panels/moment_banner.hpp"
#include "panels/number_field.hpp"
#include "panels/track.hpp"
#include "panels/transport_bar.hpp"
#include "run_actions.hpp"
#include "slice_control.hpp"
#include "slurry/trajectory.hpp"
#include "support/temporary_folder.hpp"
#include "ui/support/window_driver.hpp"
#include "view_actions.hpp"

namespace slurry::ui::testing {
namespace {

struct Laboratory : FakeWindow {
  Laboratory() {
    EXPECT_TRUE(wait_until([this] { return window->player()->count() > 15; }));
  }
  Experiment* experiment() const { return window->front()->experiment(); }
  const Tree& tree() const { return experiment()->tree(); }
  NumberSlider* viscosity() const { return slider_of(*window, "fluid.viscosity"); }
  double in_force() const { return window->bridge()->latest()->scenario->viscosity; }
  QUndoStack* stack() const { return window->edits()->stack(); }
  bool settled() const { return !experiment()->isStarting(); }
  void pause() {
    key(Qt::Key_Space);
    ASSERT_TRUE(wait_until([this] { return window->bridge()->latest()->state == SessionState::paused; }));
    run_for(80);
  }
};

/// Of two sentences the second, about what a change does here, gives way first. Neither is ever cut.
TEST(WindowBranches, LookingBackTheBannerSaysWhatTheRunDoes) {
  Laboratory w;
  w.window->player()->seek(5);
  const QLabel* sentence = w.window->findChild<MomentBanner*>()->sentence();
  std::set<QString> said;
  for (const int width : {1900, 1600, 1500, 1440, 1300, 1130, 1000, 800}) {
    w.window->resize(width, 800);
    run_for(150);
    if (!sentence->isVisible()) continue;
    EXPECT_TRUE(sentence->text().startsWith("The run ") && sentence->text().endsWith('.'))
        << width << ": " << sentence->text().toStdString();
    EXPECT_GE(sentence->width(), sentence->fontMetrics().horizontalAdvance(sentence->text())) << width;
    said.insert(sentence->text().section(". ", 1));
  }
  EXPECT_EQ(said, (std::set<QString>{"", "Changing a value here starts a branch."}));
}

TEST(WindowBranches, ANumberOfBodiesKeepsTheFormerRun_AndOffersItBack) {
  Laboratory w;
  const long ran = w.window->bridge()->latest()->step;
  auto* count = field_of(*w.window, "bodies.count")->findChild<QLineEdit*>();
  type(count, "77");
  QTest::keyClick(count, Qt::Key_Return);
  ASSERT_TRUE(wait_until([&] { return w.tree().branches().size() == 2; }));
  const Branch& former = w.tree().branch(0);
  // Its very end is kept whole, also where the window saw no picture of it.
  const long end = former.whole.back().step;
  EXPECT_GE(end, ran);
  EXPECT_GT(former.pictures.size(), 10u);
  EXPECT_TRUE(wait_until([&] { return w.window->chip()->text().contains("Take it back"); }));
  w.window->edits()->undo()->trigger();
  ASSERT_TRUE(wait_until([&] { return w.settled() && w.tree().current() == 0; }));
  EXPECT_TRUE(wait_until([&] { return w.window->player()->following() && w.shown()->step == end; }));
  w.window->edits()->redo()->trigger();
  EXPECT_TRUE(wait_until([&] { return w.settled() && w.tree().current() == 1; }));
}

TEST(WindowBranches, RestartAndANewSeedKeepWhatRan) {
  Laboratory w;
  w.window->run()->reset()->trigger();
  ASSERT_TRUE(wait_until([&] { return w.tree().branches().size() == 2 && w.settled(); }));
  EXPECT_GT(w.tree().branch(0).pictures.size(), 10u);
  EXPECT_EQ(w.tree().branch(1).start.parent, -1);
  EXPECT_TRUE(wait_until([&] { return w.window->player()->firstTime() == 0 && w.moving(); }));  // it ran before
  const auto* strip = w.window->findChild<BranchStrip*>();
  EXPECT_TRUE(wait_until([&] { return strip->isVisible(); }));
  EXPECT_EQ(strip->count(), 2);
  EXPECT_EQ(strip->currentIndex(), 1);
}

TEST(WindowBranches, ARefusedStartChangesNothing_AndIsSaid) {
  Laboratory w;
  w.session->refuseNextStart("No room for 77 spheres");
  w.window->run()->reset()->trigger();
  EXPECT_TRUE(wait_until([&] { return w.settled() && w.window->chip()->text().contains("No room"); }));
  EXPECT_EQ(w.tree().branches().size(), 1u);
  EXPECT_TRUE(w.window->player()->following());
  EXPECT_EQ(w.stack()->count(), 0);
}

TEST(WindowBranches, TheStripGoesBackAndForth_AndTheWindowShowsEachRunsOwnMoments) {
  Laboratory w;
  w.pause();
  const long end = w.window->bridge()->latest()->step;
  w.window->player()->seek(4);
  auto* banner = w.window->findChild<MomentBanner*>();
  EXPECT_TRUE(banner->isVisible());
  banner->branch()->click();
  ASSERT_TRUE(wait_until([&] { return w.tree().branches().size() == 2 && w.window->player()->following(); }));
  EXPECT_FALSE(banner->isVisible());
  const long fork = w.tree().branch(1).start.step;
  EXPECT_EQ(w.shown()->step, fork);
  EXPECT_EQ(w.window->bridge()->latest()->state, SessionState::paused);  // as the run was
  auto* strip = w.window->findChild<BranchStrip*>();
  ASSERT_TRUE(wait_until([&] { return strip->isVisible(); }));
  Q_EMIT strip->tabBarClicked(0);
  EXPECT_EQ(w.shown()->step, end);  // what is kept is seen at once
  ASSERT_TRUE(wait_until([&] { return w.settled() && w.window->player()->following(); }));
  EXPECT_EQ(w.window->bridge()->latest()->step, end);
  Q_EMIT strip->tabBarClicked(1);
  ASSERT_TRUE(wait_until([&] { return w.settled() && w.tree().current() == 1; }));
  EXPECT_TRUE(wait_until([&] { return w.window->bridge()->latest()->step == fork; }));
  // None is dropped without a question.
  w.experiment()->goTo(0);
  ASSERT_TRUE(wait_until([&] { return w.settled() && w.tree().current() == 0; }));
  strip->drop(1);
  auto* question = w.window->findChild<QMessageBox*>();
  ASSERT_TRUE(question);
  EXPECT_EQ(w.tree().branches().size(), 2u);
  for (QAbstractButton* b : question->buttons())
    if (b->text().contains("Drop")) b->click();
  EXPECT_TRUE(wait_until([&] { return w.tree().branches().size() == 1 && !strip->isVisible(); }));
}

/// To drop a branch one asks for its menu; the run must not go there for that.
TEST(WindowBranches, TheRightButtonOffersAMenu_AndGoesNowhere) {
  Laboratory w;
  w.pause();
  w.window->player()->seek(4);
  w.window->findChild<MomentBanner*>()->branch()->click();
  ASSERT_TRUE(wait_until([&] { return w.settled() && w.tree().current() == 1; }));
  auto* strip = w.window->findChild<BranchStrip*>();
  ASSERT_TRUE(wait_until([&] { return strip->isVisible(); }));
  QSignalSpy clicked(strip, &QTabBar::tabBarClicked);
  QTest::mouseClick(strip, Qt::RightButton, {}, strip->tabRect(0).center());
  if (QWidget* menu = QApplication::activePopupWidget()) menu->close();
  EXPECT_EQ(clicked.count(), 0);
  run_for(100);
  EXPECT_EQ(w.tree().current(), 1);
}

TEST(WindowBranches, ABranchBeginsByKeyboard) {
  Laboratory w;
  w.pause();
  w.key(Qt::Key_B, Qt::ControlModifier | Qt::ShiftModifier);  // there is no moment looked back at
  run_for(100);
  EXPECT_EQ(w.tree().branches().size(), 1u);
  w.window->player()->seek(4);
  const long step = w.shown()->step;
  w.key(Qt::Key_B, Qt::ControlModifier | Qt::ShiftModifier);
  ASSERT_TRUE(wait_until([&] { return w.settled() && w.tree().branches().size() == 2; }));
  EXPECT_EQ(w.tree().branch(1).start.step, step);
}

/// Only runs of one name are told apart by a number.
TEST(WindowBranches, AnotherExperimentHasItsOwnName) {
  Laboratory w;
  Scenario other;
  other.title = "Another one";
  w.window->load(other);
  ASSERT_TRUE(wait_until([&] { return w.settled() && w.tree().branches().size() == 2; }));
  const auto* strip = w.window->findChild<BranchStrip*>();
  EXPECT_TRUE(wait_until([&] { return strip->tabText(1) == "Another one"; })) << strip->tabText(1).toStdString();
  w.window->load(other);
  ASSERT_TRUE(wait_until([&] { return w.settled() && w.tree().branches().size() == 3; }));
  EXPECT_TRUE(wait_until([&] { return strip->tabText(2) == "Another one (2)"; })) << strip->tabText(2).toStdString();
}

/// A locked range compares runs of one scenario. The numbers of another scenario may be far outside it.
TEST(WindowBranches, ALockedColourRangeEndsWithItsScenario) {
  Laboratory w;
  QAction* lock = nullptr;
  for (QAction* a : w.view()->actions())
    if (a->text() == "&Lock colour range") lock = a;
  ASSERT_TRUE(lock);
  lock->trigger();
  w.window->load(Scenario{});
  ASSERT_TRUE(wait_until([&] { return w.settled() && w.tree().branches().size() == 2 && w.moving(); }));
  EXPECT_TRUE(w.view()->state().range.locked && lock->isChecked());
  Scenario other;
  other.title = "Another one";
  other.name = "another";
  w.window->load(other);
  ASSERT_TRUE(wait_until([&] { return w.settled() && w.tree().branches().size() == 3 && w.moving(); }));
  EXPECT_TRUE(wait_until([&] { return !w.view()->state().range.locked && !lock->isChecked(); }));
}

TEST(WindowUndo, ALiveValueIsTakenBackFromNowOn_AndTheRunSaysSo) {
  Laboratory w;
  const double first = w.in_force();
  w.viscosity()->ask(0.4);
  ASSERT_TRUE(wait_until([&] { return w.in_force() == 0.4 && w.stack()->count() == 1; }));
  EXPECT_TRUE(w.stack()->undoText().contains("0.4")) << w.stack()->undoText().toStdString();
  w.window->edits()->undo()->trigger();
  ASSERT_TRUE(wait_until([&] { return w.in_force() == first; }));
  EXPECT_EQ(w.window->bridge()->latest()->events->back().by, "undo");
  EXPECT_TRUE(wait_until([&] { return w.viscosity()->value() == first; }));
  run_for(60);
  EXPECT_EQ(w.stack()->count(), 1);  // taking back is no edit of its own
  w.window->edits()->redo()->trigger();
  ASSERT_TRUE(wait_until([&] { return w.in_force() == 0.4; }));
  EXPECT_EQ(w.tree().branches().size(), 1u);
  // The keys.
  w.key(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_TRUE(wait_until([&] { return w.in_force() == first; }));
  w.key(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_TRUE(wait_until([&] { return w.in_force() == 0.4; }));
}

TEST(WindowUndo, OneDragIsOneEdit_AndARefusedOneIsNone) {
  Laboratory w;
  const double first = w.in_force();
  for (int i = 1; i <= 12; ++i) w.viscosity()->ask(first * (1 + 0.1 * i)), run_for(25);
  ASSERT_TRUE(wait_until([&] { return std::abs(w.in_force() - 2.2 * first) < 1e-3 * first; }));
  run_for(100);
  EXPECT_EQ(w.stack()->count(), 1);
  w.window->bridge()->post(SetOption{"fluid.viscosity", "-3"});
  run_for(150);
  EXPECT_EQ(w.stack()->count(), 1);
  w.window->edits()->undo()->trigger();
  EXPECT_TRUE(wait_until([&] { return w.in_force() == first; }));
}

TEST(WindowUndo, ABranchIsTakenBack_AndStaysInTheStrip) {
  Laboratory w;
  w.pause();
  const long end = w.window->bridge()->latest()->step;
  w.window->player()->seek(3);
  w.viscosity()->ask(0.6);
  ASSERT_TRUE(wait_until([&] { return w.settled() && w.tree().branches().size() == 2; }));
  ASSERT_TRUE(wait_until([&] { return w.in_force() == 0.6; }));
  EXPECT_TRUE(wait_until([&] { return w.window->chip()->text().contains("Branched at t = "); }));
  ASSERT_EQ(w.stack()->count(), 1);
  w.window->edits()->undo()->trigger();
  ASSERT_TRUE(wait_until([&] { return w.settled() && w.tree().current() == 0; }));
  EXPECT_TRUE(wait_until([&] { return w.window->bridge()->latest()->step == end; }));
  EXPECT_EQ(w.tree().branches().size(), 2u);
  w.window->edits()->redo()->trigger();
  EXPECT_TRUE(wait_until([&] { return w.settled() && w.tree().current() == 1 && w.in_force() == 0.6; }));
}

TEST(WindowUndo, ReverseIsReversedAgain_AndBranchesWhereOneLooksBack) {
  Laboratory w;
  const auto turns = [&] {
    const auto events = w.window->bridge()->latest()->events;
    long n = 0;
    for (const Event& e : events ? *events : std::vector<Event>()) n += e.key == reverse_key;
    return n;
  };
  w.window->run()->reverse()->trigger();
  ASSERT_TRUE(wait_until([&] { return turns() == 1 && w.stack()->count() == 1; }));
  // The stretch that runs back is marked.
  const Track* track = w.window->findChild<TransportBar*>()->slider();
  EXPECT_TRUE(wait_until([&] { return track->state().reversed.size() == 1 && track->state().flags.size() == 1; }));
  w.window->edits()->undo()->trigger();
  ASSERT_TRUE(wait_until([&] { return turns() == 2; }));
  EXPECT_EQ(w.stack()->count(), 1);
  w.window->player()->seek(2);
  const long step = w.shown()->step;
  w.window->run()->reverse()->trigger();
  ASSERT_TRUE(wait_until([&] { return w.tree().branches().size() == 2; }));
  EXPECT_EQ(w.tree().branch(1).start.step, step);
  EXPECT_EQ(w.tree().branch(1).start.changes.front().key, reverse_key);
}

TEST(WindowUndo, TheLookOfTheViewIsTakenBack_WithoutAnEventOfTheRun) {
  Laboratory w;
  ASSERT_TRUE(w.view()->options().show_pipe);
  const std::string by = w.view()->options().by;
  w.key(Qt::Key_C);
  ASSERT_NE(w.view()->options().by, by);
  EXPECT_EQ(w.stack()->count(), 1);
  w.window->edits()->undo()->trigger();
  EXPECT_EQ(w.view()->options().by, by);
  w.window->edits()->redo()->trigger();
  EXPECT_NE(w.view()->options().by, by);
  EXPECT_EQ(w.window->bridge()->latest()->events, nullptr);
}

/// Where the camera is: what undo has to bring back.
struct Eye {
  Vec3d position, focus, up;
  explicit Eye(const SceneView* v) {
    const CameraPose p = v->state().turntable.pose();
    position = p.position, focus = p.focus, up = p.up;
  }
  bool operator==(const Eye&) const = default;
};

void drag(SceneView* view, QPoint by, Qt::MouseButton button = Qt::LeftButton) {
  const QPoint from = view->rect().center();
  QTest::mousePress(view, button, {}, from);
  for (int i = 1; i <= 10; ++i) {
    const QPointF at = from + by * i / 10;
    QMouseEvent move(QEvent::MouseMove, at, view->mapToGlobal(at), Qt::NoButton, button, Qt::NoModifier);
    QApplication::sendEvent(view, &move);
  }
  QTest::mouseRelease(view, button, {}, from + by);
}

void wheel(SceneView* view, int angle, quint64 milliseconds) {
  const QPointF at = view->rect().center();
  QWheelEvent event(at, view->mapToGlobal(at), {}, {0, angle}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
  event.setTimestamp(milliseconds);
  QApplication::sendEvent(view, &event);
}

TEST(WindowUndo, ADragOfTheCameraIsOneEdit) {
  Laboratory w;
  const Eye first(w.view());
  drag(w.view(), {80, 30});
  const Eye turned(w.view());
  EXPECT_FALSE(turned == first);
  EXPECT_EQ(w.stack()->count(), 1);
  drag(w.view(), {0, 60}, Qt::RightButton);  // nearer or farther
  const Eye zoomed(w.view());
  EXPECT_EQ(w.stack()->count(), 2);
  QTest::mouseClick(w.view(), Qt::LeftButton);  // a choice, and no movement
  EXPECT_EQ(w.stack()->count(), 2);
  w.window->edits()->undo()->trigger();
  EXPECT_TRUE(Eye(w.view()) == turned);
  w.window->edits()->undo()->trigger();
  EXPECT_TRUE(Eye(w.view()) == first);
  w.window->edits()->redo()->trigger();
  w.window->edits()->redo()->trigger();
  EXPECT_TRUE(Eye(w.view()) == zoomed);
  EXPECT_EQ(w.window->bridge()->latest()->events, nullptr);  // of the run nothing was changed
}

TEST(WindowUndo, TurnsOfTheWheelAreOneEdit_UntilItRests) {
  Laboratory w;
  const Eye first(w.view());
  for (quint64 t = 1000; t < 3000; t += 200) wheel(w.view(), 120, t);
  const Eye near(w.view());
  EXPECT_EQ(w.stack()->count(), 1);
  for (quint64 t = 9000; t < 9800; t += 200) wheel(w.view(), -120, t);
  EXPECT_EQ(w.stack()->count(), 2);
  w.window->edits()->undo()->trigger();
  EXPECT_TRUE(Eye(w.view()) == near);
  w.window->edits()->undo()->trigger();
  EXPECT_TRUE(Eye(w.view()) == first);
}

TEST(WindowUndo, EveryActionOnTheViewIsTakenBack) {
  Laboratory w;
  w.pause();  // what is looked at stands still
  drag(w.view(), {70, 40});
  const auto looks = [&] { return look_of(w.view()->state()); };
  int edits = w.stack()->count();
  for (const Qt::Key key : {Qt::Key_1, Qt::Key_3, Qt::Key_7, Qt::Key_9, Qt::Key_5, Qt::Key_R, Qt::Key_F, Qt::Key_T,
                            Qt::Key_H, Qt::Key_B, Qt::Key_W, Qt::Key_G, Qt::Key_X, Qt::Key_S, Qt::Key_C}) {
    const ViewLook before = looks();
    w.key(key);
    const ViewLook after = looks();
    if (same_look(before, after)) continue;  // it looked so already
    ASSERT_EQ(w.stack()->count(), ++edits) << key;
    w.window->edits()->undo()->trigger();
    EXPECT_TRUE(same_look(looks(), before)) << key;
    w.window->edits()->redo()->trigger();
    EXPECT_TRUE(same_look(looks(), after)) << key;
  }
  EXPECT_GE(edits, 13);
  while (w.stack()->canUndo()) w.window->edits()->undo()->trigger();
  EXPECT_EQ(w.stack()->count(), edits);  // the buttons that followed are no edits
}

TEST(WindowUndo, ARunThatComesBackIsLookedAtAsBefore) {
  Laboratory w;
  w.pause();
  drag(w.view(), {120, 50});
  w.key(Qt::Key_W);
  const ViewLook left = look_of(w.view()->state());
  Scenario other;
  other.run.seed = 9;
  w.window->load(other);
  ASSERT_TRUE(wait_until(
      [&] { return w.tree().branches().size() == 2 && w.settled() && w.tree().branch(1).pictures.size() > 5; }));
  w.pause();
  drag(w.view(), {-60, 20});
  const ViewLook later = look_of(w.view()->state());
  ASSERT_FALSE(same_look(left, later));
  w.experiment()->goTo(0);
  EXPECT_TRUE(wait_until([&] { return w.settled() && same_look(look_of(w.view()->state()), left); }));
  w.experiment()->goTo(1);
  EXPECT_TRUE(wait_until([&] { return w.settled() && same_look(look_of(w.view()->state()), later); }));
}

TEST(WindowUndo, TheSliceIsPutBack) {
  Laboratory w;
  auto* control = w.window->findChild<SliceControl*>();
  auto* offset = control->findChild<QSlider*>();
  const Slice& slice = w.experiment()->slice();
  offset->setSliderDown(true);
  for (int i = 1; i <= 8; ++i) offset->setValue(5 * i);
  offset->setSliderDown(false);
  EXPECT_EQ(w.stack()->count(), 1);
  EXPECT_DOUBLE_EQ(slice.place(), 0.4);
  auto* plane = control->findChild<QComboBox*>();
  plane->setCurrentIndex(2);
  Q_EMIT plane->activated(2);
  EXPECT_EQ(w.stack()->count(), 2);
  EXPECT_EQ(slice.plane(), FieldPlane::Plane::yz);
  EXPECT_EQ(slice.place(), 0);
  w.window->edits()->undo()->trigger();
  EXPECT_EQ(slice.plane(), FieldPlane::Plane::xy);
  EXPECT_DOUBLE_EQ(slice.place(), 0.4);
  EXPECT_EQ(offset->value(), 40);
  w.window->edits()->undo()->trigger();
  EXPECT_EQ(slice.place(), 0);
  w.window->edits()->redo()->trigger();
  w.window->edits()->redo()->trigger();
  EXPECT_EQ(slice.plane(), FieldPlane::Plane::yz);
  EXPECT_EQ(w.stack()->count(), 2);
}

QPushButton* answer(const QWidget& window, const char* name) {
  return window.findChild<QPushButton*>(QString::fromUtf8(name));
}

/// The working folder of the program, for as long as this lives.
struct WorkingIn {
  std::filesystem::path before = std::filesystem::current_path();
  explicit WorkingIn(const std::filesystem::path& folder) { std::filesystem::current_path(folder); }
  ~WorkingIn() { std::filesystem::current_path(before); }
};

TEST(WindowClosing, AsksAboutWhatWasNotRecorded_AndDiscardsIt) {
  Laboratory w;
  w.window->setAsksBeforeClosing(true);
  w.window->close();
  EXPECT_TRUE(w.window->isVisible());
  ASSERT_TRUE(answer(*w.window, "closing.discard"));
  answer(*w.window, "closing.discard")->click();
  EXPECT_TRUE(wait_until([&] { return !w.window->isVisible(); }));
}

TEST(WindowClosing, IsCancelledByEscape_AndTheRunGoesOn) {
  Laboratory w;
  w.window->setAsksBeforeClosing(true);
  w.window->close();
  auto* box = w.window->findChild<QMessageBox*>();
  ASSERT_TRUE(box);
  w.window->close();  // again: one question is enough
  EXPECT_EQ(w.window->findChildren<QMessageBox*>().size(), 1);
  QTest::keyClick(box, Qt::Key_Escape);
  EXPECT_TRUE(wait_until([&] { return !w.window->findChild<QMessageBox*>(); }));
  EXPECT_TRUE(w.window->isVisible());
  const long step = w.window->bridge()->latest()->step;
  EXPECT_TRUE(wait_until([&] { return w.window->bridge()->latest()->step > step; }));
}

TEST(WindowClosing, AsksNothingWhereNothingWasKept) {
  auto fake = std::make_unique<FakeSession>();
  MainWindow window(std::move(fake));
  window.show();
  window.setAsksBeforeClosing(true);
  window.load(Scenario{}, false);
  ASSERT_TRUE(wait_until([&] { return window.player()->count() == 1; }));  // placed, and nothing ran
  window.close();
  EXPECT_FALSE(window.isVisible());
}

/// Saved by the keyboard: every branch is a file with the moments that were kept of it.
TEST(WindowClosing, SavesEachRun_AndCloses) {
  const test::TemporaryFolder folder;
  const WorkingIn here(folder.path());
  {
    Laboratory w;
    w.window->run()->reset()->trigger();
    ASSERT_TRUE(wait_until([&] { return w.tree().branches().size() == 2 && w.settled(); }));
    ASSERT_TRUE(wait_until([&] { return w.experiment()->unrecorded().size() == 2; }));
    w.window->setAsksBeforeClosing(true);
    w.window->close();
    auto* box = w.window->findChild<QMessageBox*>();
    ASSERT_TRUE(box);
    box->activateWindow();  // as a window manager does
    ASSERT_TRUE(wait_until([&] { return QApplication::focusWidget() == answer(*w.window, "closing.save"); }));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    EXPECT_TRUE(wait_until([&] { return !w.window->isVisible(); }, 30000));
    for (const auto& [branch, name] : {std::pair{0, "fake.h5"}, {1, "fake-2.h5"}}) {
      const Trajectory file(folder.path() / name);
      const auto& kept = w.tree().branch(branch).pictures;
      ASSERT_EQ(file.frames(), kept.size());
      for (const std::size_t i : {std::size_t{0}, kept.size() / 2, kept.size() - 1}) {
        EXPECT_EQ(file.frame(i)->step, kept.at(i).step);
        const auto written = file.frame(i)->positions, shown = kept.at(i).content.snapshot()->positions;
        ASSERT_EQ(written.size(), shown.size());
        // The newest picture may have been packed since, with a finer slice.
        const double allowed = i + 1 == kept.size() ? 1e-4 : 0;
        for (std::size_t k = 0; k < written.size(); ++k) EXPECT_NEAR(written[k], shown[k], allowed);
      }
    }
  }
}

TEST(WindowClosing, StaysAndSaysWhy_WhereNothingCanBeWritten) {
  const test::TemporaryFolder folder;
  const std::filesystem::path gone = folder.path() / "gone";
  std::filesystem::create_directory(gone);
  const WorkingIn here(gone);
  {
    Laboratory w;
    w.window->setAsksBeforeClosing(true);
    w.window->close();
    ASSERT_TRUE(answer(*w.window, "closing.save"));
    std::filesystem::remove(gone);
    answer(*w.window, "closing.save")->click();
    EXPECT_TRUE(wait_until([&] { return w.window->chip()->text().contains("could not be saved"); }, 30000));
    EXPECT_TRUE(w.window->isVisible());
    w.window->setAsksBeforeClosing(false);
  }
}

TEST(WindowBranches, AFileIsRunFromTheFrameThatIsShown) {
  Laboratory w;
  w.window->openFile("somewhere/run.h5");
  ASSERT_TRUE(wait_until([&] { return w.window->player()->ofFile(); }));
  w.window->player()->seek(7);
  ASSERT_TRUE(wait_until([&] { return w.shown()->step == 7; }));
  w.viscosity()->ask(0.9);
  ASSERT_TRUE(wait_until([&] { return w.tree().branches().size() == 2 && w.window->player()->following(); }));
  const LoadState start = w.commands<LoadState>().back();
  EXPECT_EQ(start.file, "somewhere/run.h5");
  EXPECT_EQ(start.frame, 7);
  EXPECT_EQ(w.in_force(), 0.9);
  EXPECT_EQ(w.tree().branch(1).start.file, "somewhere/run.h5");
  EXPECT_GT(w.tree().branch(0).pictures.size(), 10u);
}

TEST(WindowBranches, TheSliceButtonIsPressedOnlyWhereASliceCanBeDrawn) {
  Laboratory w;
  QAction* slice = nullptr;
  for (QAction* a : w.window->findChildren<QAction*>())
    if (a->text() == "Velocity &slice") slice = a;
  ASSERT_TRUE(slice);
  ASSERT_TRUE(slice->isChecked());
  w.window->openFile("somewhere/run.h5");  // its frames have no slice
  ASSERT_TRUE(wait_until([&] { return w.window->player()->ofFile() && w.shown() && !w.shown()->field(); }));
  EXPECT_TRUE(wait_until([&] { return !slice->isChecked() && !slice->isEnabled(); }));
  w.key(Qt::Key_End);
  EXPECT_TRUE(wait_until([&] { return slice->isChecked() && slice->isEnabled(); }));
}

TEST(WindowBranches, AKnobMeansTheSameNumber_BeforeAFileWasOpened_AndAfterwards) {
  Laboratory w;
  NumberSlider* viscosity = w.viscosity();
  const double first = viscosity->value();
  const int first_knob = viscosity->slider()->value();
  viscosity->ask(0.3);
  ASSERT_TRUE(wait_until([&] { return w.in_force() == 0.3; }));
  const int knob = viscosity->slider()->value();
  EXPECT_NE(knob, first_knob);
  w.window->openFile("somewhere/run.h5");  // of the first viscosity
  ASSERT_TRUE(wait_until([&] { return w.window->player()->ofFile() && viscosity->value() == first; }));
  EXPECT_EQ(viscosity->slider()->value(), first_knob);
  w.key(Qt::Key_End);
  ASSERT_TRUE(wait_until([&] { return viscosity->value() == 0.3; }));
  EXPECT_EQ(viscosity->slider()->value(), knob);
}

}  // namespace
}  // namespace slurry::ui::testing
