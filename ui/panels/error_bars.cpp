// SPDX-License-Identifier: BSD-3-Clause
#include "panels/error_bars.hpp"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

#include "models/quantity_text.hpp"
#include "theme.hpp"
#include "type_scale.hpp"

namespace slurry::ui {
namespace {

constexpr int name_width = 74, number_width = 60, legend_height = 17, scale_height = 15;

bool same(double x, double y) {
  return x == y || (std::isnan(x) && std::isnan(y));
}

}  // namespace

ErrorBars::ErrorBars(QWidget* parent) : QWidget(parent) {
  setAccessibleName(tr("Error budget: asked, predicted and measured errors"));
  setMouseTracking(true);
}

void ErrorBars::setRows(const std::vector<ErrorRow>& rows) {
  bool changed = rows.size() != rows_.size();
  if (changed) updateGeometry();
  for (std::size_t i = 0; !changed && i < rows.size(); ++i) {
    const ErrorEntry &a = rows[i].entry, &b = rows_[i].entry;
    changed = rows[i].title != rows_[i].title || !same(a.asked, b.asked) || !same(a.predicted, b.predicted) ||
              !same(a.measured, b.measured);
  }
  rows_ = rows;
  if (changed) update();
}

int ErrorBars::rowHeight() const {
  return fontMetrics().height() + 5;
}
int ErrorBars::rowCount() const {
  return std::max(4, static_cast<int>(rows_.size()));
}
QSize ErrorBars::sizeHint() const {
  return {300, legend_height + rowCount() * rowHeight() + scale_height};
}
QSize ErrorBars::minimumSizeHint() const {
  return {220, sizeHint().height()};
}

void ErrorBars::paintEvent(QPaintEvent*) {
  QPainter p(this);
  const SignalColours colours = signal_colours();
  const QColor text = palette().color(QPalette::WindowText);
  const int left = name_width, right = width() - number_width, h = rowHeight();
  const auto at = [&](double error) { return left + error_fraction(error) * (right - left); };
  const QFont small = type_font(Type::caption);

  // Decades.
  p.fillRect(left, legend_height, right - left, rowCount() * h, palette().color(QPalette::Base));
  p.setFont(small);
  const int room = (right - left) / 4 - p.fontMetrics().horizontalAdvance(QStringLiteral("1e−12 "));
  for (int decade = -12; decade <= 0; decade += room > 0 ? 3 : 6) {
    const int x = static_cast<int>(std::lround(at(std::pow(10.0, decade))));
    p.setPen(colours.grid);
    p.drawLine(x, legend_height, x, legend_height + rowCount() * h);
    p.setPen(colours.faint);
    const QString label = decade == 0 ? QStringLiteral("1") : QStringLiteral("1e−%1").arg(-decade);
    const int w = p.fontMetrics().horizontalAdvance(label);
    p.drawText(x - (decade == 0 ? w : w / 2), legend_height + rowCount() * h + p.fontMetrics().ascent() + 1, label);
  }

  // Key.
  int x = left;
  const auto key = [&](const QString& word, auto&& draw) {
    draw(x, legend_height - 7);
    p.setPen(colours.faint);
    p.drawText(x + 13, legend_height - 4, word);
    x += 13 + p.fontMetrics().horizontalAdvance(word) + 10;
  };
  key(tr("measured"), [&](int kx, int ky) { p.fillRect(kx, ky - 3, 9, 7, colours.good); });
  key(tr("predicted"), [&](int kx, int ky) { p.fillRect(kx, ky - 1, 9, 3, colours.predicted); });
  key(tr("asked"), [&](int kx, int ky) { p.fillRect(kx + 3, ky - 5, 2, 10, text); });

  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const ErrorRow& row = rows_[i];
    const int y = legend_height + static_cast<int>(i) * h;
    p.setFont(font());
    p.setPen(text);
    p.drawText(QRect(0, y, name_width - 6, h), Qt::AlignVCenter | Qt::AlignLeft,
               QString::fromUtf8(row.title.data(), static_cast<qsizetype>(row.title.size())));
    const ErrorEntry& e = row.entry;
    const bool bad = row.verdict == Verdict::exceeded;
    if (std::isfinite(e.measured))
      p.fillRect(QRectF(left, y + 4, std::max(at(e.measured) - left, 2.0), h - 12), bad ? colours.bad : colours.good);
    if (std::isfinite(e.predicted))
      p.fillRect(QRectF(left, y + h - 6, std::max(at(e.predicted) - left, 2.0), 3), colours.predicted);
    if (std::isfinite(e.asked)) p.fillRect(QRectF(at(e.asked) - 1, y + 1, 2, h - 2), text);
    p.setPen(bad ? colours.bad : text);
    p.drawText(QRect(right + 4, y, number_width - 4, h), Qt::AlignVCenter | Qt::AlignRight,
               QString::fromStdString(error_text(e.measured)));
  }
}

bool ErrorBars::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const int i = (help->pos().y() - legend_height) / rowHeight();
    if (help->pos().y() >= legend_height && i >= 0 && i < static_cast<int>(rows_.size())) {
      const ErrorRow& row = rows_[static_cast<std::size_t>(i)];
      const auto number = [](double e) { return QString::fromStdString(error_text(e)); };
      QToolTip::showText(help->globalPos(),
                         tr("%1\nasked %2, predicted %3, measured %4")
                             .arg(QString::fromUtf8(row.help.data(), static_cast<qsizetype>(row.help.size())),
                                  number(row.entry.asked), number(row.entry.predicted), number(row.entry.measured)),
                         this);
    } else {
      QToolTip::hideText();
    }
    return true;
  }
  return QWidget::event(event);
}

}  // namespace slurry::ui
