// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

class QWidget;

namespace slurry::ui {

class Pane;

/// Where a panel stands in a wide window.
enum class Place {
  left,        ///< a column
  right,       ///< a column
  right_tabs,  ///< behind each other, at the end of the right column
  below,       ///< behind each other, below the view
  on_demand    ///< as `below`, and hidden until there is something to show
};

/// One row for each panel of a pane.
struct PanelRow {
  const char* name;   ///< of the dock, under which settings remember it
  const char* title;  ///< of the dock; translated where it is shown
  const char* brief;  ///< on a tab, where there is less room; null: the title
  Place place;
  int size;      ///< usual height [pixels at a scale of 1]
  bool scrolls;  ///< whether the dock lets what does not fit be scrolled to
  /// Makes the panel and ties it to the pane's front and view.  A panel that needs another one stands below it.
  QWidget* (*make)(Pane& pane);
};

/// Every panel, in the order in which they stand below each other.
const std::vector<PanelRow>& panel_table();

}  // namespace slurry::ui
