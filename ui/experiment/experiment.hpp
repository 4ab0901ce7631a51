// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QObject>

#include <memory>
#include <string>

#include "engine_bridge.hpp"
#include "experiment/slice.hpp"
#include "models/chart_series.hpp"
#include "models/view_state.hpp"
#include "playback/timeline.hpp"

namespace slurry::ui {

/// One experiment: its engine, the moments that are kept of it, what is plotted of it, its slice, and how it is looked
/// at.  It goes on whether a window shows it or not; a window can hold several.
class Experiment : public QObject {
  Q_OBJECT
 public:
  Experiment(std::unique_ptr<SessionPort> session, OpenFrames open, QObject* parent = nullptr);

  /// Sets a scenario up and, if wanted, runs it.
  void load(const Scenario& scenario, bool run = true);

  EngineBridge* bridge() { return &bridge_; }
  Timeline* timeline() { return &timeline_; }
  Slice& slice() { return slice_; }
  ViewState& view() { return view_; }
  /// The run so far.
  const ChartSeries& series() const { return series_; }
  /// The file that was opened last.
  const ChartSeries& fileSeries() const { return file_series_; }
  int speed() const { return speed_; }  ///< a place in `speeds` (models/speeds.hpp)
  void setSpeed(int place);
  /// Has a costly quantity sampled in the series; empty: none.
  void setCostly(const std::string& name);

 Q_SIGNALS:
  /// The engine's newest snapshot, whatever is shown.
  void arrived(slurry::ui::SnapshotPtr snapshot);
  /// There is more of the file's series.
  void fileSeriesGrew();

 private:
  EngineBridge bridge_;
  Timeline timeline_;
  Slice slice_;
  ViewState view_;
  ChartSeries series_, file_series_;
  int speed_ = 0;
  CommandNumber load_ = 0;  ///< the newest LoadScenario
};

}  // namespace slurry::ui
