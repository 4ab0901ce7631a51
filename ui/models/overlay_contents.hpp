// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "models/cell_legend.hpp"
#include "models/colour_by.hpp"
#include "models/turntable.hpp"
#include "slurry/snapshot.hpp"

namespace slurry::ui {

/// Texts and numbers that are written and drawn over the picture; a painter lays them out.
struct OverlayContents {
  std::string title, moment, remark;  ///< name of the scenario; time and step; number of spheres and state of the run
  /// For each band of the picture from its top: where the outline of the domain begins, from the left edge [pixels];
  /// 0: the band is free. The caption keeps clear of the outline.
  static constexpr int band_height = 20;  ///< [pixels]
  std::array<int, 10> outline_from{};

  struct Legend {
    std::string title, unit;
    double low = 0, high = 1;
    bool locked = false, diverging = false;
    const ColourMap* map = nullptr;
    std::vector<std::string> kinds = {};  ///< names of the values 0, 1, 2 ...; empty: the values are numbers
    bool operator==(const Legend&) const = default;
  };
  std::optional<Legend> legend;
  std::optional<Legend> slice_legend;  ///< present if the slice shows another quantity than the bodies
  std::optional<CellLegend> cells;     ///< boxes of the sum; present if they are shown

  struct ScaleBar {
    double pixels = 0;
    std::string label;
    bool operator==(const ScaleBar&) const = default;
  };
  std::optional<ScaleBar> scale_bar;  ///< valid at the focus of the camera

  /// A direction in the picture: its components to the right, up and towards the eye, each in -1..1.
  struct Arrow {
    double right = 0, up = 0, out = 0;
    bool operator==(const Arrow&) const = default;
  };
  std::array<Arrow, 3> axes{};
  std::optional<Arrow> gravity;
  bool reversed = false;  ///< the run is reversed: weights act against gravity, and the arrow shows how they act
  bool operator==(const OverlayContents&) const = default;
};

/// Contents for a picture of width x height pixels. `by`: name of the quantity that colours show. `slice_range`: range
/// of the speed in the slice, if the slice is visible and shows another quantity than the bodies; otherwise null.
OverlayContents overlay_contents(const Snapshot& snapshot, const CameraPose& pose, std::string_view by,
                                 const ColourRange& range, double width, double height,
                                 const ColourRange* slice_range = nullptr);

}  // namespace slurry::ui
