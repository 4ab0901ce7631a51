// SPDX-License-Identifier: BSD-3-Clause
#include "panels/error_bars.hpp"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <cmath>

#include "models/number_text.hpp"
#include "models/qt_text.hpp"
#include "tokens.hpp"
#include "type_scale.hpp"

namespace slurry::ui {
namespace {

constexpr int fewest_rows = 4;  // places for sources, some empty before anything is known

QString size_text(double error) {
  return QString::fromStdString(error_text(error));
}

void paint_bar(QPainter& p, const QRectF& track, double fraction, const QColor& colour, bool full) {
  const Tokens& t = tokens();
  p.setPen(Qt::NoPen);
  p.setBrush(t.bg3);
  p.drawRoundedRect(track, 2, 2);
  if (!(fraction > 0)) return;
  QRectF bar = track;
  bar.setWidth(std::max(2.0, std::min(fraction, 1.0) * track.width()));
  p.setBrush(full ? colour : t.bg1);
  if (!full) {
    p.setPen(QPen(colour, 1.5));
    bar.adjust(0.75, 0.75, -0.75, -0.75);
  }
  p.drawRoundedRect(bar, 2, 2);
}

}  // namespace

ErrorBars::ErrorBars(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
}

void ErrorBars::setBudget(const ErrorBudget& budget) {
  if (budget.shares.size() != budget_.shares.size()) updateGeometry();
  budget_ = budget;
  setAccessibleName(tr("Error budget: %1").arg(QString::fromStdString(budget_verdict(budget))));
  update();
}

int ErrorBars::rowHeight() const {
  return QFontMetrics(type_font(Type::label)).height() + scaled(4);
}

int ErrorBars::firstRow() const {
  const int caption = QFontMetrics(type_font(Type::caption)).height();
  return scaled(10) + caption + scaled(4) + caption + scaled(2);
}

QSize ErrorBars::sizeHint() const {
  return {scaled(300), firstRow() + std::max(fewest_rows, static_cast<int>(budget_.shares.size())) * rowHeight()};
}

QSize ErrorBars::minimumSizeHint() const {
  return {scaled(190), sizeHint().height()};
}

void ErrorBars::paintEvent(QPaintEvent*) {
  QPainter p(this);
  p.setRenderHint(QPainter::Antialiasing);
  const Tokens& t = tokens();
  const QFont small = type_font(Type::caption), label = type_font(Type::label);
  const QFontMetrics caption(small), text(label);
  const double used = budget_.used();
  const bool exceeded = used > 1;
  paint_bar(p, QRectF(0, 0, width(), scaled(8)), used, exceeded ? t.err : t.ok, budget_.measured());
  p.setFont(small);
  p.setPen(t.tx3);
  const QRect below(0, scaled(10), width(), caption.height());
  if (std::isfinite(budget_.size()))
    p.drawText(below, Qt::AlignLeft,
               (budget_.measured() ? tr("measured %1") : tr("predicted %1")).arg(size_text(budget_.size())));
  if (std::isfinite(budget_.whole.asked))
    p.drawText(below, Qt::AlignRight, tr("allowed %1").arg(size_text(budget_.whole.asked)));

  // Columns: source, share of the mean square, size.
  const int numbers =
      std::max(text.horizontalAdvance(QStringLiteral("0.0e−00")), caption.horizontalAdvance(tr("Size")));
  int names = 0;
  for (const ErrorShare& s : budget_.shares) names = std::max(names, text.horizontalAdvance(text_of(s.title)));
  names = std::max(names, scaled(56)) + scaled(20);
  const int right = width() - numbers - scaled(8);
  const int head = below.bottom() + 1 + scaled(4);
  if (!budget_.shares.empty()) {
    p.drawText(QRect(0, head, names, caption.height()), Qt::AlignLeft, tr("Source"));
    p.drawText(QRect(right, head, width() - right, caption.height()), Qt::AlignRight, tr("Size"));
    const QString words = tr("Share of the mean square"), brief = tr("Share");
    const bool fits = caption.horizontalAdvance(words) < right - names;
    p.drawText(QRect(names, head, right - names, caption.height()), Qt::AlignLeft, fits ? words : brief);
  }
  for (std::size_t i = 0; i < budget_.shares.size(); ++i) {
    const ErrorShare& s = budget_.shares[i];
    const QColor colour = t.series.at(s.place % t.series.size());
    const QRect row(0, firstRow() + static_cast<int>(i) * rowHeight(), width(), rowHeight());
    const double middle = row.center().y() + 0.5;
    p.setPen(Qt::NoPen);
    p.setBrush(colour);
    p.drawRoundedRect(QRectF(0, middle - scaled(4), scaled(8), scaled(8)), 2, 2);
    p.setFont(label);
    p.setPen(t.tx2);
    QString name = text_of(s.title);
    if (!name.isEmpty()) name[0] = name[0].toUpper();
    p.drawText(row.adjusted(scaled(14), 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, name);
    paint_bar(p, QRectF(names, middle - scaled(4), right - names, scaled(8)), s.share, colour, s.measured);
    p.setPen(s.measured ? t.tx1 : t.tx3);
    p.drawText(row, Qt::AlignVCenter | Qt::AlignRight, size_text(s.size));
  }
}

bool ErrorBars::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const int y = help->pos().y() - firstRow(), i = y / rowHeight();
  if (y >= 0 && i < static_cast<int>(budget_.shares.size())) {
    const ErrorShare& s = budget_.shares[static_cast<std::size_t>(i)];
    QToolTip::showText(help->globalPos(),
                       tr("%1\n%2 % of the mean square\nallowed %3, predicted %4, measured %5")
                           .arg(text_of(s.help))
                           .arg(QString::fromStdString(number_text(100 * s.share, 2)))
                           .arg(size_text(s.entry.asked), size_text(s.entry.predicted), size_text(s.entry.measured)),
                       this);
  } else {
    QToolTip::hideText();
  }
  return true;
}

}  // namespace slurry::ui
