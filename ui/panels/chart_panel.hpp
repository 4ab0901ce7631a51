// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QString>
#include <QWidget>

#include <vector>

#include "models/chart_series.hpp"
#include "panels/throttle.hpp"
#include "session_port.hpp"

class QBoxLayout;
class QComboBox;
class QCPGraph;
class QCPItemStraightLine;
class QCustomPlot;
class QLabel;

namespace slurry::ui {

/// Plots one quantity against time, or across the pipe. The user chooses it from the quantities that the scenario has.
class ChartPanel : public QWidget {
  Q_OBJECT
 public:
  explicit ChartPanel(QWidget* parent = nullptr);
  /// Sets the series to plot: a run, or the file that is shown. The caller owns both.
  void setSeries(const ChartSeries* run, const ChartSeries* file);
  /// The plotted series has become longer. This does not depend on which moment is shown.
  void goOn() { throttle_.request(); }
  /// Shows a moment: the newest one of the run, an earlier one, or a frame of a file.
  void show(const SnapshotPtr& snapshot, bool of_file = false, bool looking_back = false);
  /// Series that is plotted against time.
  const ChartSeries& series() const { return of_file_ ? *file_ : *run_; }

 Q_SIGNALS:
  /// The chart needs this costly quantity of the run; empty: none.
  void costlyWanted(const QString& name);

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Range {
    double low = 1e300, high = -1e300;
    void include(double value);
  };

  /// The plotted quantity, a row of the shown snapshot's table.
  const Quantity& quantity() const;
  void offerCharts();
  QString help_of(const Quantity& quantity) const;
  void restyle();
  void refresh();
  void clear();
  Range plotSeries();
  Range plotProfile();
  QString markExpected(Range& range);
  void markShownTime(bool profile);
  /// Marks the times at which options were changed. Returns the text for the note, which is empty if nothing was
  /// changed.
  QString markChanges(bool profile);
  void askForCostly();

  ChartSeries none_;
  const ChartSeries *run_ = &none_, *file_ = &none_;
  bool of_file_ = false, looking_back_ = false;
  QBoxLayout* head_;  ///< the list and the note
  QComboBox* choice_;
  QCustomPlot* plot_;
  QCPGraph *line_, *upper_, *lower_;
  QCPItemStraightLine *expected_, *moment_;
  std::vector<QCPItemStraightLine*> changes_;
  QString costly_;  ///< the costly quantity that was asked for
  QLabel* note_;
  std::uint64_t wished_ = 0;  ///< set-up whose wish for a chart was followed
  SnapshotPtr snapshot_;
  Throttle throttle_;
};

}  // namespace slurry::ui
