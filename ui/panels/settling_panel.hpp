// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QWidget>

#include "models/settling_series.hpp"
#include "panels/throttle.hpp"
#include "session_port.hpp"

class QCPGraph;
class QCPItemStraightLine;
class QCustomPlot;
class QLabel;

namespace slurry::ui {

/// Mean settling velocity against time, with the spread over the spheres as a band.
class SettlingPanel : public QWidget {
  Q_OBJECT
 public:
  explicit SettlingPanel(QWidget* parent = nullptr);
  void show(const SnapshotPtr& snapshot);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void restyle();
  void refresh();

  SettlingSeries series_;
  QCustomPlot* plot_;
  QCPGraph *mean_, *upper_, *lower_;
  QCPItemStraightLine* expected_;
  QLabel* note_;
  SnapshotPtr snapshot_;
  Throttle throttle_;
};

}  // namespace slurry::ui
