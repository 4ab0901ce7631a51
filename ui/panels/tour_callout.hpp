// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QPointer>
#include <QTimer>
#include <QWidget>

#include <functional>

#include "models/tour.hpp"

class QLabel;
class QPushButton;

namespace slurry::ui {

/// The tour over a window: a callout beside the part of which the step speaks, and a frame around that part. The window
/// stays usable, and the tour can be left at any step.
class TourCallout : public QWidget {
  Q_OBJECT
 public:
  /// part: shows a part of the window and returns it; null: the window has no such part.
  TourCallout(QWidget* window, std::function<QWidget*(TourPlace)> part);
  const Tour& tour() const { return tour_; }
  void begin();
  void leave();
  /// How many steps somebody has seen on this computer.
  static int seenBefore();

 Q_SIGNALS:
  void left();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void show();
  void place();
  void watch(QWidget* part);
  std::function<QWidget*(TourPlace)> part_;
  Tour tour_;
  QPointer<QWidget> target_;
  QWidget* frame_;
  QLabel *title_, *text_, *count_;
  QPushButton *leave_, *back_, *next_;
  QTimer soon_;  ///< places the callout when the layout of the window has settled
};

}  // namespace slurry::ui
