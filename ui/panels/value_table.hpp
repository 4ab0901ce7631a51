// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QString>
#include <QWidget>

#include <span>
#include <vector>

class QGridLayout;
class QLabel;

namespace slurry::ui {

class NameLabel;
class NumberLabel;

/// A table of names, values and units. A number stands at the right of its column, and its unit at the left of the last
/// column. Every value can be selected and copied. The table never asks for more room than its panel has: names are
/// shortened first, then numbers are rounded. No number is cut off.
class ValueTable : public QWidget {
 public:
  explicit ValueTable(QWidget* parent = nullptr);
  /// Adds a row of one value, or of three components, and returns its index.
  int addRow(const QString& name, const QString& help, int components = 1);
  /// Adds a row of captions, "x", "y", "z", above three components.
  void addHeader();
  /// Sets the name of a row. help: if empty, the help stays unchanged.
  void setName(int row, const QString& name, const QString& help = {});
  void setValue(int row, const QString& text, const QString& unit = {});
  /// Shows one number or three, by the rules of number_text.
  void setNumbers(int row, std::span<const double> values, const QString& unit);
  /// Whole numbers, such as counts.
  void setWhole(int row, std::span<const double> values);
  /// Values and unit of a row, with blanks between them.
  QString value(int row) const;
  void setRowVisible(int row, bool visible);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Row {
    NameLabel* name;
    std::vector<NumberLabel*> values;
    QLabel* unit;
  };
  static void setUnit(const Row& row, const QString& unit);
  /// Divides the width between the names and the three components of vectors. The numbers come first.
  void share();
  QGridLayout* grid_;
  std::vector<QLabel*> header_;
  std::vector<Row> rows_;
  int lines_ = 0;
};

}  // namespace slurry::ui
