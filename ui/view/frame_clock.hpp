// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace slurry::ui {

/// Decides when to draw. A requested drawing follows soon. Drawing never takes all the time of the event loop. With
/// software OpenGL it does not take the cores that the engine needs either.
class FrameClock : public QObject {
  Q_OBJECT
 public:
  explicit FrameClock(QObject* parent = nullptr);
  void request();
  /// Reports how long the drawing took that was due [s].
  void drawn(double seconds);
  /// Frames drawn per second, over the last second.
  double framesPerSecond() const;

 Q_SIGNALS:
  void due();

 private:
  QTimer timer_;
  QElapsedTimer clock_;
  double next_ = 0, mean_interval_ = 0, last_ = 0;
};

}  // namespace slurry::ui
