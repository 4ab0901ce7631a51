// SPDX-License-Identifier: BSD-3-Clause
#include "view/cell_legend_painter.hpp"

#include <QFontMetrics>
#include <QLineF>
#include <QPainter>
#include <QString>
#include <QStringList>

#include <algorithm>

#include "shortened.hpp"
#include "type_scale.hpp"
#include "view/cells_actor.hpp"
#include "view/overlay_painter.hpp"

namespace slurry::ui {
namespace {

using Row = CellLegend::Row;

QColor colour_of(const std::array<double, 3>& c) {
  return QColor::fromRgbF(static_cast<float>(c[0]), static_cast<float>(c[1]), static_cast<float>(c[2]));
}

/// One edge of the sample of a box, drawn as the edges of boxes are.
void paint_edge(QPainter& p, const QLineF& edge, EdgePattern pattern) {
  const auto piece = [&](double from, double to) { p.drawLine(QLineF(edge.pointAt(from), edge.pointAt(to))); };
  switch (pattern) {
    case EdgePattern::whole:
      return piece(0, 1);
    case EdgePattern::dashed:
      piece(0, 0.2);
      piece(0.4, 0.6);
      return piece(0.8, 1);
    case EdgePattern::corners:
      piece(0, 0.25);
      return piece(0.75, 1);
    case EdgePattern::middle:
      return piece(0.3, 0.7);
  }
}

void paint_sample(QPainter& p, const QRectF& box, const QColor& colour, double width, EdgePattern pattern) {
  p.setPen(QPen(colour, width, Qt::SolidLine, Qt::FlatCap));
  paint_edge(p, {box.topLeft(), box.topRight()}, pattern);
  paint_edge(p, {box.topRight(), box.bottomRight()}, pattern);
  paint_edge(p, {box.bottomRight(), box.bottomLeft()}, pattern);
  paint_edge(p, {box.bottomLeft(), box.topLeft()}, pattern);
}

/// The words of a sentence in lines that are no wider than this.
QStringList lines_of(const std::string& sentence, const QFontMetrics& m, int wide) {
  QStringList lines;
  for (const QString& word : QString::fromStdString(sentence).split(' ')) {
    const QString longer = lines.isEmpty() ? word : lines.last() + ' ' + word;
    if (lines.isEmpty() || m.horizontalAdvance(longer) > wide)
      lines.append(word);
    else
      lines.last() = longer;
  }
  return lines;
}

/// What is written, in lines of one height.
struct Layout {
  std::vector<Row> rows;
  QStringList sentences;
  int lines() const { return 1 + static_cast<int>(rows.size()) + static_cast<int>(sentences.size()); }
};

Layout layout_of(const CellLegend& legend, const QFontMetrics& m, int wide, int most_lines) {
  Layout all{legend.rows, {}};
  for (const std::string& sentence : legend.remarks) all.sentences += lines_of(sentence, m, wide);
  if (all.lines() > most_lines) std::erase_if(all.rows, [](const Row& r) { return r.kind == Row::Kind::levels; });
  if (all.lines() > most_lines && !all.rows.empty()) all.sentences.clear();
  return all;
}

}  // namespace

QRect paint_cell_legend(QPainter& p, const QRect& room, const CellLegend& legend, const OverlayColours& colours) {
  const QFontMetrics m(p.font(), p.device());
  const int line = m.height() + 3, sample = scaled(18), gap = scaled(8), widest = std::min(room.width(), scaled(330));
  int text = m.horizontalAdvance(QString::fromStdString(legend.title)) - sample - gap, count = 0;
  for (const Row& r : legend.rows) {
    text = std::max(text, m.horizontalAdvance(QString::fromStdString(r.text)));
    count = std::max(count, m.horizontalAdvance(QString::fromStdString(r.count)));
  }
  if (legend.rows.empty()) text = widest;
  text = std::min(text, widest - sample - 2 * gap - count);
  const int wide = sample + gap + text + gap + count;
  const Layout layout = layout_of(legend, m, wide, room.height() / line);
  const int high = layout.lines() * line;
  if (high > room.height() || text < scaled(60)) return {};
  const QRect area(room.left(), room.bottom() + 1 - high, wide, high);
  p.fillRect(area.adjusted(-4, -3, 4, 3), colours.plate);
  int y = area.top();
  const auto write = [&](int x, const QString& words, const QColor& colour) {
    p.setPen(colour);
    p.drawText(x, y + m.ascent() + 1, words);
  };
  QFont plain = p.font(), bold = plain;
  bold.setBold(true);
  p.setFont(bold);
  write(area.left(), shortened(QString::fromStdString(legend.title), QFontMetrics(bold, p.device()), wide),
        colours.text);
  p.setFont(plain);
  for (const Row& r : layout.rows) {
    y += line;
    const bool heading = r.kind == Row::Kind::heading, level = r.kind == Row::Kind::levels;
    const int from = heading ? area.left() : area.left() + sample + gap;
    const int until = area.right() + 1 - (r.count.empty() ? 0 : count + gap);
    write(from, shortened(QString::fromStdString(r.text), m, until - from), level ? colours.faint : colours.text);
    const QString number = QString::fromStdString(r.count);
    write(area.right() + 1 - m.horizontalAdvance(number), number, level ? colours.faint : colours.text);
    if (heading || level) continue;
    const double high_of_sample = 0.62 * sample;
    const QRectF box(area.left() + 1.5, y + 0.5 * (line - high_of_sample), sample - 3, high_of_sample);
    if (r.kind == Row::Kind::leaves)
      paint_sample(p, box, colour_of(colours.cells.leaves), 1, EdgePattern::whole);
    else
      paint_sample(p, box, colour_of(colours.cells.lists[std::min(r.list, cell_list_count - 1)]), r.list == 0 ? 3 : 2,
                   edge_pattern(r.list));
  }
  for (const QString& words : layout.sentences) {
    y += line;
    write(area.left(), words, colours.faint);
  }
  return area;
}

}  // namespace slurry::ui
