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
  const char* name;   ///< name of the dock; settings are stored under it
  const char* title;  ///< title of the dock; it is translated when it is shown
  const char* brief;  ///< shorter title for a tab; null: the title
  Place place;
  int size;      ///< usual height [pixels at a scale of 1]
  bool scrolls;  ///< whether the contents can be scrolled if they do not fit into the dock
  /// Makes the panel and ties it to the pane's front and view. A panel that needs another panel stands below it.
  QWidget* (*make)(Pane& pane);
};

/// Every panel, in the order in which they stand below each other.
const std::vector<PanelRow>& panel_table();

}  // namespace slurry::ui
