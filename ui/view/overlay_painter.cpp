// SPDX-License-Identifier: BSD-3-Clause
#include "view/overlay_painter.hpp"

#include <QFont>
#include <QFontMetrics>
#include <QPainter>
#include <QPainterPath>
#include <QStringList>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "models/quantity_text.hpp"
#include "shortened.hpp"
#include "tokens.hpp"
#include "type_scale.hpp"
#include "view/cell_legend_painter.hpp"
#include "view/scene.hpp"

namespace slurry::ui {
namespace {

constexpr int margin = 16;

QFont small_font(const QPainter& p, int pixels, bool bold = false) {
  QFont f = p.font();
  f.setPixelSize(scaled(pixels));
  f.setBold(bold);
  return f;
}

int whole_caption_room(QSize size) {
  return caption_area(size).width() - 2 * margin;
}

/// Room for a line of the caption at this height. The line ends before the outline of the domain begins, unless almost
/// nothing is left there.
int caption_room(QSize size, const OverlayContents& c, int y, int height) {
  int room = whole_caption_room(size);
  const int bands = static_cast<int>(c.outline_from.size());
  const int last = std::min(bands - 1, (y + height) / OverlayContents::band_height);
  for (int band = y / OverlayContents::band_height; band <= last; ++band)
    if (const int from = c.outline_from[static_cast<std::size_t>(band)]; from > 0)
      room = std::min(room, from - 2 * margin);
  return room < scaled(140) ? whole_caption_room(size) : room;
}

/// Paints the caption, its parts below each other where the outline of the domain leaves no room beside each other. In
/// a narrow view the moment stands alone.
void paint_caption(QPainter& p, QSize size, const OverlayContents& c, const OverlayColours& colours) {
  int y = margin;
  const auto paint_line = [&](const QString& line, const QFontMetrics& m) {
    const QString words = shortened(line, m, caption_room(size, c, y, m.height()));
    p.fillRect(margin - 4, y, m.horizontalAdvance(words) + 8, m.height() + 2, colours.plate);  // bodies may be behind
    p.drawText(margin, y + m.ascent(), words);
    y += m.height() + 2;
  };
  const auto paint = [&](const std::string& text, const QString& gap, int pixels, bool bold, const QColor& colour) {
    if (text.empty()) return;
    p.setFont(small_font(p, pixels, bold));
    p.setPen(colour);
    const QFontMetrics m(p.font(), p.device());
    const auto fits = [&](const QString& words) {
      const int room = caption_room(size, c, y, m.height());
      return room == whole_caption_room(size) || m.horizontalAdvance(words) <= room;
    };
    QString line;
    for (const QString& part : QString::fromStdString(text).split(gap)) {
      const QString longer = line.isEmpty() ? part : line + gap + part;
      if (line.isEmpty() || fits(longer)) {
        line = longer;
      } else {
        paint_line(line, m);
        line = part;
      }
    }
    paint_line(line, m);
  };
  const QString apart = QStringLiteral("   ");
  const bool narrow = size.width() < scaled(400);
  if (!narrow) paint(c.title, QStringLiteral(" "), 15, true, colours.text);
  paint(c.moment, apart, 13, false, colours.text);
  if (!narrow) paint(c.remark, apart, 12, false, colours.faint);
}

/// The title of a legend in lines that are no wider than a legend with its numbers need be, so that it stays beside the
/// bodies.
QStringList title_lines(const OverlayContents::Legend& l, const QFontMetrics& m) {
  QStringList words = QString::fromStdString(l.title).split(' ');
  if (!l.unit.empty()) words.append("[" + QString::fromStdString(l.unit) + "]");
  if (l.locked) words.append(QStringLiteral("locked"));
  QStringList lines;
  for (const QString& word : words) {
    const QString longer = lines.isEmpty() ? word : lines.last() + ' ' + word;
    if (lines.isEmpty() || m.horizontalAdvance(longer) > scaled(96)) {
      lines.append(word);
    } else {
      lines.last() = longer;
    }
  }
  return lines;
}

/// What a legend writes, and the room that it takes around its bar.
struct LegendText {
  std::vector<QString> labels;
  QStringList title;
  int bar_x, left, above, below;

  LegendText(QSize size, const OverlayContents::Legend& l, int labels_count, const QFontMetrics& m) {
    int widest = 0, wide = 0;
    const double step = (l.high - l.low) / (labels_count - 1);
    const int digits = step > 0 ? std::max(3, digits_to_tell(std::max(std::abs(l.low), std::abs(l.high)), step)) : 3;
    for (int i = 0; i < labels_count; ++i) {
      const double v = l.low + (l.high - l.low) * i / (labels_count - 1);
      QString text = QString::fromStdString(number_text(std::abs(v) < 1e-12 * (l.high - l.low) ? 0 : v, digits));
      if (l.diverging && v > 0) text.prepend('+');
      labels.push_back(text);
      widest = std::max(widest, m.horizontalAdvance(text));
    }
    title = title_lines(l, m);
    for (const QString& line : title) wide = std::max(wide, m.horizontalAdvance(line));
    const int right = size.width() - margin;
    bar_x = right - widest - label_gap - bar_width;
    left = right - std::max(right - bar_x, wide) - 4;
    above = m.height() * static_cast<int>(title.size()) + 10;
    below = m.height() / 2 + 2;
  }
  static constexpr int bar_width = 13, label_gap = 7;
};

/// Paints a legend whose bar begins at y. It has labels at the ends and at equal steps between them.
void paint_legend(QPainter& p, QSize size, int y, int height, const OverlayContents::Legend& l, const LegendText& words,
                  const OverlayColours& colours) {
  const QFontMetrics m(p.font(), p.device());
  const int right = size.width() - margin, x = words.bar_x, width = LegendText::bar_width;
  p.fillRect(words.left, y - words.above, right + 4 - words.left, words.above + height + words.below, colours.plate);
  for (int i = 0; i < height; ++i) {
    const Rgb8 c = l.map->at(1 - (i + 0.5) / height);
    p.fillRect(x, y + i, width, 1, QColor(c.r, c.g, c.b));
  }
  const int steps = static_cast<int>(words.labels.size()) - 1;
  for (int i = 0; i <= steps; ++i) {
    const int ty = y + height - 1 - (height - 1) * i / steps;
    p.setPen(colours.faint);
    p.drawLine(x + width, ty, x + width + 3, ty);
    p.setPen(colours.text);
    p.drawText(x + width + LegendText::label_gap, ty + m.ascent() / 2 - 1, words.labels[static_cast<std::size_t>(i)]);
  }
  int base = y - m.descent() - 8 - m.height() * static_cast<int>(words.title.size() - 1);
  for (const QString& line : words.title) {
    p.drawText(right - m.horizontalAdvance(line), base, line);
    base += m.height();
  }
}

/// Paints a coloured square and a name for each kind, between these heights. Kinds for which there is no room are
/// counted. Returns where it ends.
int paint_kinds(QPainter& p, QSize size, int top, int bottom, const OverlayContents::Legend& l,
                const OverlayColours& colours) {
  const QFontMetrics m(p.font(), p.device());
  const int line = m.height() + 4, square = m.ascent(), gap = LegendText::label_gap, right = size.width() - margin;
  const int rows = (bottom - top) / line - 1;  // below the title
  if (rows < 1) return top;
  const int all = static_cast<int>(l.kinds.size()), named = all <= rows ? all : rows - 1;
  QStringList names;
  for (int i = 0; i < named; ++i)
    names.append(shortened(QString::fromStdString(l.kinds[static_cast<std::size_t>(i)]), m, scaled(150)));
  if (named < all) names.append(QStringLiteral("+ %1").arg(all - named));
  const QString title = QString::fromStdString(l.title);
  int wide = m.horizontalAdvance(title);
  for (const QString& name : names) wide = std::max(wide, square + gap + m.horizontalAdvance(name));
  const int high = line * (static_cast<int>(names.size()) + 1), left = right - wide;
  int y = std::clamp((size.height() - high) / 2, top, bottom - high);
  p.fillRect(left - 4, y, wide + 8, high, colours.plate);
  p.setPen(colours.text);
  p.drawText(left, y + m.ascent() + 2, title);
  for (int i = 0; i < static_cast<int>(names.size()); ++i) {
    y += line;
    p.setPen(colours.text);
    p.drawText(left + square + gap, y + m.ascent() + 2, names[i]);
    if (i >= named) break;
    const Rgb8 c = l.map->at(l.high > l.low ? (i - l.low) / (l.high - l.low) : 0.5);
    p.setPen(colours.faint);
    p.setBrush(QColor(c.r, c.g, c.b));
    p.drawRect(left, y + 2, square - 1, square - 1);
  }
  return y + line;
}

/// Height of the scale bar with its label.
int scale_bar_height(const QFontMetrics& m) {
  return margin + 10 + m.height();
}

/// Paints the legends, between the caption, if it reaches so far to the right, and the scale bar. The legend of the
/// slice stands below that of the bodies. A legend for which there is no room is left out.
void paint_legends(QPainter& p, QSize size, const OverlayContents& c, const OverlayColours& colours) {
  p.setFont(small_font(p, 12));
  const QFontMetrics m(p.font(), p.device());
  const int bottom = size.height() - scale_bar_height(m);
  const QRect caption = caption_area(size);
  int top = margin;  // of the room that is left
  const auto paint = [&](const OverlayContents::Legend& l, int labels_count, int wanted, int least) {
    const LegendText words(size, l, labels_count, m);
    if (words.left <= caption.right()) top = std::max(top, caption.bottom() + 1);
    const int height = std::min(wanted, bottom - top - words.above - words.below);
    if (height < std::max(least, (m.height() - 2) * (labels_count - 1))) return;
    const int y = std::clamp((size.height() - height) / 2, top + words.above, bottom - words.below - height);
    paint_legend(p, size, y, height, l, words, colours);
    top = y + height + words.below + 8;
  };
  const bool low = size.height() < scaled(520);
  if (c.legend && c.legend->map && !c.legend->kinds.empty()) {
    // Beside the caption in a wide view, below it in a narrow one.
    const int from = size.width() - caption.right() > scaled(200) ? top : std::max(top, caption.bottom() + 1);
    const int to = c.slice_legend ? from + 2 * (bottom - from) / 3 : bottom;
    top = paint_kinds(p, size, from, to - 8, *c.legend, colours) + 8;
  } else if (c.legend && c.legend->map) {
    paint(*c.legend, low ? 3 : 5, std::clamp(size.height() / 3, 110, 240), 60);
  }
  if (c.slice_legend && c.slice_legend->map) paint(*c.slice_legend, 3, 64, 48);
}

/// Paints the legend of the boxes at the left, between the caption and the axes.
void paint_cells(QPainter& p, QSize size, const OverlayContents& c, const OverlayColours& colours) {
  p.setFont(small_font(p, 12));
  const int top = caption_area(size).bottom() + 1, bottom = size.height() - margin - scaled(104);
  const int wide = std::min(caption_area(size).width(), size.width() - scaled(120)) - 2 * margin;
  if (bottom > top && wide > 0) paint_cell_legend(p, {margin, top, wide, bottom - top}, *c.cells, colours);
}

void paint_scale_bar(QPainter& p, QSize size, const OverlayContents::ScaleBar& bar, const OverlayColours& colours) {
  p.setFont(small_font(p, 12));
  const QFontMetrics m(p.font(), p.device());
  const int length = static_cast<int>(std::lround(bar.pixels));
  const int x1 = size.width() - margin, x0 = x1 - length, y = size.height() - margin - 3;
  p.setPen(QPen(colours.text, 2, Qt::SolidLine, Qt::FlatCap));
  p.drawLine(x0, y, x1, y);
  p.setPen(QPen(colours.text, 1));
  p.drawLine(x0, y - 4, x0, y + 3);
  p.drawLine(x1 - 1, y - 4, x1 - 1, y + 3);
  const QString label = QString::fromStdString(bar.label);
  const int wide = m.horizontalAdvance(label);
  p.drawText(std::min(x0 + (length - wide) / 2, x1 - wide), y - 7, label);
}

void paint_arrow(QPainter& p, QPointF from, QPointF to, const QColor& colour, double width) {
  const QPointF d = to - from;
  const double length = std::hypot(d.x(), d.y());
  p.setPen(QPen(colour, width, Qt::SolidLine, Qt::RoundCap));
  if (length < 3) {
    p.setBrush(colour);
    p.drawEllipse(from, width, width);
    return;
  }
  const QPointF u = d / length, n(-u.y(), u.x());
  const double head = std::min(0.45 * length, 3.2 * width + 3);
  p.drawLine(from, to - 0.7 * head * u);
  QPainterPath tip(to);
  tip.lineTo(to - head * u + 0.42 * head * n);
  tip.lineTo(to - head * u - 0.42 * head * n);
  tip.closeSubpath();
  p.fillPath(tip, colour);
}

void paint_axes(QPainter& p, QSize size, const OverlayContents& c, const OverlayColours& colours) {
  constexpr double reach = 34;
  const QPointF origin(margin + reach + 6, size.height() - margin - reach - 6);
  static const std::array<QColor, 3> hues{QColor(226, 105, 92), QColor(112, 186, 104), QColor(98, 150, 230)};
  static const std::array<const char*, 3> names{"x", "y", "z"};
  std::array<int, 3> order{0, 1, 2};
  std::sort(order.begin(), order.end(), [&](int a, int b) { return c.axes[a].out < c.axes[b].out; });
  p.setFont(small_font(p, 12, true));
  const QFontMetrics m(p.font(), p.device());
  for (int k : order) {
    const QPointF d(c.axes[k].right, -c.axes[k].up);
    const QPointF tip = origin + reach * d;
    paint_arrow(p, origin, tip, hues[k], 2);
    const double seen = std::hypot(d.x(), d.y());
    const QPointF at = seen > 0.15 ? tip + 8 / seen * d : origin + QPointF(-9, -9);
    p.setPen(hues[k]);
    p.drawText(at + QPointF(-m.horizontalAdvance(names[k]) / 2.0, m.ascent() / 2.0 - 1), names[k]);
  }
  if (!c.gravity) return;
  // Gravity stands beside the axes, as long as it is seen.
  const QPointF start = origin + QPointF(2 * reach + 26, 0);
  const QPointF d(c.gravity->right, -c.gravity->up);
  const QPointF half = reach * d;
  paint_arrow(p, start - half, start + half, colours.text, 3);
  p.setPen(colours.text);
  p.setFont(small_font(p, 13, true));
  const QString name = c.reversed ? QStringLiteral("reversed gravity") : QStringLiteral("gravity");
  // Beside a steep arrow, over a level one.
  if (std::abs(half.y()) >= std::abs(half.x())) {
    p.drawText(start + QPointF(std::abs(half.x()) + 10, 4), name);
  } else {
    const double wide = QFontMetrics(p.font(), p.device()).horizontalAdvance(name);
    p.drawText(start + QPointF(-wide / 2, -std::abs(half.y()) - 8), name);
  }
}

}  // namespace

OverlayColours dark_overlay() {
  const Tokens& t = dark_tokens();
  return {t.tx1, t.tx2, QColor(19, 22, 27, 219), dark_scene().cells};
}

OverlayColours light_overlay() {
  const Tokens& t = light_tokens();
  return {t.tx1, t.tx2, QColor(255, 255, 255, 230), light_scene().cells};
}

QRect caption_area(QSize size) {
  return {0, 0, std::min(size.width(), scaled(640)), margin + scaled(76)};
}

QRect caption_reach(QSize size) {
  return {0, 0, caption_area(size).width(), std::max(caption_area(size).height(), size.height() / 2)};
}

void paint_overlay(QPainter& p, QSize size, const OverlayContents& c, const OverlayColours& colours) {
  p.setRenderHint(QPainter::Antialiasing);
  p.setRenderHint(QPainter::TextAntialiasing);
  paint_caption(p, size, c, colours);
  p.setRenderHint(QPainter::Antialiasing, false);
  if (size.width() > 360) paint_legends(p, size, c, colours);
  if (c.cells) paint_cells(p, size, c, colours);
  if (c.scale_bar) paint_scale_bar(p, size, *c.scale_bar, colours);
  p.setRenderHint(QPainter::Antialiasing);
  paint_axes(p, size, c, colours);
}

}  // namespace slurry::ui
