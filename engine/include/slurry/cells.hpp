// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Boxes into which an engine sorts the points that it sums, for pictures. An engine without such boxes gives none.
namespace slurry {

/// Box with at least one point.
struct SumCell {
  std::array<double, 3> centre{0, 0, 0}, half{0, 0, 0};  ///< centre and half edges of the box [length]
  int level = 0;    ///< number of halvings of the edges, from the largest boxes of the engine
  long points = 0;  ///< number of sources in the box
  /// Whole periods by which the box is moved where it acts on the chosen point [length]; 0: it acts from its own place.
  std::array<double, 3> shift{0, 0, 0};
  bool is_image() const { return shift != std::array<double, 3>{0, 0, 0}; }
  bool operator==(const SumCell&) const = default;
};

/// Boxes that act on a chosen point in one way.
struct SumCellList {
  std::string name;   ///< name of the stage that lets them act, as in StageTimes; empty: the box of the point itself
  std::string title;  ///< the same for a person, in the middle of a sentence
  std::vector<SumCell> cells;
  bool operator==(const SumCellList&) const = default;
};

/// Boxes of an engine, for the points that it summed last.
struct SumCells {
  std::string title;            ///< for a person: "leaves of the tree"
  std::vector<SumCell> leaves;  ///< every source lies in exactly one of them
  /// Boxes that act on the chosen point. The first list has the box in which the point lies. Together they hold every
  /// source once; with images they hold once each source and image that does not act through `rest`. Empty: no point
  /// was chosen, or it lies in no box.
  std::vector<SumCellList> lists;
  std::string rest;      ///< one sentence on what acts on the chosen point beside these boxes; empty: nothing does
  std::string why_none;  ///< one sentence that says why there are no leaves, and what would help
  long body = -1;        ///< number of the body at whose centre the chosen point lies; -1: none
  long step = 0;
  double time = 0;  ///< [time]
  bool operator==(const SumCells&) const = default;

  /// Gives all lengths in another unit: multiplies them by `factor`.
  void scale(double factor) {
    const auto scale_all = [factor](std::vector<SumCell>& cells) {
      for (SumCell& c : cells)
        for (std::size_t a = 0; a < 3; ++a) {
          c.centre[a] *= factor;
          c.half[a] *= factor;
          c.shift[a] *= factor;
        }
    };
    scale_all(leaves);
    for (SumCellList& list : lists) scale_all(list.cells);
  }
};

/// One sentence that says that sums of this engine have no boxes to draw, and which engines have some. Empty if the
/// engine has boxes, or if there is no engine of this name.
std::string why_no_cells(std::string_view engine);

/// Point on which boxes act [length]. Empty: no point is chosen.
using ChosenPoint = std::optional<std::array<double, 3>>;

}  // namespace slurry
