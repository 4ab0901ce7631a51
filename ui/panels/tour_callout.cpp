// SPDX-License-Identifier: BSD-3-Clause
#include "panels/tour_callout.hpp"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QSettings>
#include <QVBoxLayout>

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "models/qt_text.hpp"
#include "slurry_style.hpp"
#include "tokens.hpp"
#include "type_scale.hpp"

namespace slurry::ui {
namespace {

constexpr const char* seen_key = "tour/seen";
constexpr int callout_width = 300, callout_gap = 8, frame_width = 2;

/// A line around the part of the window that is spoken of.  The mouse goes through it.
class PartFrame final : public QWidget {
 public:
  explicit PartFrame(QWidget* window) : QWidget(window) {
    setObjectName("tour.frame");
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    hide();
  }
  void around(const QRect& part) {
    setGeometry(part);
    // What is inside is drawn without this widget.
    setMask(QRegion(rect()) - QRegion(rect().adjusted(frame_width, frame_width, -frame_width, -frame_width)));
  }

 protected:
  void paintEvent(QPaintEvent*) override { QPainter(this).fillRect(rect(), tokens().acc); }
};

CalloutRect rect_of(const QRect& r) {
  return {r.x(), r.y(), r.width(), r.height()};
}

}  // namespace

TourCallout::TourCallout(QWidget* window, std::function<QWidget*(TourPlace)> part)
    : QWidget(window),
      part_(std::move(part)),
      frame_(new PartFrame(window)),
      title_(new QLabel(this)),
      text_(new QLabel(this)),
      count_(new QLabel(this)),
      leave_(new QPushButton(tr("Leave"), this)),
      back_(new QPushButton(tr("Back"), this)),
      next_(new QPushButton(this)) {
  setObjectName("tour");
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(14, 12, 14, 12);
  column->setSpacing(8);
  set_type(title_, Type::headline, true);
  text_->setWordWrap(true);
  count_->setForegroundRole(QPalette::PlaceholderText);
  set_type(count_, Type::label);
  column->addWidget(title_);
  column->addWidget(text_);
  auto* row = new QHBoxLayout;
  row->setSpacing(8);
  row->addWidget(count_);
  row->addStretch(1);
  for (QPushButton* b : {leave_, back_, next_}) {
    row->addWidget(b);
    b->setAutoDefault(true);
  }
  column->addLayout(row);
  leave_->setObjectName("tour.leave");
  leave_->setToolTip(tr("Ends the tour  (Esc). You find it again in Help."));
  back_->setObjectName("tour.back");
  next_->setObjectName("tour.next");
  set_primary(next_);
  connect(leave_, &QPushButton::clicked, this, &TourCallout::leave);
  connect(back_, &QPushButton::clicked, this, [this] {
    tour_.back();
    show();
  });
  connect(next_, &QPushButton::clicked, this, [this] {
    tour_.next();
    if (!tour_.on()) return leave();
    show();
  });
  soon_.setSingleShot(true);
  soon_.setInterval(0);
  connect(&soon_, &QTimer::timeout, this, &TourCallout::place);
  window->installEventFilter(this);
  hide();
}

int TourCallout::seenBefore() {
  return std::clamp(QSettings().value(seen_key).toInt(), 0, static_cast<int>(Tour::steps().size()));
}

void TourCallout::begin() {
  tour_.setSeen(static_cast<std::size_t>(seenBefore()));
  tour_.begin();
  show();
  next_->setFocus(Qt::OtherFocusReason);
}

void TourCallout::leave() {
  const bool was_on = tour_.on() || isVisible();
  tour_.leave();
  watch(nullptr);
  frame_->hide();
  hide();
  if (was_on) Q_EMIT left();
}

void TourCallout::show() {
  QSettings().setValue(seen_key, static_cast<int>(tour_.seen()));
  const TourStep& step = tour_.step();
  title_->setText(text_of(step.title));
  text_->setText(text_of(step.text));
  count_->setText(tr("%1 of %2").arg(tour_.at() + 1).arg(Tour::steps().size()));
  if (tour_.atFirst() && back_->hasFocus()) next_->setFocus();
  back_->setEnabled(!tour_.atFirst());
  next_->setText(tour_.atLast() ? tr("Done") : tr("Next"));
  setAccessibleName(tr("Tour, step %1: %2").arg(count_->text(), title_->text()));
  setAccessibleDescription(text_->text());
  watch(part_(step.place));
  QWidget::show();
  place();
  soon_.start();
}

/// Follows a part of the window, and no longer the part before.
void TourCallout::watch(QWidget* part) {
  if (target_) target_->removeEventFilter(this);
  target_ = part;
  if (target_) target_->installEventFilter(this);
}

void TourCallout::place() {
  if (!tour_.on()) return;
  const int wide = scaled(callout_width);
  setFixedWidth(std::min(wide, parentWidget()->width() - 2 * callout_gap));
  const int high = std::max(layout()->hasHeightForWidth() ? layout()->totalHeightForWidth(width()) : 0,
                            layout()->totalMinimumSize().height());
  resize(width(), high);
  const QRect room = parentWidget()->rect().adjusted(callout_gap, callout_gap, -callout_gap, -callout_gap);
  QRect part = room;
  const bool seen = target_ && target_->isVisible();
  if (seen) part = QRect(target_->mapTo(parentWidget(), QPoint(0, 0)), target_->size());
  const CalloutPlace at = place_callout(rect_of(room), rect_of(part), width(), height(), scaled(callout_gap));
  move(at.x, at.y);
  frame_->setVisible(seen);
  if (seen) static_cast<PartFrame*>(frame_)->around(part);
  frame_->raise();
  raise();
}

bool TourCallout::eventFilter(QObject* watched, QEvent* event) {
  const auto type = event->type();
  const bool moves = type == QEvent::Resize || type == QEvent::Move || type == QEvent::Show || type == QEvent::Hide ||
                     type == QEvent::LayoutRequest;
  if (moves && tour_.on() && !soon_.isActive()) soon_.start();
  return QWidget::eventFilter(watched, event);
}

void TourCallout::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) return leave();
  // Space presses a button by itself, Enter does so only in a dialog.
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
    for (QPushButton* b : {leave_, back_, next_})
      if (b->hasFocus()) return b->click();
  QWidget::keyPressEvent(event);
}

void TourCallout::paintEvent(QPaintEvent*) {
  QPainter p(this);
  const Tokens& t = tokens();
  p.fillRect(rect(), t.bg2);
  p.setPen(QPen(t.acc, 1));
  p.drawRect(rect().adjusted(0, 0, -1, -1));
}

void TourCallout::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if ((event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange) && tour_.on()) soon_.start();
}

}  // namespace slurry::ui
