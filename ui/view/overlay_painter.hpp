// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QColor>
#include <QRect>
#include <QSize>

#include "models/overlay_contents.hpp"
#include "view/cells_actor.hpp"

class QPainter;

namespace slurry::ui {

struct OverlayColours {
  QColor text, faint;
  QColor plate;       ///< background of text that stands over the picture
  CellColours cells;  ///< boxes of a sum, as in the scene
};
OverlayColours dark_overlay();
OverlayColours light_overlay();

/// Areas of the overlay in a picture of that size, so that only changed areas need to be painted again.
QRect caption_area(QSize size);
/// Largest area of the caption. A narrow caption beside the pipe may become as high as this.
QRect caption_reach(QSize size);

/// Paints caption, legend, scale bar, axes and gravity. The painter's unit is one pixel of `size`.
void paint_overlay(QPainter& painter, QSize size, const OverlayContents& contents, const OverlayColours& colours);

}  // namespace slurry::ui
