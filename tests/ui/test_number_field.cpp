// SPDX-License-Identifier: BSD-3-Clause
// Numbers that people type: what they mean, and what becomes of what means nothing.
#include <gtest/gtest.h>

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QSlider>
#include <QWheelEvent>

#include <cmath>

#include "panels/number_field.hpp"
#include "panels/number_slider.hpp"
#include "ui/support/window_driver.hpp"

namespace slurry::ui::testing {
namespace {

TEST(NumberField, ACommaAloneIsADecimalSign_AndNothingGroupsDigits) {
  EXPECT_EQ(read_number("0,106"), 0.106);
  EXPECT_EQ(read_number("-0,004"), -0.004);
  EXPECT_EQ(read_number("0.106"), 0.106);
  EXPECT_EQ(read_number(" 2e-3 "), 2e-3);
  EXPECT_EQ(read_number("1,5e3"), 1500);
  EXPECT_EQ(read_number("−0.25"), -0.25);
  for (const char* text : {"1,234.5", "1.234,5", "1,234,567", "1 234", "", "-", "2e", "1e400", "-1e400", "nan", "inf"})
    EXPECT_FALSE(read_number(text)) << text;
}

TEST(NumberField, APowerOfTenHasNoPaddingZeros) {
  NumberField field;
  field.setNumber(1e-8, 6);
  EXPECT_EQ(field.text(), "1e-8");
  field.setNumber(2.5e-12, 6);
  EXPECT_EQ(field.text(), "2.5e-12");
  field.setNumber(3e9, 6);
  EXPECT_EQ(read_number(field.text()), 3e9);
}

TEST(NumberField, TypedWithAComma_TheEngineIsAskedForTheFraction) {
  FakeWindow w;
  ASSERT_TRUE(wait_until([&] { return w.moving(); }));
  NumberSlider* viscosity = slider_of(*w.window, "fluid.viscosity");
  type(viscosity->field(), "0,106");
  QTest::keyClick(viscosity->field(), Qt::Key_Return);
  EXPECT_TRUE(wait_until([&] { return w.window->bridge()->latest()->scenario->viscosity == 0.106; }))
      << w.window->bridge()->latest()->scenario->viscosity;
  EXPECT_EQ(viscosity->field()->text(), "0.106");
}

TEST(NumberField, TwoClicksSelectTheWholeNumber_AndNoPartOfIt) {
  FakeWindow w;
  ASSERT_TRUE(wait_until([&] { return w.moving(); }));
  NumberField* field = slider_of(*w.window, "fluid.viscosity")->field();
  for (const char* number : {"0.05305", "-2.5e-3", "12"}) {
    field->setText(number);
    for (const double x : {0.5, 0.95}) {  // in the middle, and over the digits at the right
      QTest::mouseDClick(field, Qt::LeftButton, {}, QPoint(static_cast<int>(x * field->width()), field->height() / 2));
      EXPECT_EQ(field->selectedText(), number) << x;
    }
  }
}

TEST(NumberField, AThirdClickKeepsTheNumberSelected) {
  NumberField field;
  field.setNumber(0.05305, 6);
  field.resize(90, 26);
  field.show();
  const QPoint middle(60, 13);
  QTest::mouseDClick(&field, Qt::LeftButton, {}, middle);
  QTest::mouseClick(&field, Qt::LeftButton, {}, middle);
  EXPECT_EQ(field.selectedText(), "0.05305");
}

TEST(NumberField, WhatWasWrongIsSaidUntilOneTypesAnew) {
  FakeWindow w;
  ASSERT_TRUE(wait_until([&] { return w.moving(); }));
  OptionField* viscosity = field_of(*w.window, "fluid.viscosity");
  QLineEdit* field = slider_of(*w.window, "fluid.viscosity")->field();
  type(field, "-5");
  QTest::keyClick(field, Qt::Key_Return);
  ASSERT_TRUE(wait_until([&] { return viscosity->sentence()->isVisible(); }));
  // The field is right again, and the same number is entered once more.
  type(field, field->text());
  EXPECT_FALSE(viscosity->sentence()->isVisible());
  QTest::keyClick(field, Qt::Key_Return);
  EXPECT_FALSE(viscosity->sentence()->isVisible());
}

TEST(NumberField, NonsenseGoesWhenTheFieldIsLeft_AndIsSaidBeneathIt) {
  FakeWindow w;
  ASSERT_TRUE(wait_until([&] { return w.moving(); }));
  OptionField* viscosity = field_of(*w.window, "fluid.viscosity");
  OptionField* flow = field_of(*w.window, "flow.net_flow");
  flow->findChild<NumberField*>()->show();
  for (OptionField* option : {viscosity, flow})
    for (const char* text : {"1e400", "-", "2e", "1,234.5"}) {
      auto* field = option->findChild<NumberField*>();
      const QString before = field->text();
      type(field, text);
      EXPECT_EQ(field->text(), text);
      w.view()->setFocus();
      EXPECT_EQ(field->text(), before) << text;
      const QLabel* sentence = option->sentence();
      EXPECT_TRUE(sentence->isVisible() && sentence->text().contains(text)) << sentence->text().toStdString();
      option->sentence()->hide();
    }
  auto* field = viscosity->findChild<NumberField*>();
  type(field, "1");
  QTest::keyClick(field, Qt::Key_Backspace);
  w.view()->setFocus();
  EXPECT_FALSE(field->text().isEmpty());
  EXPECT_TRUE(w.commands<SetOption>().empty());
}

TEST(NumberField, AValueOutOfTheTablesRangeIsNotApplied_AndSaidBeneathTheField) {
  FakeWindow w;
  ASSERT_TRUE(wait_until([&] { return w.moving(); }));
  const struct {
    const char *key, *typed, *range;
  } refused[] = {{"fluid.viscosity", "-5", "a number greater than 0"},
                 {"solver.tolerance", "1e-20", "a number of at least 1e-12 and at most 0.1"},
                 {"gravity.direction", "91", "three numbers"},
                 {"integrator.time_step", "0", "a number greater than 0"}};
  for (const auto& r : refused) {
    OptionField* option = field_of(*w.window, r.key);
    NumberSlider* slider = slider_of(*w.window, r.key);
    const double before = slider->value();
    const QString shown = slider->field()->text();
    type(slider->field(), r.typed);
    QTest::keyClick(slider->field(), Qt::Key_Return);
    EXPECT_TRUE(option->sentence()->isVisible()) << r.key;
    for (const char* words : {r.typed, r.range, "was not applied"})
      EXPECT_TRUE(option->sentence()->text().contains(words)) << option->sentence()->text().toStdString();
    EXPECT_EQ(slider->value(), before);
    EXPECT_EQ(slider->field()->text(), shown);
  }
  run_for(50);
  EXPECT_TRUE(w.commands<SetOption>().empty());
}

TEST(NumberField, AValueBeyondTheSlidersEndsIsTaken_WhereTheTableAllowsIt) {
  FakeWindow w;
  ASSERT_TRUE(wait_until([&] { return w.moving(); }));
  NumberSlider* viscosity = slider_of(*w.window, "fluid.viscosity");
  type(viscosity->field(), "-1");
  QTest::keyClick(viscosity->field(), Qt::Key_Return);
  EXPECT_TRUE(field_of(*w.window, "fluid.viscosity")->sentence()->isVisible());
  type(viscosity->field(), "106");
  QTest::keyClick(viscosity->field(), Qt::Key_Return);
  EXPECT_TRUE(wait_until([&] { return w.window->bridge()->latest()->scenario->viscosity == 106; }));
  EXPECT_FALSE(field_of(*w.window, "fluid.viscosity")->sentence()->isVisible());
  EXPECT_EQ(viscosity->slider()->value(), viscosity->slider()->maximum());
}

/// A notch of the wheel towards the hand, in the middle of a widget.
void turn_wheel(QWidget* widget) {
  const QPointF middle(widget->rect().center());
  QWheelEvent turn(middle, widget->mapToGlobal(middle), {}, {0, -120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                   false);
  QApplication::sendEvent(widget, &turn);
}

TEST(Wheel, ChangesNoControlThatHasNotTheFocus) {
  FakeWindow w;
  ASSERT_TRUE(wait_until([&] { return w.moving(); }));
  w.view()->setFocus();
  const auto lists = w.window->findChildren<QComboBox*>();
  const auto sliders = w.window->findChildren<QSlider*>();
  ASSERT_GE(lists.size(), 5);
  ASSERT_GE(sliders.size(), 5);
  for (QComboBox* list : lists) {
    const int before = list->currentIndex();
    turn_wheel(list);
    EXPECT_EQ(list->currentIndex(), before) << list->accessibleName().toStdString();
    EXPECT_FALSE(list->hasFocus()) << list->accessibleName().toStdString();
  }
  for (QSlider* slider : sliders) {
    if (slider->objectName() == "timeline") continue;  // the run moves it
    const int before = slider->value();
    turn_wheel(slider);
    EXPECT_EQ(slider->value(), before) << slider->accessibleName().toStdString();
  }
  EXPECT_TRUE(w.commands<SetOption>().empty());
}

TEST(Wheel, OverAControlThatHasNotTheFocus_ScrollsThePanel_AndChangesTheOneThatHas) {
  FakeWindow w;
  ASSERT_TRUE(wait_until([&] { return w.moving(); }));
  QSlider* slider = slider_of(*w.window, "fluid.viscosity")->slider();
  QScrollArea* panel = nullptr;
  for (QWidget* p = slider; p && !panel; p = p->parentWidget()) panel = qobject_cast<QScrollArea*>(p);
  ASSERT_NE(panel, nullptr);
  QScrollBar* bar = panel->verticalScrollBar();
  panel->setFixedHeight(60);
  ASSERT_TRUE(wait_until([&] { return bar->maximum() > 0; }));
  bar->setValue(0);
  w.view()->setFocus();
  const int before = slider->value();
  turn_wheel(slider);
  EXPECT_GT(bar->value(), 0);
  EXPECT_EQ(slider->value(), before);
  slider->setFocus();
  ASSERT_TRUE(slider->hasFocus());
  turn_wheel(slider);
  EXPECT_NE(slider->value(), before);
}

}  // namespace
}  // namespace slurry::ui::testing
