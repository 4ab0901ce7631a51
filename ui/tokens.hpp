// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QColor>

#include <array>

namespace slurry::ui {

/// All colours of the window, by their roles. Widgets, plots and overlays take every colour from here.
struct Tokens {
  QColor bg0, bg1, bg2, bg3;  ///< backgrounds of gaps; of panels; of bars and titles; of buttons and empty tracks
  QColor field, plot;         ///< backgrounds of inputs and of plots
  QColor line, grid, line2;   ///< separators; grid of a plot; borders of controls
  QColor tx1, tx2, tx3;       ///< text; labels; captions and units
  QColor acc, fill, sel;      ///< links and focus; the primary button; the selected row
  QColor ok, warn, err;       ///< good, such as an agreement; a warning; an error or a refusal
  QColor ref;                 ///< only for published or expected numbers
  QColor past;                ///< only for moments of the past
  QColor okbg, warnbg, errbg, refbg, pastbg;  ///< tinted backgrounds for the five colours above
  QColor view_top, view_bottom;               ///< background of the view
  std::array<QColor, 6> series;               ///< curves and sources, in this order
};

const Tokens& dark_tokens();
const Tokens& light_tokens();
/// The tokens of the present theme.
const Tokens& tokens();
void use_tokens(const Tokens& tokens);

}  // namespace slurry::ui
