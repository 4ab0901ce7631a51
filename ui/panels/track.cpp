// SPDX-License-Identifier: BSD-3-Clause
#include "panels/track.hpp"

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QSignalBlocker>
#include <QToolTip>

#include <algorithm>
#include <cmath>

#include "tokens.hpp"
#include "type_scale.hpp"

namespace slurry::ui {
namespace {

/// Smallest of 1, 2 and 5 times a power of ten that is no smaller.
double round_up(double x) {
  if (!(x > 0)) return 1;
  const double decade = std::pow(10.0, std::floor(std::log10(x)));
  for (const double digit : {1.0, 2.0, 5.0})
    if (digit * decade >= x * (1 - 1e-12)) return digit * decade;
  return 10 * decade;
}

}  // namespace

double end_of_axis(double newest, std::optional<double> wanted) {
  if (wanted && *wanted >= newest) return *wanted;
  return round_up(std::max(1.05 * newest, 1e-12));
}

double tick_distance(double span, double most) {
  return round_up(span / std::max(most, 1.0));
}

Track::Track(QWidget* parent) : QSlider(Qt::Horizontal, parent) {
  setAccessibleName(tr("Time"));
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  set_type(this, Type::caption);
}

void Track::setState(TrackState state, std::function<int(double)> index_at) {
  index_at_ = std::move(index_at);
  if (state == state_) return;
  state_ = std::move(state);
  update();
}

QSize Track::sizeHint() const {
  return {scaled(400), scaled(22) + fontMetrics().height()};
}

QSize Track::minimumSizeHint() const {
  return {scaled(60), sizeHint().height()};
}

double Track::margin() const {
  return scaled(12);
}

double Track::placeOf(double time) const {
  const double span = std::max(state_.end - state_.first, 1e-300);
  return margin() + std::clamp((time - state_.first) / span, 0.0, 1.0) * (width() - 2 * margin());
}

void Track::scrub(double x) {
  if (!index_at_ || maximum() <= 0) return;
  const double part = std::clamp((x - margin()) / std::max(1.0, width() - 2 * margin()), 0.0, 1.0);
  setValue(std::clamp(index_at_(state_.first + part * (state_.end - state_.first)), minimum(), maximum()));
}

void Track::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return event->ignore();
  setSliderDown(true);
  scrub(event->position().x());
}

void Track::mouseMoveEvent(QMouseEvent* event) {
  if (isSliderDown()) scrub(event->position().x());
}

void Track::mouseReleaseEvent(QMouseEvent*) {
  setSliderDown(false);
}

/// A flag says what was changed there.
bool Track::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QSlider::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  QStringList lines;
  for (const TrackState::Flag& f : state_.flags)
    if (std::abs(placeOf(f.time) - help->pos().x()) <= scaled(5)) lines << f.text;
  if (lines.isEmpty() && !state_.thinned.empty())
    for (const auto& [from, to] : state_.thinned)
      if (help->pos().x() >= placeOf(from) && help->pos().x() <= placeOf(to)) {
        lines << tr(
            "Some moments between the stored ones were dropped here, to stay within the memory for stored moments");
        break;
      }
  if (lines.isEmpty())
    lines << tr("Stored moments of the run, or frames of the file.\nThe run continues while you look back");
  constexpr qsizetype most = 12;
  if (lines.size() > most) lines = lines.mid(0, most) << QStringLiteral("…");
  QToolTip::showText(help->globalPos(), lines.join('\n'), this);
  return true;
}

void Track::paintEvent(QPaintEvent*) {
  QPainter p(this);
  p.setRenderHint(QPainter::Antialiasing);
  const Tokens& t = tokens();
  const double high = scaled(8), top = scaled(10), left = margin(), right = width() - margin();
  const QRectF whole(left, top, right - left, high);
  const auto bar = [&](double from, double to, const QColor& colour) {
    const double a = placeOf(from), b = placeOf(to);
    if (b > a) p.fillRect(QRectF(a, top, b - a, high), colour);
  };
  p.fillRect(whole, t.bg3);
  QPainterPath inside;
  inside.addRoundedRect(whole, 2, 2);
  bar(state_.first, state_.newest, t.line2);
  const QColor played = state_.past ? t.past : t.acc;
  bar(state_.first, std::min(state_.shown, state_.newest), played);
  for (const auto& [from, to] : state_.reversed) {
    QRectF strip(placeOf(from), top + high - scaled(3), placeOf(to) - placeOf(from), scaled(3));
    p.fillRect(strip, t.series[1]);
  }
  if (!state_.thinned.empty()) {
    p.setPen(QPen(t.bg1, 1));
    for (const auto& [from, to] : state_.thinned) {
      const double a = placeOf(from), b = placeOf(to);
      if (b - a < 1) continue;
      p.save();
      p.setClipRect(QRectF(a, top, b - a, high));
      for (double x = std::floor(a / 5) * 5 - high; x < b; x += 5)
        p.drawLine(QPointF(x, top + high), QPointF(x + high, top));
      p.restore();
    }
  }
  // Ticks with their times.
  const QFontMetricsF metrics(font());
  const double span = state_.end - state_.first;
  const double room = metrics.horizontalAdvance(QString::number(state_.end, 'g', 6)) + scaled(24);
  const double distance = tick_distance(span, std::min(10.0, (right - left) / room));
  p.setPen(t.tx3);
  const double below = top + high + scaled(2);
  for (double k = std::ceil(state_.first / distance); k * distance <= state_.end * (1 + 1e-12); ++k) {
    const double x = placeOf(k * distance);
    p.drawLine(QPointF(x, top + high), QPointF(x, below + 1));
    const QString text = QString::number(k * distance, 'g', 6);
    const double wide = metrics.horizontalAdvance(text);
    p.drawText(QPointF(std::clamp(x - wide / 2, 0.0, width() - wide), below + metrics.ascent() + 1), text);
  }
  // Flags above, the target, the live end, and the moment that is shown.
  p.setPen(Qt::NoPen);
  p.setBrush(t.acc);
  for (const TrackState::Flag& f : state_.flags) {
    const double x = placeOf(f.time), s = scaled(5);
    p.drawPolygon(QPolygonF({{x - s, top - s - 3}, {x + s, top - s - 3}, {x, top - 3}}));
  }
  if (state_.target) p.fillRect(QRectF(placeOf(*state_.target) - 1, top - scaled(6), 2, high + scaled(8)), t.ref);
  if (state_.running) {
    p.setBrush(t.ok);
    p.drawEllipse(QPointF(placeOf(state_.newest), top + high / 2), scaled(5), scaled(5));
  }
  const QRectF knob(placeOf(state_.shown) - scaled(3), top - scaled(4), scaled(6), high + scaled(8));
  p.setPen(QPen(hasFocus() ? t.acc : t.bg0, 1));
  p.setBrush(t.tx1);
  if (maximum() > 0 || state_.newest > state_.first) p.drawRoundedRect(knob, 1, 1);
}

}  // namespace slurry::ui
