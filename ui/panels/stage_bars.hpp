// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QWidget>

#include <vector>

#include "models/step_time.hpp"

namespace slurry::ui {

/// Shows the time of a step as one bar of its parts, with a row for each part that has time and percentage.
class StageBars : public QWidget {
  Q_OBJECT
 public:
  explicit StageBars(QWidget* parent = nullptr);
  void setShares(std::vector<TimeShare> shares);
  const std::vector<TimeShare>& shares() const { return shares_; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  int firstRow() const;
  int rowHeight() const;
  std::vector<TimeShare> shares_;
};

}  // namespace slurry::ui
