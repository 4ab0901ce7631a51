// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QWidget>

#include "panels/throttle.hpp"
#include "session_port.hpp"

class QLabel;

namespace slurry::ui {

class ValueTable;

/// Everything known about the picked sphere; without one, about the suspension.
class InspectorPanel : public QWidget {
  Q_OBJECT
 public:
  explicit InspectorPanel(QWidget* parent = nullptr);
  void show(const SnapshotPtr& snapshot);
  void select(long body);
  long selected() const { return body_; }

 Q_SIGNALS:
  void neighbourWanted(long body);
  /// A body is shown, and how it turns with it; or none is any more.
  void turningWanted(bool wanted);

 private:
  void refresh();
  void showBody();
  void showSystem();

  QLabel* heading_;
  ValueTable* body_table_;
  ValueTable* system_table_;
  SnapshotPtr snapshot_;
  long body_ = -1;
  Throttle throttle_;
};

}  // namespace slurry::ui
