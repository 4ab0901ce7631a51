// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QString>
#include <QWidget>

#include <vector>

class QGridLayout;
class QLabel;

namespace slurry::ui {

/// Names and values in two columns; every value can be selected and copied.  The column of the values is as wide as the
/// widest that has been in it, so that no number is cut and none makes the panel tremble.
class ValueTable : public QWidget {
 public:
  explicit ValueTable(QWidget* parent = nullptr);
  /// Adds a row and returns its index.
  int addRow(const QString& name, const QString& help);
  /// help: empty: as it is.
  void setName(int row, const QString& name, const QString& help = {});
  void setValue(int row, const QString& text);
  QString value(int row) const;
  void setRowVisible(int row, bool visible);

 private:
  struct Row {
    QLabel* name;
    QLabel* value;
  };
  QGridLayout* grid_;
  std::vector<Row> rows_;
};

}  // namespace slurry::ui
