// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QFont>

class QWidget;

namespace slurry::ui {

/// Sizes of type. caption: captions, units and ticks. label: labels and titles of docks. text: text. headline:
/// headlines and the time. page: pages.
enum class Type { caption, label, text, headline, page };

inline constexpr double smallest_font_scale = 0.8, largest_font_scale = 2;

/// Size of all type relative to the standard size. It lies between the two limits above.
double font_scale();
/// Sets the size of all type: the type of the application, and of every widget that was passed to set_type().
void set_font_scale(double scale);

/// Converts pixels of a screen with 96 dots per inch to pixels at the present size of type. The result is at least 1
/// unless the argument is 0.
int scaled(double pixels);

QFont type_font(Type type, bool bold = false);
/// Sets the type of a widget, and keeps it up to date when the size of type changes.
void set_type(QWidget* widget, Type type, bool bold = false);

}  // namespace slurry::ui
