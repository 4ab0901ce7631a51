// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QColor>

#include <array>

namespace slurry::ui {

/// Every colour of the window, by its role.  Nothing in the window has a colour of its own: widgets, plots and overlays
/// take theirs from here.
struct Tokens {
  QColor bg0, bg1, bg2, bg3;                  ///< gaps; panels; bars and titles; buttons and empty tracks
  QColor field, plot;                         ///< ground of inputs and of plots
  QColor line, grid, line2;                   ///< separators; grid of a plot; borders of controls
  QColor tx1, tx2, tx3;                       ///< text; labels; captions and units
  QColor acc, fill, sel;                      ///< links and focus; the primary button; the selected row
  QColor ok, warn, err;                       ///< agrees; look at this; refused or failed
  QColor ref;                                 ///< a published or expected number, and nothing else
  QColor past;                                ///< looking back, and nothing else
  QColor okbg, warnbg, errbg, refbg, pastbg;  ///< tinted grounds beneath the five above
  QColor view_top, view_bottom;               ///< ground of the view
  std::array<QColor, 6> series;               ///< curves and sources, in this order
};

const Tokens& dark_tokens();
const Tokens& light_tokens();
/// The tokens of the theme in force.
const Tokens& tokens();
void use_tokens(const Tokens& tokens);

}  // namespace slurry::ui
