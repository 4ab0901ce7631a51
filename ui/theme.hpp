// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QColor>
#include <QPalette>

class QApplication;
class QCPAxis;
class QCustomPlot;

namespace slurry::ui {

enum class Theme { system, dark, light };

/// Applies a theme. The system theme is dark or light like the desktop's own palette at the start, and dark without a
/// desktop.
void apply_theme(Theme theme);
/// Whether the present theme is dark.
bool is_dark();

/// Colours with a meaning, which are readable in the present theme.
struct SignalColours {
  QColor good, bad, predicted, line, band, grid, faint;
};
SignalColours signal_colours();

/// Sets the palette, the fonts and the margins of a chart.
void style_plot(QCustomPlot* plot);

}  // namespace slurry::ui
