// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QElapsedTimer>
#include <QStatusBar>
#include <QTimer>

#include "models/run_speed.hpp"
#include "session_port.hpp"

class QAction;
class QLabel;
class QToolButton;

namespace slurry::ui {

class Front;
class MessageChip;
class NameLabel;
class Player;
class SceneView;
class StallMeter;

/// Shows the state and the rates in one line. The tooltip of the rates gives the time of drawing.
class StatusLine : public QStatusBar {
  Q_OBJECT
 public:
  StatusLine(const SceneView* view, const StallMeter* meter, QWidget* parent = nullptr);
  /// Says from now on what the experiment in front does, and which moment of it is shown.
  void follow(const Front* front);
  void show(const SnapshotPtr& snapshot);
  /// Counts the messages from now on; a click lists them.
  void countMessages(const MessageChip* messages, QAction* list);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void fixHeight();
  void fit();
  void sayRuntime(const RuntimeInfo& info);
  void sayMoment(const Player& player);
  void refresh();
  double askedSpeed() const;
  const SceneView* view_;
  const StallMeter* meter_;
  NameLabel* state_;
  QLabel *rates_, *runtime_;
  QToolButton* bell_;
  QTimer timer_;
  SnapshotPtr snapshot_;
  const Front* front_ = nullptr;
  RunSpeed speed_;  ///< speed of the run as measured; the engine could be faster
  QElapsedTimer clock_;
  /// text on an earlier moment that is shown and on the run meanwhile; empty: the newest step is shown
  QString moment_;
};

}  // namespace slurry::ui
