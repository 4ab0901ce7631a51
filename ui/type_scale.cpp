// SPDX-License-Identifier: BSD-3-Clause
#include "type_scale.hpp"

#include <QApplication>
#include <QVariant>
#include <QWidget>

#include <algorithm>
#include <array>
#include <cmath>

namespace slurry::ui {
namespace {

constexpr std::array<int, 5> sizes{11, 12, 13, 15, 18};  // pixels, in the order of Type
constexpr const char* property = "slurry.type";

double the_scale = 1;

void give_font(QWidget* widget, int wish) {
  widget->setFont(type_font(static_cast<Type>(wish / 2), wish % 2 == 1));
}

}  // namespace

double font_scale() {
  return the_scale;
}

void set_font_scale(double scale) {
  the_scale = std::clamp(scale, smallest_font_scale, largest_font_scale);
  QApplication::setFont(type_font(Type::text));
  for (QWidget* widget : QApplication::allWidgets())
    if (const QVariant wish = widget->property(property); wish.isValid()) give_font(widget, wish.toInt());
}

int scaled(double pixels) {
  const int whole = static_cast<int>(std::lround(pixels * the_scale));
  return pixels > 0 ? std::max(1, whole) : whole;
}

QFont type_font(Type type, bool bold) {
  QFont font = QApplication::font();
  font.setPixelSize(scaled(sizes.at(static_cast<std::size_t>(type))));
  font.setBold(bold);
  return font;
}

void set_type(QWidget* widget, Type type, bool bold) {
  const int wish = 2 * static_cast<int>(type) + (bold ? 1 : 0);
  widget->setProperty(property, wish);
  give_font(widget, wish);
}

}  // namespace slurry::ui
