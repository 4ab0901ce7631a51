// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QRect>

#include "models/cell_legend.hpp"

class QPainter;

namespace slurry::ui {

struct OverlayColours;

/// Paints the legend of the boxes of a sum with the painter's font, at the lower left of the room. If the room is too
/// low, the rows of levels are left out, then the sentences, then the whole legend. Returns where it is; empty:
/// it was left out.
QRect paint_cell_legend(QPainter& painter, const QRect& room, const CellLegend& legend, const OverlayColours& colours);

}  // namespace slurry::ui
