// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QFrame>
#include <QTimer>

#include "session_port.hpp"

class QLabel;
class QProgressBar;
class QToolButton;

namespace slurry::ui {

/// A note over the view that shows what the engine does before it answers a long command. It shows the progress, and a
/// cross that ends the work. Work that takes only a moment is not shown.
class TaskChip : public QFrame {
  Q_OBJECT
 public:
  explicit TaskChip(QWidget* over);
  void show(const SnapshotPtr& snapshot);

 Q_SIGNALS:
  void cancelAsked(slurry::CommandNumber number);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void place();
  QLabel* label_;
  QProgressBar* bar_;
  QToolButton* cross_;
  QTimer soon_;
  CommandNumber command_ = 0;
};

}  // namespace slurry::ui
