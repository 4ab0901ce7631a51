// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QWidget>

#include "models/error_budget.hpp"

namespace slurry::ui {

/// Shows the total error as a bar relative to the allowed error. Below it is a row for each source with its share of
/// the mean square and its size. A measured share is a filled bar, and a predicted share is an outline.
class ErrorBars : public QWidget {
  Q_OBJECT
 public:
  explicit ErrorBars(QWidget* parent = nullptr);
  void setBudget(const ErrorBudget& budget);
  const ErrorBudget& budget() const { return budget_; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  /// Vertical position of the first row of a source, and the height of each row.
  int firstRow() const;
  int rowHeight() const;
  ErrorBudget budget_;
};

}  // namespace slurry::ui
