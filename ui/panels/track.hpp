// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QSlider>
#include <QString>

#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace slurry::ui {

/// What the track of a timeline shows; times in the unit of the run.
struct TrackState {
  double first = 0, newest = 0;  ///< of what is stored
  double end = 1;                ///< of the axis
  double shown = 0;
  bool past = false;                                ///< looking back
  bool running = false;                             ///< the newest moment is that of a run that goes on
  std::vector<std::pair<double, double>> thinned;   ///< from where moments were dropped
  std::vector<std::pair<double, double>> reversed;  ///< where every force had the opposite sign
  struct Flag {
    double time = 0;
    QString text;
    bool operator==(const Flag&) const = default;
  };
  std::vector<Flag> flags;  ///< changes
  std::optional<double> target;
  bool operator==(const TrackState&) const = default;
};

/// The stored moments along an axis of time.  Its value is the index of the moment; a click jumps, a drag scrubs.
class Track : public QSlider {
  Q_OBJECT
 public:
  explicit Track(QWidget* parent = nullptr);
  /// index_at: the stored moment at a time.
  void setState(TrackState state, std::function<int(double)> index_at);
  const TrackState& state() const { return state_; }
  /// Where a time stands, in pixels from the left.
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

/// The end of an axis that holds this much, and the distance of its ticks.
double end_of_axis(double newest, std::optional<double> wanted);
double tick_distance(double span, double most);

}  // namespace slurry::ui
