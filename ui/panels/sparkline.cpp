// SPDX-License-Identifier: BSD-3-Clause
#include "panels/sparkline.hpp"

#include <QPainter>
#include <QPolygonF>

#include <algorithm>

#include "models/number_text.hpp"
#include "tokens.hpp"
#include "type_scale.hpp"

namespace slurry::ui {
namespace {

constexpr int curve_height = 30;  // pixels at a scale of 1

QString end_text(double value) {
  return QString::fromStdString(number_text(value, 3, Zeros::kept));
}

}  // namespace

Sparkline::Sparkline(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void Sparkline::show(const QString& title, const QString& unit, std::vector<std::pair<double, double>> samples,
                     double span) {
  title_ = title;
  unit_ = unit;
  samples_ = std::move(samples);
  span_ = span;
  low_ = high_ = samples_.empty() ? 0 : samples_.front().second;
  for (const auto& [place, value] : samples_) {
    low_ = std::min(low_, value);
    high_ = std::max(high_, value);
  }
  setAccessibleName(samples_.empty()
                        ? title_
                        : tr("%1: from %2 to %3 %4").arg(title_, end_text(low_), end_text(high_), unit_).trimmed());
  update();
}

QSize Sparkline::sizeHint() const {
  return {scaled(150), QFontMetrics(type_font(Type::caption)).height() + scaled(curve_height + 4)};
}

void Sparkline::paintEvent(QPaintEvent*) {
  QPainter p(this);
  const Tokens& t = tokens();
  const QFont caption = type_font(Type::caption);
  const QFontMetrics m(caption);
  p.setFont(caption);
  p.setPen(t.tx2);
  p.drawText(QRect(0, 0, width(), m.height()), Qt::AlignLeft | Qt::AlignVCenter, title_);
  p.setPen(t.tx3);
  p.drawText(QRect(0, 0, width(), m.height()), Qt::AlignRight | Qt::AlignVCenter, unit_);
  if (samples_.size() < 2) return;
  const bool flat = high_ == low_;
  const int left = std::max(m.horizontalAdvance(end_text(low_)), m.horizontalAdvance(end_text(high_))) + scaled(6);
  const QRectF frame(left, m.height() + scaled(4), width() - left - 1, scaled(curve_height) - 1);
  p.fillRect(frame, t.plot);
  p.setPen(t.grid);
  p.drawRect(frame);
  p.setPen(t.tx3);
  const auto label = [&](double y, double value) {
    p.drawText(QRectF(0, y - m.height() / 2.0, left - scaled(6), m.height()), Qt::AlignRight | Qt::AlignVCenter,
               end_text(value));
  };
  const double inset = scaled(6);  // within the frame, so that the labels stand at the ends of the curve
  if (!flat) label(frame.top() + inset, high_);
  label(flat ? frame.center().y() : frame.bottom() - inset, low_);
  QPolygonF curve;
  const double newest = samples_.back().first;
  for (const auto& [place, value] : samples_) {
    const double up = flat ? 0.5 : (value - low_) / (high_ - low_);
    curve.append({frame.right() - (newest - place) / span_ * frame.width(),
                  frame.bottom() - inset - up * (frame.height() - 2 * inset)});
  }
  p.setRenderHint(QPainter::Antialiasing);
  p.setPen(QPen(t.series[0], 1.5));
  p.drawPolyline(curve);
}

}  // namespace slurry::ui
