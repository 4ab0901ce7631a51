// SPDX-License-Identifier: BSD-3-Clause
#include "panels/stage_bars.hpp"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <utility>

#include "models/quantity_text.hpp"
#include "tokens.hpp"
#include "type_scale.hpp"

namespace slurry::ui {
namespace {

constexpr int usual_rows = 5;

QColor colour_of(const TimeShare& share, std::size_t place) {
  const Tokens& t = tokens();
  return share.title == "Other" ? t.line2 : t.series.at(place % t.series.size());
}

/// Nothing but nothing is 0 %.
QString share_text(double share) {
  const int percent = qRound(100 * share);
  return percent == 0 && share > 0 ? QStringLiteral("<1 %") : QStringLiteral("%1 %").arg(percent);
}

}  // namespace

StageBars::StageBars(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
  setAccessibleName(tr("Time of a step by its parts"));
}

void StageBars::setShares(std::vector<TimeShare> shares) {
  const bool other_rows = shares.size() != shares_.size();
  shares_ = std::move(shares);
  if (other_rows) updateGeometry();
  update();
}

int StageBars::firstRow() const {
  return scaled(14 + 6);
}

int StageBars::rowHeight() const {
  return QFontMetrics(type_font(Type::label)).height() + scaled(4);
}

QSize StageBars::sizeHint() const {
  return {scaled(300), firstRow() + std::max(usual_rows, static_cast<int>(shares_.size())) * rowHeight()};
}

QSize StageBars::minimumSizeHint() const {
  return {scaled(190), sizeHint().height()};
}

void StageBars::paintEvent(QPaintEvent*) {
  QPainter p(this);
  const Tokens& t = tokens();
  p.fillRect(QRect(0, 0, width(), scaled(14)), t.bg3);
  const QFont label = type_font(Type::label);
  const QFontMetrics m(label);
  const int percent = m.horizontalAdvance(QStringLiteral("100 %")) + scaled(10);
  p.setFont(label);
  double from = 0;
  for (std::size_t i = 0; i < shares_.size(); ++i) {
    const TimeShare& s = shares_[i];
    const QColor colour = colour_of(s, i);
    const double wide = s.share * width();
    p.fillRect(QRectF(from, 0, std::max(wide - 1, 1.0), scaled(14)), colour);
    from += wide;
    const QRect row(0, firstRow() + static_cast<int>(i) * rowHeight(), width(), rowHeight());
    p.setRenderHint(QPainter::Antialiasing);
    p.setPen(Qt::NoPen);
    p.setBrush(colour);
    p.drawRoundedRect(QRectF(0, row.center().y() - scaled(4) + 0.5, scaled(8), scaled(8)), 2, 2);
    p.setRenderHint(QPainter::Antialiasing, false);
    p.setPen(t.tx2);
    p.drawText(row.adjusted(scaled(14), 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, QString::fromStdString(s.title));
    p.setPen(t.tx1);
    p.drawText(row.adjusted(0, 0, -percent, 0), Qt::AlignVCenter | Qt::AlignRight,
               QString::fromStdString(duration_text(s.seconds)));
    p.drawText(row, Qt::AlignVCenter | Qt::AlignRight, share_text(s.share));
  }
}

bool StageBars::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const int y = help->pos().y() - firstRow(), i = y / rowHeight();
  if (y >= 0 && i < static_cast<int>(shares_.size())) {
    const TimeShare& s = shares_[static_cast<std::size_t>(i)];
    QToolTip::showText(help->globalPos(), QString::fromStdString(s.title + ": " + s.help), this);
  } else {
    QToolTip::hideText();
  }
  return true;
}

}  // namespace slurry::ui
