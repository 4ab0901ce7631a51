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

#include <vector>

#include "icon_files.hpp"

namespace slurry::ui {
namespace {

/// A shape of an icon on its grid of 24 by 24.
struct Shape {
  QPainterPath path;
  bool filled = true;
};

/// The part of SVG's path language that our icons use: M, L, H, V, C and Z, absolute.
QPainterPath parse_path(const QString& text) {
  static const QRegularExpression token("[MLHVCZ]|-?[0-9.]+");
  std::vector<QString> words;
  for (auto it = token.globalMatch(text); it.hasNext();) words.push_back(it.next().captured());
  QPainterPath path;
  std::size_t i = 0;
  const auto number = [&] { return i < words.size() ? words[i++].toDouble() : 0.0; };
  QChar command;
  while (i < words.size()) {
    if (words[i][0].isLetter()) command = words[i++][0];
    const QPointF at = path.currentPosition();
    if (command == 'Z') {
      path.closeSubpath();
    } else if (command == 'H') {
      path.lineTo(number(), at.y());
    } else if (command == 'V') {
      path.lineTo(at.x(), number());
    } else {
      const auto point = [&] {
        const double x = number();
        return QPointF(x, number());
      };
      if (command == 'M') {
        path.moveTo(point());
      } else if (command == 'L') {
        path.lineTo(point());
      } else {
        const QPointF a = point(), b = point();
        path.cubicTo(a, b, point());
      }
    }
  }
  return path;
}

std::vector<Shape> parse_icon(std::string_view text) {
  std::vector<Shape> shapes;
  QXmlStreamReader xml(QByteArray(text.data(), static_cast<qsizetype>(text.size())));
  while (!xml.atEnd()) {
    if (xml.readNext() != QXmlStreamReader::StartElement) continue;
    const auto a = xml.attributes();
    Shape s;
    s.filled = a.value("fill") != QLatin1String("none");
    if (xml.name() == QLatin1String("path")) {
      s.path = parse_path(a.value("d").toString());
    } else if (xml.name() == QLatin1String("circle")) {
      const double r = a.value("r").toDouble();
      s.path.addEllipse(QPointF(a.value("cx").toDouble(), a.value("cy").toDouble()), r, r);
    } else {
      continue;
    }
    shapes.push_back(s);
  }
  return shapes;
}

class ShapeIcon final : public QIconEngine {
 public:
  ShapeIcon(std::vector<Shape> shapes, QColor colour) : shapes_(std::move(shapes)), colour_(colour) {}

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
    QColor colour = colour_;
    if (!colour.isValid() || mode == QIcon::Disabled) {
      const auto group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Normal;
      colour = QApplication::palette().color(group, QPalette::ButtonText);
    }
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const double scale = qMin(rect.width(), rect.height()) / 24.0;
    painter->translate(rect.center().x() + 0.5 - 12 * scale, rect.center().y() + 0.5 - 12 * scale);
    painter->scale(scale, scale);
    for (const Shape& s : shapes_) {
      if (s.filled) {
        painter->fillPath(s.path, colour);
      } else {
        painter->strokePath(s.path, QPen(colour, 1.8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
      }
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
  QIconEngine* clone() const override { return new ShapeIcon(shapes_, colour_); }

 private:
  std::vector<Shape> shapes_;
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
