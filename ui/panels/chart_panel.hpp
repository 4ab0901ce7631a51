// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QString>
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
  /// The run that is plotted while no file is; it stays the caller's.
  void setRun(const ChartSeries* run);
  /// The run goes on, whatever is shown of it.
  void runGoesOn();
  /// The moment that is shown: of the run, or of a file.
  void show(const SnapshotPtr& snapshot, const QString& file = {});
  /// What is plotted against time.
  const ChartSeries& series() const { return file_.isEmpty() ? *run_ : file_series_; }

 protected:
  void changeEvent(QEvent* event) override;

 private:
  struct Range {
    double low = 1e300, high = -1e300;
    void include(double value);
  };

  /// A row of the shown snapshot's table.
  const Quantity& quantity() const;
  void offerCharts();
  QString help_of(const Quantity& quantity) const;
  void restyle();
  void refresh();
  Range plotSeries();
  Range plotProfile();
  void markExpected(Range& range);
  void markShownTime(bool profile);

  ChartSeries none_, file_series_;
  const ChartSeries* run_ = &none_;
  QString file_;  ///< empty: the run
  QComboBox* choice_;
  QCustomPlot* plot_;
  QCPGraph *line_, *upper_, *lower_;
  QCPItemStraightLine *expected_, *moment_;
  QLabel* note_;
  SnapshotPtr snapshot_;
  Throttle throttle_;
};

}  // namespace slurry::ui
