// SPDX-License-Identifier: BSD-3-Clause
#include "view/scene_view.hpp"

#include <QLineF>
#include <QMouseEvent>
#include <QPainter>
#include <QResizeEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

#include "models/picking.hpp"
#include "models/view_wishes.hpp"
#include "type_scale.hpp"
#include "view/overlay_widget.hpp"

namespace slurry::ui {
namespace {

constexpr double drag_threshold = 4;  // pixels
constexpr double degrees_per_pixel = 0.35;
constexpr quint64 one_zoom_ms = 1000;  // between two turns of the wheel that are one movement, at most

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
  connect(&colours_, &ColourFinder::found, this, [this] {
    stale_ = true;
    clock_.request();
  });
}

SceneView::~SceneView() {
  canvas_->on_stale = [] {};
}

void SceneView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  canvas_->widget()->setGeometry(rect());
  overlay_->setGeometry(rect());
  if (!state_->touched) fitView();
  updateOverlay();
  clock_.request();
}

void SceneView::setState(ViewState* state) {
  state_ = state;
  snapshot_.reset();
  colours_.forget();
  overlay_->setVisible(state_->overlay_visible);
  refresh();
}

void SceneView::showSnapshot(const SnapshotPtr& s) {
  if (!s) return;
  snapshot_ = s;
  adoptSubject(*s);
  refresh();
}

/// New bodies or another gravity: the camera looks at them anew.
void SceneView::adoptSubject(const Snapshot& s) {
  if (!s.scenario) return;
  const Vec3d gravity = s.scenario->gravity;
  const bool fresh = state_->generation != s.scenario_generation;
  const SubjectBox box = bulk_box(s);
  if (!fresh && box.moves) state_->turntable.shift(box.centre - state_->centre);
  state_->centre = box.centre;
  if (!fresh && gravity == state_->gravity) return keepInView(box);
  state_->turntable.set_subject(box, gravity);
  long followed = -1;
  if (fresh) {
    state_->options.selected = -1;
    state_->following = false;
    state_->trail.follow(-1);
    state_->options.by = colour_quantity(s.values.table(), s.scenario->view.colour_by).name;
    const ViewWishes wishes = view_wishes(*s.scenario);
    state_->turntable.set_flat(wishes.flat);
    if (wishes.camera) state_->turntable.preset(*wishes.camera);
    state_->closer = wishes.zoom;
    followed = wishes.follow < static_cast<long>(s.radii.size()) ? wishes.follow : -1;
    state_->range.forget();
  }
  if (fresh || !state_->touched) state_->fitted = false;
  state_->generation = s.scenario_generation;
  state_->gravity = gravity;
  if (!state_->fitted) fitView();
  if (fresh) Q_EMIT subjectChanged();
  if (followed >= 0) {
    select(followed);
    setFollowing(true);
  }
}

/// Bodies that spread stay in the picture, until somebody takes the camera: it moves back now and then, and a bit more.
void SceneView::keepInView(const SubjectBox& box) {
  constexpr double room = 1.2;
  if (!box.moves || state_->touched || state_->following || !state_->fitted || state_->closer != 1) return;
  if (!state_->turntable.outgrown_by(box, fitAspect())) return;
  fitView();
  state_->turntable.zoom(1 / room);
}

void SceneView::setOptions(const SceneOptions& options) {
  if (options.by != state_->options.by) {
    state_->range.locked = false;
    state_->range.forget();
  }
  const long selected = state_->options.selected;
  state_->options = options;
  state_->options.selected = selected;
  refresh();
}

void SceneView::setLook(const ViewLook& look) {
  take_look(*state_, look);
  overlay_->setVisible(state_->overlay_visible);
  refresh();
}

void SceneView::refresh() {
  stale_ = true;
  if (!snapshot_ || colours_.want(snapshot_, state_->options.by)) clock_.request();
}

void SceneView::setColours(const SceneColours& scene, const OverlayColours& overlay) {
  scene_.set_colours(scene);
  overlay_->setColours(overlay);
  refresh();
}

void SceneView::setOverlayVisible(bool visible) {
  state_->overlay_visible = visible;
  overlay_->setVisible(visible);
}

/// Width over height of the part of the view that bodies fill: the legend has the room at the sides.
double SceneView::fitAspect() const {
  const int wide = std::max(width() - 2 * scaled(40), width() / 2);
  return static_cast<double>(wide) / height();
}

void SceneView::showWhole() {
  state_->closer = 1;
  fitView(true);
}

void SceneView::fitView(bool whole) {
  if (width() < 2 || height() < 2) return;
  if (snapshot_ && snapshot_->scenario) {
    // Where the bodies are now, which may have spread since the start.
    const SubjectBox box = bulk_box(*snapshot_);
    state_->centre = box.centre;
    state_->turntable.set_subject(whole ? subject_box(*snapshot_) : box, snapshot_->scenario->gravity);
  }
  state_->turntable.fit(fitAspect());
  if (state_->closer != 1) state_->turntable.zoom(state_->closer);
  state_->touched = false;
  state_->fitted = state_->generation.has_value();
  clock_.request();
}

void SceneView::select(long body) {
  if (body == state_->options.selected) return;
  state_->options.selected = body;
  state_->trail.follow(state_->trail_visible ? body : -1);
  refresh();
  Q_EMIT picked(body);
}

void SceneView::setFollowing(bool following) {
  state_->following = following;
  refresh();
}

void SceneView::setTrailVisible(bool visible) {
  state_->trail_visible = visible;
  state_->trail.follow(visible ? state_->options.selected : -1);
  refresh();
}

bool SceneView::awaits(const SnapshotPtr& moment) const {
  return moment == snapshot_ && moment != drawn_moment_ && isVisible() && canvas_->ready();
}

/// Whether there are colours for these bodies. Until then the picture stays as it is.
bool SceneView::canDraw() const {
  const SnapshotPtr moment = pictured();
  return isVisible() && canvas_->ready() && snapshot_ && moment &&
         moment->scenario_generation == snapshot_->scenario_generation;
}

void SceneView::draw() {
  if (!canDraw()) return;
  const ColourValues& colours = colours_.newest();
  const Snapshot& s = *colours.moment;
  if (state_->following && state_->options.selected >= 0 &&
      3 * state_->options.selected + 2 < static_cast<long>(s.positions.size())) {
    const double* x = &s.positions[3 * state_->options.selected];
    state_->turntable.look_at({x[0], x[1], x[2]});
  }
  scene_.set_picture(canvas_->pixels().width(), canvas_->pixels().height());
  scene_.set_moving(canvas_->software() && moved_.isValid() && !moved_.hasExpired(still_.interval()));
  SnapshotPtr now = drawn_moment_;
  // While numbers of another quantity are looked for, the bodies and their legend stay as they are.
  if ((stale_ || state_->options.cut_before_slice) && colours.by == state_->options.by) {
    scene_.show(s, colours.values, state_->options, state_->range, &state_->trail, state_->turntable.pose());
    stale_ = false;
    now = colours.moment;
  } else {
    scene_.set_camera(state_->turntable.pose());
  }
  updateOverlay();
  const ThreadTime start = thread_time();
  canvas_->draw();
  const ThreadTime spent = thread_time() - start;
  clock_.drawn(spent.wall);
  ++frames_;
  if (now != drawn_moment_) {
    drawn_moment_ = now;
    Q_EMIT momentDrawn();
  }
  Q_EMIT drawn(spent);
  if (canvas_->software()) still_.start();
}

/// Draws a scene at rest, which may take longer: with every sphere and with smooth edges.
void SceneView::drawStill() {
  if (!canDraw()) return;
  scene_.set_moving(false);
  scene_.set_camera(state_->turntable.pose());
  const ThreadTime start = thread_time();
  scene_.set_smooth(true);
  canvas_->draw();
  scene_.set_smooth(false);
  Q_EMIT drawn(thread_time() - start);
}

void SceneView::updateOverlay() {
  const ColourValues& colours = colours_.newest();
  if (!colours.moment || !overlay_->isVisibleTo(this)) return;
  OverlayContents contents = overlay_contents(*colours.moment, state_->turntable.pose(), colours.by, state_->range,
                                              width(), height(), scene_.slice_range());
  contents.cells = cell_legend(*colours.moment, state_->options);
  overlay_->setContents(std::move(contents));
}

long SceneView::bodyAt(const QPointF& p) const {
  return first_hit(ray_through(state_->turntable.pose(), p.x(), p.y(), width(), height()), scene_.cloud()).body;
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

/// The user has moved the camera and may go on to move it.
void SceneView::moveCamera() {
  moved_.start();
  clock_.request();
}

void SceneView::mousePressEvent(QMouseEvent* event) {
  pressed_ = last_ = event->position();
  dragged_ = false;
  grasped_ = look_of(*state_);
}

void SceneView::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons() == Qt::NoButton) return;
  const QPointF p = event->position(), d = p - last_;
  if (!dragged_ && QLineF(p, pressed_).length() < drag_threshold) return;
  dragged_ = true;
  last_ = p;
  const bool shift = event->modifiers() & Qt::ShiftModifier;
  if ((event->buttons() & Qt::MiddleButton) || ((event->buttons() & Qt::LeftButton) && shift)) {
    state_->turntable.pan(d.x(), -d.y(), height());
    state_->touched = true;
  } else if (event->buttons() & Qt::RightButton) {
    state_->turntable.zoom(std::exp(-0.006 * d.y()));
    state_->touched = true;
  } else {
    // Laid flat, up in the picture is across the vertical.
    const QPointF turn = state_->turntable.flat() ? QPointF(-d.y(), d.x()) : d;
    state_->turntable.orbit(-degrees_per_pixel * turn.x(), degrees_per_pixel * turn.y());
  }
  moveCamera();
}

void SceneView::mouseReleaseEvent(QMouseEvent* event) {
  if (dragged_ && event->buttons() == Qt::NoButton) {
    dragged_ = false;
    return Q_EMIT looked(grasped_, 0);
  }
  if (!dragged_ && event->button() == Qt::LeftButton) select(bodyAt(event->position()));
}

void SceneView::mouseDoubleClickEvent(QMouseEvent* event) {
  const long body = bodyAt(event->position());
  select(body);
  if (const SnapshotPtr moment = pictured(); body >= 0 && moment) {
    const double* x = &moment->positions[3 * body];
    const ViewLook before = look_of(*state_);
    state_->turntable.look_at({x[0], x[1], x[2]});
    state_->touched = true;
    clock_.request();
    Q_EMIT looked(before, 0);
  }
}

void SceneView::wheelEvent(QWheelEvent* event) {
  const ViewLook before = look_of(*state_);
  state_->turntable.zoom(std::exp(0.0011 * event->angleDelta().y()));
  state_->touched = true;
  moveCamera();
  if (wheelings_ == 0 || event->timestamp() > wheeled_at_ + one_zoom_ms) ++wheelings_;
  wheeled_at_ = event->timestamp();
  Q_EMIT looked(before, wheelings_);
}

}  // namespace slurry::ui
