// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QWidget>

class QDockWidget;
class QLabel;

namespace slurry::ui {

/// The title bar of a dock. It shows the name, and buttons that take the dock out of the window and close it. Dragging
/// the bar moves the dock.
class DockTitle final : public QWidget {
  Q_OBJECT
 public:
  explicit DockTitle(QDockWidget* dock);
  QSize minimumSizeHint() const override;
  QSize sizeHint() const override { return minimumSizeHint(); }

 protected:
  void changeEvent(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
};

}  // namespace slurry::ui
