// SPDX-License-Identifier: BSD-3-Clause
#include "view/scene_view.hpp"

#include <QLineF>
#include <QMouseEvent>
#include <QPainter>
#include <QResizeEvent>
#include <QWheelEvent>

#include <cmath>

#include "models/picking.hpp"
#include "view/overlay_widget.hpp"

namespace slurry::ui {
namespace {

constexpr double drag_threshold = 4;  // pixels
constexpr double degrees_per_pixel = 0.35;

}  // namespace

SceneView::SceneView(QWidget* parent, CanvasKind kind)
    : QWidget(parent), canvas_(make_canvas(kind, scene_.renderer(), this)), overlay_(new OverlayWidget(this)) {
  setObjectName("scene");
  setAccessibleName(tr("Three-dimensional view"));
  setFocusPolicy(Qt::StrongFocus);
  setMinimumSize(240, 200);
  canvas_->on_paint = [this](const ThreadTime& spent) { Q_EMIT drawn(spent); };
  canvas_->on_stale = [this] { refresh(); };
  connect(&clock_, &FrameClock::due, this, &SceneView::draw);
  scene_.set_smooth(!canvas_->software());
  still_.setSingleShot(true);
  still_.setInterval(300);
  connect(&still_, &QTimer::timeout, this, &SceneView::drawStill);
}

SceneView::~SceneView() {
  canvas_->on_stale = [] {};
}

void SceneView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  canvas_->widget()->setGeometry(rect());
  overlay_->setGeometry(rect());
  if (!touched_) fitView();
  updateOverlay();
  clock_.request();
}

void SceneView::showSnapshot(const SnapshotPtr& s) {
  if (!s) return;
  snapshot_ = s;
  adoptSubject(*s);
  trail_.add(*s);
  stale_ = true;
  clock_.request();
}

/// New bodies or another gravity: the camera looks at them anew.
void SceneView::adoptSubject(const Snapshot& s) {
  if (!s.scenario) return;
  const Vec3d gravity = s.scenario->gravity;
  const bool fresh = generation_ != s.scenario_generation;
  const SubjectBox box = subject_box(s);
  if (!fresh && box.moves) turntable_.shift(box.centre - centre_);
  centre_ = box.centre;
  if (!fresh && gravity == gravity_) return;
  turntable_.set_subject(box, gravity);
  if (fresh) {
    options_.selected = -1;
    trail_.follow(-1);
    options_.by = colour_quantity(s.values.table(), s.scenario->view.colour_by).name;
    range_.forget();
  }
  if (fresh || !touched_) fitted_ = false;
  generation_ = s.scenario_generation;
  gravity_ = gravity;
  if (!fitted_) fitView();
  if (fresh) Q_EMIT subjectChanged();
}

void SceneView::setOptions(const SceneOptions& options) {
  if (options.by != options_.by) {
    range_.locked = false;
    range_.forget();
  }
  const long selected = options_.selected;
  options_ = options;
  options_.selected = selected;
  refresh();
}

void SceneView::refresh() {
  stale_ = true;
  clock_.request();
}

void SceneView::setColours(const SceneColours& scene, const OverlayColours& overlay) {
  scene_.set_colours(scene);
  overlay_->setColours(overlay);
  refresh();
}

void SceneView::setOverlayVisible(bool visible) {
  overlay_->setVisible(visible);
}

void SceneView::fitView() {
  if (width() < 2 || height() < 2) return;
  if (snapshot_ && snapshot_->scenario) {
    // Where the bodies are now, which may have spread since the start.
    const SubjectBox box = subject_box(*snapshot_);
    centre_ = box.centre;
    turntable_.set_subject(box, snapshot_->scenario->gravity);
  }
  turntable_.fit(static_cast<double>(width()) / height());
  touched_ = false;
  fitted_ = generation_.has_value();
  clock_.request();
}

void SceneView::select(long body) {
  if (body == options_.selected) return;
  options_.selected = body;
  trail_.follow(trail_visible_ ? body : -1);
  refresh();
  Q_EMIT picked(body);
}

void SceneView::setFollowing(bool following) {
  following_ = following;
  refresh();
}

void SceneView::setTrailVisible(bool visible) {
  trail_visible_ = visible;
  trail_.follow(visible ? options_.selected : -1);
  refresh();
}

void SceneView::draw() {
  if (!isVisible() || !canvas_->ready() || !snapshot_) return;
  if (following_ && options_.selected >= 0 &&
      3 * options_.selected + 2 < static_cast<long>(snapshot_->positions.size())) {
    const double* x = &snapshot_->positions[3 * options_.selected];
    turntable_.look_at({x[0], x[1], x[2]});
  }
  if (stale_ || options_.cut_before_slice) {
    scene_.show(*snapshot_, options_, range_, &trail_, turntable_.pose());
  } else {
    scene_.set_camera(turntable_.pose());
  }
  stale_ = false;
  updateOverlay();
  const ThreadTime start = thread_time();
  canvas_->draw();
  const ThreadTime spent = thread_time() - start;
  clock_.drawn(spent.wall);
  ++frames_;
  Q_EMIT drawn(spent);
  if (canvas_->software()) still_.start();
}

/// What stands still may take longer, and gets smooth edges.
void SceneView::drawStill() {
  if (!isVisible() || !canvas_->ready() || !snapshot_) return;
  const ThreadTime start = thread_time();
  scene_.set_smooth(true);
  canvas_->draw();
  scene_.set_smooth(false);
  Q_EMIT drawn(thread_time() - start);
}

void SceneView::updateOverlay() {
  if (!snapshot_ || !overlay_->isVisibleTo(this)) return;
  overlay_->setContents(
      overlay_contents(*snapshot_, turntable_.pose(), options_.by, range_, width(), height(), scene_.slice_range()));
}

long SceneView::bodyAt(const QPointF& p) const {
  return first_hit(ray_through(turntable_.pose(), p.x(), p.y(), width(), height()), scene_.cloud()).body;
}

QImage SceneView::picture(bool with_overlay) {
  draw();
  drawStill();
  QImage image = canvas_->image().copy();
  QPainter painter(&image);
  if (with_overlay && overlay_->isVisibleTo(this))
    overlay_->render(&painter, QPoint(), QRegion(), QWidget::DrawChildren);
  return image;
}

void SceneView::mousePressEvent(QMouseEvent* event) {
  pressed_ = last_ = event->position();
  dragged_ = false;
}

void SceneView::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons() == Qt::NoButton) return;
  const QPointF p = event->position(), d = p - last_;
  if (!dragged_ && QLineF(p, pressed_).length() < drag_threshold) return;
  dragged_ = true;
  last_ = p;
  const bool shift = event->modifiers() & Qt::ShiftModifier;
  if ((event->buttons() & Qt::MiddleButton) || ((event->buttons() & Qt::LeftButton) && shift)) {
    turntable_.pan(d.x(), -d.y(), height());
    touched_ = true;
  } else if (event->buttons() & Qt::RightButton) {
    turntable_.zoom(std::exp(-0.006 * d.y()));
    touched_ = true;
  } else {
    // Laid flat, up in the picture is across the vertical.
    const QPointF turn = turntable_.flat() ? QPointF(-d.y(), d.x()) : d;
    turntable_.orbit(-degrees_per_pixel * turn.x(), degrees_per_pixel * turn.y());
  }
  clock_.request();
}

void SceneView::mouseReleaseEvent(QMouseEvent* event) {
  if (!dragged_ && event->button() == Qt::LeftButton) select(bodyAt(event->position()));
}

void SceneView::mouseDoubleClickEvent(QMouseEvent* event) {
  const long body = bodyAt(event->position());
  select(body);
  if (body >= 0 && snapshot_) {
    const double* x = &snapshot_->positions[3 * body];
    turntable_.look_at({x[0], x[1], x[2]});
    clock_.request();
  }
}

void SceneView::wheelEvent(QWheelEvent* event) {
  turntable_.zoom(std::exp(0.0011 * event->angleDelta().y()));
  touched_ = true;
  clock_.request();
}

}  // namespace slurry::ui
