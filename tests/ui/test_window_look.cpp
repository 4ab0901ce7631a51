// SPDX-License-Identifier: BSD-3-Clause
// The looks of the window: what is in it has room at every size of window and type, nothing moves by itself, and fields
// answer the keys that every other program's fields answer.
#include <gtest/gtest.h>

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QSettings>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <set>
#include <string>

#include "panels/gallery.hpp"
#include "panels/inspector_panel.hpp"
#include "panels/message_chip.hpp"
#include "panels/number_field.hpp"
#include "panels/number_slider.hpp"
#include "panels/sparkline.hpp"
#include "panels/tour_callout.hpp"
#include "ui/support/window_driver.hpp"
#include "view/scene_view.hpp"

namespace slurry::ui {
namespace {

using namespace testing;

TEST(WindowLook, DocksStayAsWideAsTheyAre_WhateverIsInThem) {
  QSettings().remove("window/state_wide");  // as other tests left it
  FakeWindow w;
  ASSERT_TRUE(wait_until([&] { return w.moving(); }));
  w.window->resize(1440, 860);
  run_for(300);
  auto* right = w.window->findChild<QDockWidget*>("panel.inspector");
  auto* left = w.window->findChild<QDockWidget*>("panel.physics");
  const int wide = right->width(), narrow = left->width(), view = w.view()->width();
  EXPECT_GE(right->height(), 0.38 * w.view()->height());
  w.window->findChild<InspectorPanel*>()->select(7);
  for (QToolButton* button : w.window->findChildren<QToolButton*>())
    if (button->isCheckable() && button->isVisible() && (button->text() == "More" || button->text() == "Details"))
      button->click();
  run_for(400);
  EXPECT_EQ(right->width(), wide);
  EXPECT_EQ(left->width(), narrow);
  EXPECT_EQ(w.view()->width(), view);
}

TEST(WindowLook, EscapeTakesBackWhatWasTyped_EnterApplies_BothGiveTheKeysBackToTheView) {
  FakeWindow w;
  ASSERT_TRUE(wait_until([&] { return w.moving(); }));
  NumberField* field = slider_of(*w.window, "fluid.viscosity")->field();
  const QString before = field->text();
  const auto asked = [&] { return w.commands<SetOption>().size(); };
  const std::size_t none = asked();
  field->setFocus();
  field->selectAll();
  QTest::keyClicks(field, "0.7");
  QTest::keyClick(field, Qt::Key_Escape);
  EXPECT_TRUE(wait_until([&] { return w.view()->hasFocus(); }, 1000));
  EXPECT_EQ(field->text(), before);
  EXPECT_EQ(asked(), none);
  field->setFocus();
  field->selectAll();
  QTest::keyClicks(field, "0.7");
  QTest::keyClick(field, Qt::Key_Return);
  EXPECT_TRUE(wait_until([&] { return w.view()->hasFocus(); }, 1000));
  EXPECT_TRUE(wait_until([&] { return asked() == none + 1; }, 1000)) << asked();  // the session takes it in its thread
  EXPECT_EQ(field->number(), 0.7);
}

TEST(WindowLook, AClickElsewhereAppliesNothing) {
  FakeWindow w;
  ASSERT_TRUE(wait_until([&] { return w.moving(); }));
  NumberField* field = slider_of(*w.window, "fluid.viscosity")->field();
  const QString before = field->text();
  const std::size_t none = w.commands<SetOption>().size();
  field->setFocus();
  field->selectAll();
  QTest::keyClicks(field, "0.7");
  w.view()->setFocus(Qt::MouseFocusReason);
  EXPECT_EQ(field->text(), before);
  EXPECT_EQ(w.commands<SetOption>().size(), none);
}

TEST(WindowLook, TheGalleryLeadsIn_ByKeysToo) {
  FakeWindow w;
  ASSERT_TRUE(wait_until([&] { return w.moving(); }));
  w.window->showGallery();
  auto* gallery = w.window->findChild<Gallery*>();
  ASSERT_TRUE(gallery && gallery->isVisible());
  EXPECT_EQ(gallery->cards()->count(), static_cast<int>(builtin_scenarios().size()));
  // Tab never leaves what is seen
  for (int i = 0; i < 12; ++i) {
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    ASSERT_TRUE(gallery->isAncestorOf(QApplication::focusWidget()));
  }
  gallery->cards()->setFocus();
  QTest::keyClick(gallery->cards(), Qt::Key_Escape);
  EXPECT_FALSE(gallery->isVisible());
  EXPECT_TRUE(w.view()->hasFocus());
  w.window->showGallery();
  gallery->cards()->setCurrentRow(2);
  const std::string name(builtin_scenarios()[2].name);
  const std::size_t before = w.commands<LoadScenario>().size();
  QTest::keyClick(gallery->cards(), Qt::Key_Return);
  EXPECT_FALSE(gallery->isVisible());
  ASSERT_TRUE(wait_until([&] { return w.commands<LoadScenario>().size() > before; }, 2000));
  EXPECT_EQ(w.commands<LoadScenario>().back().scenario.name, name);
}

TEST(WindowLook, ACardSaysWhatItsMarkMeans) {
  QSettings().remove("gallery/verified");
  Gallery gallery;
  QListWidgetItem* card = nullptr;
  for (int i = 0; i < gallery.cards()->count(); ++i)
    if (gallery.cards()->item(i)->toolTip().contains("25 times")) card = gallery.cards()->item(i);
  ASSERT_TRUE(card);
  EXPECT_TRUE(card->toolTip().contains("has not found the number yet")) << card->toolTip().toStdString();
  Gallery::noteVerdict("falling_cloud", true);
  gallery.renew();
  EXPECT_TRUE(card->toolTip().contains("found the expected number (today)")) << card->toolTip().toStdString();
  Gallery::noteVerdict("falling_cloud", false);
  gallery.renew();
  EXPECT_TRUE(card->toolTip().contains("found another number"));
  QSettings().remove("gallery/verified");
}

TEST(WindowLook, TheGalleryShowsOneKindOfDemonstrations_BesideTheWordsThatAreSought) {
  FakeWindow w;
  w.window->showGallery();
  auto* gallery = w.window->findChild<Gallery*>();
  const auto seen = [&] {
    std::set<QString> names;
    for (int i = 0; i < gallery->cards()->count(); ++i)
      if (!gallery->cards()->item(i)->isHidden())
        names.insert(QString::fromStdString(std::string(builtin_scenarios()[static_cast<std::size_t>(i)].name)));
    return names;
  };
  EXPECT_EQ(seen().size(), builtin_scenarios().size());
  EXPECT_EQ(gallery->kinds()->itemText(0), QString("All %1").arg(builtin_scenarios().size()));
  ASSERT_EQ(gallery->kinds()->count(), 6);
  for (int kind = 1; kind < gallery->kinds()->count(); ++kind) {
    gallery->kinds()->setCurrentIndex(kind);
    EXPECT_FALSE(seen().empty());
    EXPECT_EQ(gallery->kinds()->itemText(kind).section(' ', -1).toInt(), static_cast<int>(seen().size()));
    EXPECT_FALSE(gallery->cards()->currentItem()->isHidden());  // Enter opens what is seen
  }
  EXPECT_EQ(seen(), (std::set<QString>{"why_is_it_fast", "three_ways_to_sum"}));
  auto* search = gallery->findChild<QLineEdit*>();
  search->setText("fast");
  EXPECT_EQ(seen(), (std::set<QString>{"why_is_it_fast"}));
  gallery->kinds()->setCurrentIndex(0);
  EXPECT_EQ(seen().count("three_ways_to_sum"), 0u);
  search->clear();
  EXPECT_EQ(seen().size(), builtin_scenarios().size());
}

TEST(WindowLook, AChosenBodyShowsItsSpeedOfTheLastTime) {
  FakeWindow w;
  ASSERT_TRUE(wait_until([&] { return w.moving(); }));
  const auto* curve = w.window->findChild<Sparkline*>();
  EXPECT_FALSE(curve->isVisible());
  w.window->findChild<InspectorPanel*>()->select(7);
  EXPECT_TRUE(wait_until([&] { return curve->isVisible() && curve->samples().size() > 5; }));
  EXPECT_TRUE(curve->accessibleName().startsWith("Speed, last 20")) << curve->accessibleName().toStdString();
  w.window->findChild<InspectorPanel*>()->select(-1);
  EXPECT_FALSE(curve->isVisible());
}

/// Before anything was opened there is nothing behind the gallery: it stays, and the tour opens an experiment.
TEST(WindowLook, FromAnEmptyStart_EscapeStaysInTheGallery_AndTheTourOpensAnExperiment) {
  FakeSession::Options none;
  none.bodies = 0;
  FakeWindow w(none);
  w.window->showGallery();
  auto* gallery = w.window->findChild<Gallery*>();
  ASSERT_TRUE(wait_until([&] { return w.view()->snapshot() != nullptr; }));
  QTest::keyClick(gallery->cards(), Qt::Key_Escape);
  EXPECT_TRUE(gallery->isVisible());
  const std::size_t before = w.commands<LoadScenario>().size();
  Q_EMIT gallery->tourWanted();
  EXPECT_FALSE(gallery->isVisible());
  ASSERT_TRUE(wait_until([&] { return w.commands<LoadScenario>().size() > before; }));
  EXPECT_EQ(w.commands<LoadScenario>().back().scenario.name, "welcome");
  EXPECT_TRUE(w.window->findChild<TourCallout*>()->tour().on());
}

/// The window stays usable beside the callout, and each part of which it speaks is seen.
TEST(WindowLook, TheTourShowsEachPartAndBlocksNothing) {
  QSettings().remove("tour");
  FakeWindow w;
  ASSERT_TRUE(wait_until([&] { return w.moving(); }));
  // offered once, when the gallery is left
  auto* chip = w.window->findChild<MessageChip*>();
  const auto offers = [&] { return chip->history().filter("tour").size(); };
  for (int i = 0; i < 2; ++i) {
    w.window->showGallery();
    QTest::keyClick(w.window->findChild<Gallery*>()->cards(), Qt::Key_Escape);
    EXPECT_EQ(offers(), 1);
  }
  auto* callout = w.window->findChild<TourCallout*>();
  QAction* in_help = nullptr;
  for (QAction* a : w.window->menuBar()->actions())
    if (a->text().contains("Help"))
      for (QAction* b : a->menu()->actions())
        if (b->text().contains("Tour in five steps")) in_help = b;
  ASSERT_TRUE(in_help);
  for (const QSize size : {QSize(1440, 900), QSize(1024, 700)}) {
    w.window->resize(size);
    run_for(50);
    in_help->trigger();
    int steps = 0;
    for (; callout->tour().on(); ++steps) {
      run_for(50);
      ASSERT_TRUE(callout->isVisible());
      EXPECT_TRUE(w.window->rect().contains(callout->geometry())) << steps;
      // no label of it is cut
      for (const QLabel* l : callout->findChildren<QLabel*>()) {
        EXPECT_GE(l->width(), std::min(l->sizeHint().width(), l->minimumSizeHint().width())) << steps;
        EXPECT_GE(l->height(), l->hasHeightForWidth() ? l->heightForWidth(l->width()) : l->sizeHint().height())
            << steps;
      }
      auto* frame = w.window->findChild<QWidget*>("tour.frame");
      EXPECT_TRUE(frame->isVisible()) << "step " << steps << " speaks of a part that is not seen";
      // the run goes on, and keys of the view act
      const long before = w.shown()->step;
      EXPECT_TRUE(wait_until([&] { return w.shown()->step > before; }, 5000));
      EXPECT_FALSE(QApplication::activeModalWidget());
      callout->findChild<QPushButton*>("tour.next")->click();
    }
    EXPECT_EQ(steps, 5);
    EXPECT_FALSE(callout->isVisible());
    EXPECT_TRUE(w.view()->hasFocus());
  }
  in_help->trigger();
  QTest::keyClick(callout->findChild<QPushButton*>("tour.next"), Qt::Key_Return);
  EXPECT_EQ(callout->tour().at(), 1U);
  QTest::keyClick(callout->findChild<QPushButton*>("tour.next"), Qt::Key_Escape);
  EXPECT_FALSE(callout->tour().on());
  EXPECT_FALSE(w.window->findChild<QWidget*>("tour.frame")->isVisible());
}

TEST(WindowLook, UpAndDownStepARoundPartOfTheNumber) {
  NumberField field;
  QList<double> entered;
  QObject::connect(&field, &NumberField::entered, &field, [&](double x) { entered.append(x); });
  field.setNumber(1.234, 4);
  QTest::keyClick(&field, Qt::Key_Up);
  QTest::keyClick(&field, Qt::Key_Down);
  QTest::keyClick(&field, Qt::Key_Down, Qt::ShiftModifier);
  ASSERT_EQ(entered.size(), 3);
  EXPECT_NEAR(entered[0], 1.24, 1e-12);
  EXPECT_NEAR(entered[1], 1.23, 1e-12);
  EXPECT_NEAR(entered[2], 1.2, 1e-12);
}

}  // namespace
}  // namespace slurry::ui
