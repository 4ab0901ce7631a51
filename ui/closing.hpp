// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QObject>

class QWidget;

namespace slurry::ui {

class Laboratory;

/// Asks before what was kept and not recorded goes with a window.
class Closing : public QObject {
  Q_OBJECT
 public:
  Closing(const Laboratory* laboratory, QWidget* window);
  /// Off at first.
  void setAsks(bool asks) { asks_ = asks; }
  /// Whether the window may close now; if not, a question stands over it.
  bool mayClose();

 private:
  const Laboratory* laboratory_;
  QWidget* window_;
  bool asks_ = false;
};

}  // namespace slurry::ui
