// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QWidget>

class QLabel;
class QSlider;
class QToolButton;

namespace slurry::ui {

class Front;
class Timeline;

/// A slider over the snapshots in memory or the frames of a file, and the way back to the running experiment.
class TimelineBar : public QWidget {
  Q_OBJECT
 public:
  explicit TimelineBar(Front* front, QWidget* parent = nullptr);
  QSlider* slider() const { return slider_; }
  QToolButton* liveButton() const { return live_; }

 private:
  void refresh();
  Timeline* timeline() const;
  Front* front_;
  QSlider* slider_;
  QLabel* label_;
  QToolButton* live_;
};

}  // namespace slurry::ui
