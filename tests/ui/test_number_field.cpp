// SPDX-License-Identifier: BSD-3-Clause
// Numbers that people type: what they mean, and what becomes of what means nothing.
#include <gtest/gtest.h>

#include <QLineEdit>

#include <cmath>

#include "message_chip.hpp"
#include "panels/number_field.hpp"
#include "panels/number_slider.hpp"
#include "panels/physics_panel.hpp"
#include "ui/support/window_driver.hpp"

namespace slurry::ui::testing {
namespace {

void type(QLineEdit* field, const QString& text) {
  field->setFocus();
  field->selectAll();
  QTest::keyClicks(field, text);
}

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

TEST(NumberField, TypedWithAComma_TheEngineIsAskedForTheFraction) {
  FakeWindow w;
  ASSERT_TRUE(wait_until([&] { return w.moving(); }));
  NumberSlider* viscosity = w.window->findChild<PhysicsPanel*>()->viscosity();
  type(viscosity->field(), "0,106");
  QTest::keyClick(viscosity->field(), Qt::Key_Return);
  EXPECT_TRUE(wait_until([&] { return w.window->bridge()->latest()->scenario->viscosity == 0.106; }))
      << w.window->bridge()->latest()->scenario->viscosity;
  EXPECT_EQ(viscosity->field()->text(), "0.106");
}

TEST(NumberField, NonsenseGoesWhenTheFieldIsLeft_AndIsSaid) {
  FakeWindow w;
  ASSERT_TRUE(wait_until([&] { return w.moving(); }));
  auto* panel = w.window->findChild<PhysicsPanel*>();
  auto* chip = w.window->findChild<MessageChip*>();
  panel->flowValue()->show();
  for (NumberField* field : {panel->viscosity()->field(), panel->flowValue()})
    for (const char* text : {"1e400", "-", "2e", "1,234.5"}) {
      const QString before = field->text();
      type(field, text);
      EXPECT_EQ(field->text(), text);
      w.view()->setFocus();
      EXPECT_EQ(field->text(), before) << text;
      EXPECT_TRUE(chip->isVisible() && chip->text().contains(text)) << chip->text().toStdString();
      chip->hide();
    }
  type(panel->viscosity()->field(), "1");
  QTest::keyClick(panel->viscosity()->field(), Qt::Key_Backspace);
  w.view()->setFocus();
  EXPECT_FALSE(panel->viscosity()->field()->text().isEmpty());
  EXPECT_TRUE(w.commands<SetOption>().empty());
}

TEST(NumberField, AValueOutOfRangeIsHeldWithin_AndSaid) {
  FakeWindow w;
  ASSERT_TRUE(wait_until([&] { return w.moving(); }));
  NumberSlider* viscosity = w.window->findChild<PhysicsPanel*>()->viscosity();
  const double highest = 10 * w.window->bridge()->latest()->scenario->viscosity;
  type(viscosity->field(), "106");
  QTest::keyClick(viscosity->field(), Qt::Key_Return);
  auto* chip = w.window->findChild<MessageChip*>();
  EXPECT_TRUE(chip->isVisible() && chip->text().contains("106")) << chip->text().toStdString();
  EXPECT_DOUBLE_EQ(viscosity->value(), highest);
}

}  // namespace
}  // namespace slurry::ui::testing
