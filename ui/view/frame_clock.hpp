// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace slurry::ui {

/// When to draw: soon after somebody asked, but never so often that drawing takes all the time of the event loop, nor,
/// with software OpenGL, the cores that the engine needs.
class FrameClock : public QObject {
  Q_OBJECT
 public:
  explicit FrameClock(QObject* parent = nullptr);
  void request();
  /// The draw that was due took so long [s].
  void drawn(double seconds);
  /// Share of the time that drawing may take, 0..1.
  void setLargestShare(double share) { share_ = share; }
  /// Frames drawn per second, over the last second.
  double framesPerSecond() const;

 Q_SIGNALS:
  void due();

 private:
  QTimer timer_;
  QElapsedTimer clock_;
  double next_ = 0, share_ = 0.75, mean_interval_ = 0, last_ = 0;
};

}  // namespace slurry::ui
