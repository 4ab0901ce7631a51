// SPDX-License-Identifier: BSD-3-Clause
// Names and numbers share the width of a table: names are shortened first, and no number is cut.
#include <gtest/gtest.h>

#include <QApplication>
#include <QLabel>

#include <array>

#include "panels/value_table.hpp"

namespace slurry::ui {
namespace {

/// Labels that show an ellipsis in place of a number.
int cut_numbers(const ValueTable& table) {
  int cut = 0;
  for (const QLabel* label : table.findChildren<QLabel*>()) cut += label->text() == QStringLiteral("…");
  return cut;
}

const QLabel* label_of(const ValueTable& table, const QString& text) {
  for (const QLabel* label : table.findChildren<QLabel*>())
    if (label->text() == text) return label;
  return nullptr;
}

TEST(ValueTable, NumbersHaveTheRoomThatTheyNeed_AndNamesTheRest) {
  const QString name = QStringLiteral("Variance of the velocity");
  ValueTable table;
  table.addHeader();
  const int row = table.addRow(name, QStringLiteral("help"), 3);
  for (const auto& values : {std::array{0.1015, 0.0213, 0.0329}, std::array{-1.234e-11, 4.567e-12, -3.21e-7},
                             std::array{-123.4, 2345.6, -0.001234}}) {
    table.setNumbers(row, values, QStringLiteral("U₀²"));
    for (const int width : {300, 360, 600}) {
      table.resize(width, 80);
      table.show();
      QApplication::processEvents();
      EXPECT_EQ(cut_numbers(table), 0) << width << ": " << table.value(row).toStdString();
    }
    const QLabel* label = label_of(table, name);
    ASSERT_NE(label, nullptr);
    EXPECT_GE(label->width(), label->fontMetrics().horizontalAdvance(name));
  }
}

TEST(ValueTable, LettersOfComponentsStandOverVectorsAlone) {
  ValueTable table;
  table.addHeader();
  const int vector = table.addRow(QStringLiteral("Velocity"), QStringLiteral("help"), 3);
  table.addRow(QStringLiteral("Speed"), QStringLiteral("help"));
  table.show();
  ASSERT_NE(label_of(table, QStringLiteral("y")), nullptr);
  EXPECT_TRUE(label_of(table, QStringLiteral("y"))->isVisible());
  table.setRowVisible(vector, false);
  EXPECT_FALSE(label_of(table, QStringLiteral("y"))->isVisible());
  table.setRowVisible(vector, true);
  EXPECT_TRUE(label_of(table, QStringLiteral("y"))->isVisible());
}

}  // namespace
}  // namespace slurry::ui
