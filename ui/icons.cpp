// SPDX-License-Identifier: BSD-3-Clause
#include "icons.hpp"

#include <QApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPalette>
#include <QPixmap>
#include <QRegularExpression>
#include <QXmlStreamReader>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "icon_files.hpp"
#include "tokens.hpp"

namespace slurry::ui {
namespace {

/// A shape of an icon on its grid.
struct Shape {
  QPainterPath path;
  bool filled = true;
  double opacity = 1;
  QList<double> dashes{};
};
struct Drawing {
  std::vector<Shape> shapes;
  double grid = 24, line = 1.8;
};

/// Adds the part of a circle that SVG's command A describes, from the present point to another.
void add_arc(QPainterPath& path, double r, bool large, bool clockwise, QPointF to) {
  const QPointF from = path.currentPosition(), half = (to - from) / 2;
  const double reach = std::hypot(half.x(), half.y());
  if (reach == 0) return;
  r = std::max(r, reach);
  const double off = std::sqrt(r * r - reach * reach) * (large == clockwise ? -1 : 1);
  const QPointF centre = (from + to) / 2 + off / reach * QPointF(-half.y(), half.x());
  const auto angle = [&](QPointF p) {
    return std::atan2(centre.y() - p.y(), p.x() - centre.x()) * 180 / std::numbers::pi;
  };
  double sweep = angle(to) - angle(from);  // counter-clockwise, as Qt counts
  if (clockwise && sweep > 0) sweep -= 360;
  if (!clockwise && sweep < 0) sweep += 360;
  path.arcTo(QRectF(centre.x() - r, centre.y() - r, 2 * r, 2 * r), angle(from), sweep);
}

/// Reads SVG's path language, as far as our icons use it: M, L, H, V, C, S, A and Z, absolute and relative.
class PathReader {
 public:
  explicit PathReader(const QString& text) {
    static const QRegularExpression token("[MLHVCSAZmlhvcsaz]|-?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)");
    for (auto it = token.globalMatch(text); it.hasNext();) words_.push_back(it.next().captured());
  }

  QPainterPath read() {
    while (at_ < words_.size()) {
      if (words_[at_][0].isLetter()) command_ = words_[at_++][0];
      origin_ = command_.isLower() ? path_.currentPosition() : QPointF();
      add(command_.toUpper().toLatin1());
    }
    return path_;
  }

 private:
  double number() { return at_ < words_.size() ? words_[at_++].toDouble() : 0.0; }
  QPointF point() {
    const double x = number();
    return origin_ + QPointF(x, number());
  }
  void add(char command) {
    const QPointF here = path_.currentPosition();
    if (command == 'Z') {
      path_.closeSubpath();
    } else if (command == 'H') {
      path_.lineTo(origin_.x() + number(), here.y());
    } else if (command == 'V') {
      path_.lineTo(here.x(), origin_.y() + number());
    } else if (command == 'A') {
      const double r = number();
      number(), number();  // the other radius, and the angle between the two
      const bool large = number() != 0, clockwise = number() != 0;
      add_arc(path_, r, large, clockwise, point());
    } else if (command == 'M') {
      path_.moveTo(point());
      command_ = command_.isLower() ? 'l' : 'L';  // of further points
    } else if (command == 'L') {
      path_.lineTo(point());
    } else {
      const QPointF first = command == 'C' ? point() : 2 * here - before_;
      before_ = point();
      path_.cubicTo(first, before_, point());
      return;
    }
    before_ = path_.currentPosition();
  }

  QStringList words_;
  qsizetype at_ = 0;
  QChar command_;
  QPainterPath path_;
  QPointF origin_, before_;  ///< before_: the last handle of a curve
};

Drawing parse_icon(std::string_view text) {
  Drawing drawing;
  bool lines = false;
  QXmlStreamReader xml(QByteArray(text.data(), static_cast<qsizetype>(text.size())));
  while (!xml.atEnd()) {
    if (xml.readNext() != QXmlStreamReader::StartElement) continue;
    const auto a = xml.attributes();
    const auto number = [&a](const char* name) { return a.value(QLatin1String(name)).toDouble(); };
    const QString fill = a.value("fill").toString();
    if (xml.name() == QLatin1String("svg")) {
      lines = fill == QLatin1String("none");
      drawing.grid = a.value("viewBox").toString().section(' ', 2, 2).toDouble();
      if (a.hasAttribute("stroke-width")) drawing.line = number("stroke-width");
      continue;
    }
    Shape s;
    s.filled = fill.isEmpty() ? !lines : fill != QLatin1String("none");
    if (a.hasAttribute("opacity")) s.opacity = number("opacity");
    for (const QString& dash : a.value("stroke-dasharray").toString().split(' ', Qt::SkipEmptyParts))
      s.dashes.append(dash.toDouble() / drawing.line);  // a pen counts in its widths
    if (xml.name() == QLatin1String("path")) {
      s.path = PathReader(a.value("d").toString()).read();
    } else if (xml.name() == QLatin1String("circle")) {
      s.path.addEllipse(QPointF(number("cx"), number("cy")), number("r"), number("r"));
    } else if (xml.name() == QLatin1String("ellipse")) {
      s.path.addEllipse(QPointF(number("cx"), number("cy")), number("rx"), number("ry"));
    } else if (xml.name() == QLatin1String("rect")) {
      s.path.addRoundedRect(QRectF(number("x"), number("y"), number("width"), number("height")), number("rx"),
                            number("rx"));
    } else {
      continue;
    }
    drawing.shapes.push_back(s);
  }
  return drawing;
}

class ShapeIcon final : public QIconEngine {
 public:
  ShapeIcon(Drawing drawing, QColor colour) : drawing_(std::move(drawing)), colour_(colour) {}

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override {
    QColor colour = colour_;
    if (!colour.isValid() && state == QIcon::On && mode != QIcon::Disabled) colour = tokens().acc;
    if (!colour.isValid() || mode == QIcon::Disabled) {
      const auto group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Normal;
      colour = QApplication::palette().color(group, QPalette::ButtonText);
    }
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const double scale = qMin(rect.width(), rect.height()) / drawing_.grid, half = drawing_.grid / 2;
    const QPointF centre = QRectF(rect).center();
    painter->translate(centre.x() - half * scale, centre.y() - half * scale);
    painter->scale(scale, scale);
    for (const Shape& s : drawing_.shapes) {
      painter->setOpacity(s.opacity);
      if (s.filled) {
        painter->fillPath(s.path, colour);
        continue;
      }
      QPen pen(colour, drawing_.line, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
      if (!s.dashes.isEmpty()) pen.setDashPattern(s.dashes);
      painter->strokePath(s.path, pen);
    }
    painter->restore();
  }
  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    QPixmap pixmap(size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paint(&painter, QRect(QPoint(), size), mode, state);
    return pixmap;
  }
  QIconEngine* clone() const override { return new ShapeIcon(drawing_, colour_); }

 private:
  Drawing drawing_;
  QColor colour_;
};

}  // namespace

QIcon icon(const QString& name, const QColor& colour) {
  const std::string file = (name + ".svg").toStdString();
  for (const auto& [known, text] : icon_files::all)
    if (known == file) return QIcon(new ShapeIcon(parse_icon(text), colour));
  return {};
}

}  // namespace slurry::ui
