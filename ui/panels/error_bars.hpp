// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QWidget>

#include <vector>

#include "models/error_budget.hpp"

namespace slurry::ui {

/// One row per source of error on a logarithmic scale: the measured error as a bar (red when larger than asked), the
/// predicted one as a thin bar, what was asked as a mark.
class ErrorBars : public QWidget {
  Q_OBJECT
 public:
  explicit ErrorBars(QWidget* parent = nullptr);
  void setRows(const std::vector<ErrorRow>& rows);
  const std::vector<ErrorRow>& rows() const { return rows_; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  int rowHeight() const;
  /// Places for rows, some empty before anything is known.
  int rowCount() const;
  std::vector<ErrorRow> rows_;
};

}  // namespace slurry::ui
