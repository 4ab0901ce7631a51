// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <memory>

#include "slurry/cells.hpp"

class vtkRenderer;

namespace slurry::ui {

/// Pattern of the edges of a box, so that lists can be told apart without colours.
enum class EdgePattern { whole, dashed, corners, middle };
/// Pattern of the boxes of a list, by its number in SumCells::lists. There are patterns for cell_list_count lists.
inline constexpr std::size_t cell_list_count = 5;
EdgePattern edge_pattern(std::size_t list);

/// Colours of the boxes: of the leaves, and of each list. sRGB 0..1.
struct CellColours {
  std::array<double, 3> leaves{};
  std::array<std::array<double, 3>, cell_list_count> lists{};
};

/// Draws the boxes of a sum as edges. They lie behind everything else in the picture, so that they cover no body.
class CellsActor {
 public:
  explicit CellsActor(vtkRenderer* renderer);
  ~CellsActor();
  /// Draws the leaves; with_lists: the boxes that act on the chosen body, and the leaves faintly. Null: draws nothing.
  void show(const std::shared_ptr<const SumCells>& cells, bool with_lists);
  void set_colours(const CellColours& colours);
  /// Largest distance of a drawn box from a point [length]; 0: nothing is drawn.
  double reach(const std::array<double, 3>& from) const;
  /// Sets the haze: lines at this distance from the eye and farther have `strength` of this colour.
  void set_fog(double nearest, double farthest, const std::array<double, 3>& colour, double strength);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace slurry::ui
