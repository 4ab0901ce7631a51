// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QSlider>
#include <QString>

#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace slurry::ui {

/// State that the track of a timeline shows. Times are in the unit of the run.
struct TrackState {
  double first = 0, newest = 0;  ///< first and newest stored times
  double end = 1;                ///< end of the axis
  double shown = 0;
  bool past = false;                                ///< whether an earlier moment is shown
  bool running = false;                             ///< whether the newest moment belongs to a run that still runs
  std::vector<std::pair<double, double>> thinned;   ///< intervals in which moments were dropped
  std::vector<std::pair<double, double>> reversed;  ///< intervals in which every force had the opposite sign
  struct Flag {
    double time = 0;
    QString text;
    bool operator==(const Flag&) const = default;
  };
  std::vector<Flag> flags;  ///< changes
  std::optional<double> target;
  bool operator==(const TrackState&) const = default;
};

/// The stored moments along an axis of time. Its value is the index of the moment. A click jumps to a moment; dragging
/// moves through them.
class Track : public QSlider {
  Q_OBJECT
 public:
  explicit Track(QWidget* parent = nullptr);
  /// Sets what is shown. index_at: returns the index of the stored moment at a time.
  void setState(TrackState state, std::function<int(double)> index_at);
  const TrackState& state() const { return state_; }
  /// Place of a time, in pixels from the left.
  double placeOf(double time) const;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  bool event(QEvent* event) override;

 private:
  void scrub(double x);
  double margin() const;
  TrackState state_;
  std::function<int(double)> index_at_;
};

/// The end of an axis that holds times up to `newest`, and the distance of its ticks.
double end_of_axis(double newest, std::optional<double> wanted);
double tick_distance(double span, double most);

}  // namespace slurry::ui
