// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QFont>

class QWidget;

namespace slurry::ui {

/// Sizes of type: captions, units and ticks; labels and titles of docks; text; headlines and the time; pages.
enum class Type { caption, label, text, headline, page };

inline constexpr double smallest_font_scale = 0.8, largest_font_scale = 2;

/// Size of all type over the standard one, between the two above.
double font_scale();
/// Sets the size of all type: of the application's font, and of every widget that set_type() was told of.
void set_font_scale(double scale);

/// Pixels on a screen of 96 dots per inch, scaled by the size of type; never less than 1 where the argument is not 0.
int scaled(double pixels);

QFont type_font(Type type, bool bold = false);
/// A widget's type, now and after the size of type has changed.
void set_type(QWidget* widget, Type type, bool bold = false);

}  // namespace slurry::ui
