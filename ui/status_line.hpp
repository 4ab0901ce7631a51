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

/// State, rates and what drawing costs, in one line.
class StatusLine : public QStatusBar {
  Q_OBJECT
 public:
  StatusLine(const SceneView* view, const StallMeter* meter, QWidget* parent = nullptr);
  void show(const SnapshotPtr& snapshot);
  /// Steps are counted anew: another experiment follows.
  void forget() { clock_.invalidate(); }
  /// A file is shown, whatever the engine does.
  void setFileShown(bool shown);
  void setRuntime(const RuntimeInfo& info);

 private:
  void refresh();
  void countSteps();
  const SceneView* view_;
  const StallMeter* meter_;
  QLabel *state_, *rates_, *drawing_, *runtime_;
  QTimer timer_;
  SnapshotPtr snapshot_;
  /// Steps are counted over about a second: what happens, which may be less than what the engine could do.
  QElapsedTimer clock_;
  long counted_from_ = 0;
  double steps_per_second_ = 0;
  bool file_shown_ = false;
};

}  // namespace slurry::ui
