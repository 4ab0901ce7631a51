// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QColor>
#include <QPalette>

class QApplication;
class QCPAxis;
class QCustomPlot;

namespace slurry::ui {

enum class Theme { system, dark, light };

/// System: dark or light as the desktop's own palette is at the start; dark where there is no desktop.
void apply_theme(Theme theme);
/// Whether what is in force is dark.
bool is_dark();

/// Colours with a meaning, readable on the palette in force.
struct SignalColours {
  QColor good, bad, predicted, line, band, grid, faint;
};
SignalColours signal_colours();

/// Palette, fonts and margins of a chart.
void style_plot(QCustomPlot* plot);

}  // namespace slurry::ui
