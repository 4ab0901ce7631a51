// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QElapsedTimer>
#include <QStatusBar>
#include <QTimer>

#include "session_port.hpp"

class QLabel;

namespace slurry::ui {

class SceneView;
class StallMeter;

/// State and rates in one line; what drawing costs is in the tooltip of the rates.
class StatusLine : public QStatusBar {
  Q_OBJECT
 public:
  StatusLine(const SceneView* view, const StallMeter* meter, QWidget* parent = nullptr);
  void show(const SnapshotPtr& snapshot);
  /// Steps are counted anew: another experiment follows.
  void forget() { clock_.invalidate(); }
  /// Sets the sentence on what is shown instead of the newest step, and on the run meanwhile; empty: the newest step is
  /// shown.
  void setMoment(const QString& sentence);
  void setRuntime(const RuntimeInfo& info);

 private:
  void refresh();
  void countSteps();
  const SceneView* view_;
  const StallMeter* meter_;
  QLabel *state_, *rates_, *runtime_;
  QTimer timer_;
  SnapshotPtr snapshot_;
  /// Steps are counted over about a second: what happens, which may be less than what the engine could do.
  QElapsedTimer clock_;
  long counted_from_ = 0;
  double steps_per_second_ = 0;
  QString moment_;
};

}  // namespace slurry::ui
