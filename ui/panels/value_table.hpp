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

/// Names, values and units: a number stands at the right of its column, its unit at the left of the last one.  Every
/// value can be selected and copied.  The table never asks for more room than its panel has: names are shortened first,
/// then numbers are rounded; none is cut.
class ValueTable : public QWidget {
 public:
  explicit ValueTable(QWidget* parent = nullptr);
  /// Adds a row of one value, or of three components, and returns its index.
  int addRow(const QString& name, const QString& help, int components = 1);
  /// Adds a row of captions, "x", "y", "z", above three components.
  void addHeader();
  /// help: empty: as it is.
  void setName(int row, const QString& name, const QString& help = {});
  void setValue(int row, const QString& text, const QString& unit = {});
  /// One number or three, by the rules of number_text.
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
  /// Shares the width between the names and the three components of vectors: what the numbers need is theirs.
  void share();
  QGridLayout* grid_;
  std::vector<QLabel*> header_;
  std::vector<Row> rows_;
  int lines_ = 0;
};

}  // namespace slurry::ui
