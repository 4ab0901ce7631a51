// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QElapsedTimer>
#include <QImage>
#include <QPointF>
#include <QWidget>

#include "models/view_look.hpp"
#include "models/view_state.hpp"
#include "session_port.hpp"
#include "view/colour_finder.hpp"
#include "view/frame_clock.hpp"
#include "view/scene.hpp"
#include "view/scene_canvas.hpp"

namespace slurry::ui {

class OverlayWidget;
struct OverlayColours;

/// The 3D view: shows a snapshot, turns and zooms with the mouse, picks spheres.
class SceneView : public QWidget {
  Q_OBJECT
 public:
  explicit SceneView(QWidget* parent = nullptr, CanvasKind kind = CanvasKind::automatic);
  ~SceneView() override;

  /// Switches to another experiment, with the view that it had last. The caller keeps the ownership of `state`.
  void setState(ViewState* state);
  void showSnapshot(const SnapshotPtr& snapshot);
  SnapshotPtr snapshot() const { return snapshot_; }
  /// The moment in the picture. It follows snapshot() as soon as the numbers for its colours are found.
  SnapshotPtr pictured() const { return colours_.newest().moment; }
  /// Whether a moment will be drawn soon and is not in the picture yet.
  bool awaits(const SnapshotPtr& moment) const;
  /// The moment that was drawn last; null before the first drawing.
  SnapshotPtr drawnMoment() const { return drawn_moment_; }
  const SceneOptions& options() const { return state_->options; }
  void setOptions(const SceneOptions& options);
  /// Restores an earlier view.
  void setLook(const ViewLook& look);
  void setColours(const SceneColours& scene, const OverlayColours& overlay);
  void setOverlayVisible(bool visible);
  const ViewState& state() const { return *state_; }

  ColourRange& range() { return state_->range; }
  /// Draws again after the range or the trail was changed from outside.
  void refresh();

  Turntable& turntable() { return state_->turntable; }
  /// Shows the domain or the bulk of the bodies; whole: every body.
  void fitView(bool whole = false);
  /// Shows everything, even if the scenario asks for a close view.
  void showWhole();
  void select(long body);
  long selected() const { return state_->options.selected; }
  void setFollowing(bool following);
  bool following() const { return state_->following; }
  void setTrailVisible(bool visible);

  double framesPerSecond() const { return clock_.framesPerSecond(); }
  long framesDrawn() const { return frames_; }
  /// The body drawn at a point of the widget; -1 if there is none.
  long bodyAt(const QPointF& position) const;
  /// Draws now and returns the picture, with or without its overlay.
  QImage picture(bool with_overlay);

 Q_SIGNALS:
  void picked(long body);
  /// The user has moved the camera from its earlier view. Movements with the same number count as one; 0 stands for a
  /// movement of its own.
  void looked(const slurry::ui::ViewLook& before, long together);
  /// The bodies have been replaced by others, with the colours of their scenario.
  void subjectChanged();
  /// drawnMoment() has changed.
  void momentDrawn();
  /// A drawing took this time.
  void drawn(const slurry::ui::ThreadTime& spent);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;

 private:
  void draw();
  void drawStill();
  bool canDraw() const;
  void moveCamera();
  void updateOverlay();
  void adoptSubject(const Snapshot& snapshot);
  double fitAspect() const;
  void keepInView(const SubjectBox& box);

  Scene scene_;
  ViewState own_;  ///< the state until another one is set
  ViewState* state_ = &own_;
  FrameClock clock_;
  QTimer still_;         ///< fires when nothing was drawn for a while
  QElapsedTimer moved_;  ///< since the user moved the camera
  std::unique_ptr<SceneCanvas> canvas_;
  OverlayWidget* overlay_;
  SnapshotPtr snapshot_, drawn_moment_;
  ColourFinder colours_;  ///< numbers for the colours of the shown moments
  bool stale_ = false;
  QPointF pressed_, last_;
  bool dragged_ = false;
  ViewLook grasped_;        ///< look of the view when the mouse button was pressed
  quint64 wheeled_at_ = 0;  ///< time of the last turn of the wheel [ms]
  long wheelings_ = 0;      ///< number of series of turns of the wheel, which pauses separate
  long frames_ = 0;
};

}  // namespace slurry::ui
