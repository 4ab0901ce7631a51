// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QWidget>

#include "models/chart_series.hpp"
#include "panels/throttle.hpp"
#include "session_port.hpp"

class QComboBox;
class QCPGraph;
class QCPItemStraightLine;
class QCustomPlot;
class QLabel;

namespace slurry::ui {

/// One quantity at a time, as it was over the run or as it is across the pipe; chosen from those that the scenario has.
class ChartPanel : public QWidget {
  Q_OBJECT
 public:
  explicit ChartPanel(QWidget* parent = nullptr);
  void show(const SnapshotPtr& snapshot);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  struct Range {
    double low = 1e300, high = -1e300;
    void include(double value);
  };

  Chart chart() const;
  void offerCharts();
  void restyle();
  void refresh();
  Range plotSeries();
  Range plotProfile();
  void markExpected(Range& range);

  ChartSeries series_;
  QComboBox* choice_;
  QCustomPlot* plot_;
  QCPGraph *line_, *upper_, *lower_;
  QCPItemStraightLine* expected_;
  QLabel* note_;
  SnapshotPtr snapshot_;
  Throttle throttle_;
};

}  // namespace slurry::ui
