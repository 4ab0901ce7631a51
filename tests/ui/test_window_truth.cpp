// SPDX-License-Identifier: BSD-3-Clause
// One truth per moment: what panels say belongs to what is shown, and what was refused was not applied.
#include <gtest/gtest.h>

#include <QAbstractItemView>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSlider>
#include <QStatusBar>
#include <QWindow>

#include <algorithm>
#include <cmath>

#include "experiment/front.hpp"
#include "panels/error_panel.hpp"
#include "panels/message_chip.hpp"
#include "panels/number_field.hpp"
#include "panels/number_slider.hpp"
#include "panels/stage_panel.hpp"
#include "panels/transport_bar.hpp"
#include "run_actions.hpp"
#include "ui/support/window_driver.hpp"

namespace slurry::ui::testing {
namespace {

[[maybe_unused]] void enter(QLineEdit* field, const QString& text) {
  type(field, text);
  QTest::keyClick(field, Qt::Key_Return);
}

QString status(const FakeWindow& w) {
  return w.window->statusBar()->findChild<QLabel*>()->text();
}

QLabel* label_with(const QWidget* in, const QString& words) {
  for (QLabel* l : in->findChildren<QLabel*>())
    if (l->text().contains(words)) return l;
  return nullptr;
}

/// A run whose viscosity was changed, paused, and looked back to before the change.
struct LookingBack : FakeWindow {
  double first = 0, later = 0;
  LookingBack() {
    EXPECT_TRUE(wait_until([this] { return window->player()->count() > 10; }));
    first = viscosity()->value();
    later = 2 * first;
    viscosity()->ask(later);
    EXPECT_TRUE(wait_until([this] { return shown()->scenario->viscosity == later; }));
    const std::size_t kept = window->player()->count();
    EXPECT_TRUE(wait_until([&] { return window->player()->count() > kept + 5; }));
    window->findChild<TransportBar*>()->slider()->setValue(2);
  }
  NumberSlider* viscosity() const { return slider_of(*window, "fluid.viscosity"); }
  QLabel* sentence() const { return field_of(*window, "fluid.viscosity")->sentence(); }
};

TEST(WindowTruth, LookingBackShowsTheParametersOfThatMoment_AndTheStatusLineSaysSo) {
  LookingBack w;
  EXPECT_EQ(w.viscosity()->value(), w.first);
  EXPECT_TRUE(status(w).startsWith("Looking back at t = ")) << status(w).toStdString();
  EXPECT_TRUE(status(w).endsWith("; the run goes on")) << status(w).toStdString();
  run_for(200);  // the run goes on, and changes nothing here
  EXPECT_EQ(w.viscosity()->value(), w.first);
  w.window->bridge()->post(Pause{});
  EXPECT_TRUE(wait_until([&] { return status(w).endsWith("; the run is paused"); })) << status(w).toStdString();
  w.key(Qt::Key_End);
  EXPECT_EQ(w.viscosity()->value(), w.later);
  EXPECT_TRUE(wait_until([&] { return status(w) == "Paused"; })) << status(w).toStdString();
}

TEST(WindowTruth, AnEditWhileLookingBackBranchesThere_AndNothingOfTheOtherRunChanges) {
  LookingBack w;
  const Experiment* e = w.window->front()->experiment();
  const long step = w.shown()->step;
  const std::size_t edits = w.commands<SetOption>().size();
  const auto before = e->tree().branch(0).events();
  w.viscosity()->ask(0.7);
  ASSERT_TRUE(wait_until([&] { return e->tree().branches().size() == 2; }));
  const std::vector<LoadState> starts = w.commands<LoadState>();
  ASSERT_EQ(starts.size(), 1u);
  EXPECT_EQ(starts[0].changes.size(), 1u);
  EXPECT_EQ(starts[0].changes[0].key, "fluid.viscosity");
  EXPECT_EQ(w.commands<SetOption>().size(), edits);  // the other run was asked nothing
  const Branch& branch = e->tree().branch(1);
  EXPECT_EQ(branch.start.step, step);
  EXPECT_EQ(branch.start.parent, 0);
  // The run went on; so does the branch, and the window follows it.
  EXPECT_TRUE(wait_until([&] { return w.window->player()->following() && w.shown()->step > step + 3; }));
  EXPECT_EQ(w.shown()->scenario->viscosity, 0.7);
  EXPECT_EQ(w.viscosity()->value(), 0.7);
  // What ran before is all there.
  EXPECT_EQ(e->tree().branch(0).events()->size(), before->size());
  EXPECT_GT(e->tree().branch(0).pictures.back().step, step);
  EXPECT_EQ(e->tree().branch(0).newest->scenario->viscosity, w.later);
}

TEST(WindowTruth, StageTimesWhileLookingBackAreThoseOfThatStep) {
  FakeWindow w;
  auto* panel = w.window->findChild<StagePanel*>();
  ASSERT_TRUE(wait_until([&] { return label_with(panel, "of it in these stages") != nullptr; }));
  w.key(Qt::Key_Space);
  ASSERT_TRUE(wait_until([&] { return w.window->bridge()->latest()->state == SessionState::paused; }));
  run_for(300);
  const QString live = label_with(panel, "in these stages")->text();
  auto slow = std::make_shared<Snapshot>(*w.shown());
  slow->step = 12345;
  slow->stage_times["FFT"] = 0.5;
  const QString sentence =
      QStringLiteral("Step 12345: %1 ms in these stages").arg(1e3 * slow->stage_times.total(), 0, 'f', 0);
  panel->show(slow, false);
  // not a mean of this step and others, and beside no total of others
  EXPECT_TRUE(wait_until([&] { return label_with(panel, sentence) != nullptr; }, 500))
      << label_with(panel, "in these stages")->text().toStdString();
  panel->show(w.shown(), true);
  EXPECT_TRUE(wait_until([&] { return label_with(panel, live) != nullptr; }, 500))
      << label_with(panel, "in these stages")->text().toStdString();
}

TEST(WindowTruth, ErrorsThatAreNotMeasuredYetAreNotCalledStored) {
  FakeWindow w;
  auto* panel = w.window->findChild<ErrorPanel*>();
  ASSERT_TRUE(wait_until([&] { return label_with(panel, "of the allowed error (step ") != nullptr; }));
  w.key(Qt::Key_Space);
  ASSERT_TRUE(wait_until([&] { return w.window->bridge()->latest()->state == SessionState::paused; }));
  run_for(300);
  auto changed = std::make_shared<Snapshot>(*w.shown());  // an option was changed: all but that of the step is unknown
  for (const ErrorSource& source : error_sources())
    if (source.entry != &ErrorReport::time_step) (changed->errors.*source.entry).measured = std::nan("");
  changed->errors.measured_at_step = -1;
  panel->show(changed);
  EXPECT_TRUE(wait_until([&] { return label_with(panel, "Error not measured yet") != nullptr; }, 500));
  panel->show(changed, true);
  EXPECT_TRUE(wait_until([&] { return label_with(panel, "Errors stored in the file") != nullptr; }, 500));
}

TEST(WindowTruth, ARejectedNumberIsNotApplied_NeitherAsTheNearestThatIsAllowed) {
  FakeWindow w;
  ASSERT_TRUE(wait_until([&] { return w.moving(); }));
  const std::size_t before = w.commands<SetOption>().size();
  for (const auto& [key, text] : {std::pair{"fluid.viscosity", "-5"}, {"solver.tolerance", "1e-20"}}) {
    NumberSlider* slider = slider_of(*w.window, key);
    const double in_force = slider->value();
    enter(slider->field(), text);
    EXPECT_EQ(slider->value(), in_force) << key;
    EXPECT_EQ(slider->field()->number(), in_force) << key;
    const QLabel* sentence = field_of(*w.window, key)->sentence();
    EXPECT_TRUE(sentence->isVisible());
    EXPECT_TRUE(sentence->text().contains("must be") && sentence->text().contains("was not applied"))
        << sentence->text().toStdString();
    EXPECT_TRUE(sentence->text().contains(text)) << sentence->text().toStdString();
  }
  run_for(100);
  EXPECT_EQ(w.commands<SetOption>().size(), before);
}

/// What of the visible numbers of a window is not seen whole.
QStringList cut_numbers(const QWidget& window) {
  QStringList cut;
  const auto has_digit = [](const QString& t) {
    return std::any_of(t.begin(), t.end(), [](QChar c) { return c.isDigit(); });
  };
  for (const QLabel* l : window.findChildren<QLabel*>()) {
    if (!l->isVisible() || !has_digit(l->text())) continue;
    const QFontMetrics m(l->font());
    const QSize room = l->contentsRect().size();
    bool whole = m.horizontalAdvance(l->text()) <= room.width();
    if (l->wordWrap()) {
      whole = m.boundingRect(QRect(0, 0, room.width(), 10000), Qt::TextWordWrap, l->text()).height() <= room.height();
      for (const QString& word : l->text().split(' ')) whole = whole && m.horizontalAdvance(word) <= room.width();
    }
    // its place in the row, or in the status line, is no smaller than itself
    if (!whole || !l->parentWidget()->rect().contains(QRect(l->pos().x(), 0, l->width(), 1)))
      cut << l->objectName() + ": " + l->text();
  }
  for (const QLineEdit* e : window.findChildren<QLineEdit*>()) {
    if (!e->isVisible() || !has_digit(e->text())) continue;
    if (QFontMetrics(e->font()).horizontalAdvance(e->text()) > e->contentsRect().width() - 4)
      cut << e->parentWidget()->objectName() + " field: " + e->text();
  }
  return cut;
}

TEST(WindowTruth, NoNumberIsCut_AtAnySize_OfTheSuspensionOrABody) {
  FakeWindow w;
  ASSERT_TRUE(wait_until([&] { return w.moving(); }));
  w.window->bridge()->setOption("flow.net_flow", "{ gradient = -0.00123456 }");
  w.window->bridge()->setOption("fluid.viscosity", "0.0123456");
  w.window->bridge()->setOption("run.seed", "4294967295");
  for (const long body : {-1L, 7L})
    for (const bool back : {false, true}) {
      w.view()->select(body);
      if (back) w.window->findChild<TransportBar*>()->slider()->setValue(1);
      w.view()->setFocus();
      for (const QSize size : {QSize(1440, 860), QSize(1024, 700), QSize(1680, 1020)}) {
        w.window->resize(size);
        run_for(300);
        // what has just grown may wait for its place in the row
        EXPECT_TRUE(wait_until([&] { return cut_numbers(*w.window).isEmpty(); }, 2000))
            << size.width() << " x " << size.height() << ": " << cut_numbers(*w.window).join(" | ").toStdString();
        EXPECT_LE(w.window->width(), size.width());
      }
      w.key(Qt::Key_End);
    }
}

TEST(WindowTruth, ListsOpenByEnterAndSpace_AndTheirKeysAreNoShortcutsThere) {
  FakeWindow w;
  ASSERT_TRUE(wait_until([&] { return w.moving(); }));
  run_for(500);  // the first pictures and the first layout, in which a list may move, are over
  const auto lists = w.window->findChildren<QComboBox*>();
  ASSERT_GE(lists.size(), 5);
  for (QComboBox* list : lists)
    for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Enter, Qt::Key_Space}) {
      if (!list->isVisible() || !list->isEnabled()) continue;
      list->setFocus();
      ASSERT_TRUE(list->hasFocus()) << list->accessibleName().toStdString();
      QTest::keyClick(list, key);
      EXPECT_TRUE(wait_until([&] { return list->view()->isVisible(); }, 1000))
          << list->accessibleName().toStdString() << ", key " << key;
      list->hidePopup();
      run_for(20);
    }
  EXPECT_TRUE(w.commands<Pause>().empty());  // as Space elsewhere does
  // What is open is chosen from by the same keys, on the way that those of a keyboard take.
  auto* flow = field_of(*w.window, "flow.net_flow")->findChild<QComboBox*>();
  flow->setFocus();
  const auto press = [&](Qt::Key key) {
    QWidget* at = QApplication::activePopupWidget() ? QApplication::activePopupWidget() : w.window.get();
    QTest::keyClick(at->windowHandle(), key);
    run_for(50);
  };
  const int before = flow->currentIndex();
  for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Down, Qt::Key_Return}) press(key);
  EXPECT_TRUE(wait_until([&] { return !flow->view()->isVisible(); }, 1000));
  EXPECT_EQ(flow->currentIndex(), before + 1);
  QPushButton* rebuild = field_of(*w.window, "bodies.count")->parentWidget()->findChild<QPushButton*>();
  rebuild->setEnabled(true);
  rebuild->setFocus();
  QTest::keyClick(rebuild, Qt::Key_Space);
  run_for(100);
  EXPECT_TRUE(w.commands<Pause>().empty());
}

TEST(WindowTruth, AFileBesideARunSaysThatTheRunContinues) {
  FakeWindow w;
  ASSERT_TRUE(wait_until([&] { return w.moving(); }));
  w.window->openFile("somewhere/run.h5");
  EXPECT_TRUE(wait_until([&] { return status(w) == "Viewing run.h5; the live run continues"; }))
      << status(w).toStdString();
  w.window->bridge()->post(Pause{});
  EXPECT_TRUE(wait_until([&] { return status(w) == "Viewing run.h5; the live run is paused"; }))
      << status(w).toStdString();
}

TEST(WindowTruth, WhereThePictureStandsStillNoFramesAreCounted) {
  LookingBack w;
  const auto rates = [&] {
    const QLabel* l = label_with(w.window->statusBar(), "steps/s");
    return l ? l->text() : QString();
  };
  EXPECT_TRUE(wait_until([&] { return !rates().isEmpty() && !rates().contains("frames/s"); }, 8000))
      << rates().toStdString();
}

TEST(WindowTruth, FullScreenGivesBackAMaximisedWindow) {
  FakeWindow w;
  w.window->setWindowState(Qt::WindowMaximized);
  w.key(Qt::Key_F11);
  EXPECT_TRUE(w.window->windowState() & Qt::WindowFullScreen);
  w.key(Qt::Key_F11);
  EXPECT_FALSE(w.window->windowState() & Qt::WindowFullScreen);
  EXPECT_TRUE(w.window->windowState() & Qt::WindowMaximized);
}

TEST(WindowTruth, WhatWasSaidIsKept) {
  FakeWindow w;
  auto* chip = w.window->findChild<MessageChip*>();
  chip->say("Saved a picture");
  chip->warn("Something failed");
  ASSERT_EQ(chip->history().size(), 2);
  EXPECT_TRUE(chip->history()[0].endsWith("Saved a picture"));
  EXPECT_TRUE(chip->history()[1].endsWith("Something failed"));
}

}  // namespace
}  // namespace slurry::ui::testing
