// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <vector>

#include "fmm/expansions.hpp"

// What the schemes of M2L by offsets share: targets in tiles of one octant, and the sources at an offset of each.
namespace slurry::fmm {

/// Boxes with targets, all in the same octant of their parents.
struct OctantTile {
  int octant;
  std::vector<int> boxes;
};
std::vector<OctantTile> octant_tiles(const Tree& tree, int level, int boxes_in_a_tile);

/// One of the 56 offsets (0..3)^3 that stand for all 316, target minus source in boxes.
struct ReferenceOffset {
  std::array<int, 3> size;
  /// Axes along which both signs occur for every octant (1 or 2 boxes), as bits; along those with 3 boxes the octant
  /// says the sign.
  int both = 0;
};
std::vector<ReferenceOffset> reference_offsets();

/// Axes, as bits, along which an offset is negative: `mirror` among those with both signs, and those that the octant
/// says.
int negative_axes(const ReferenceOffset& offset, int octant, int mirror);

/// The sources at this offset from the boxes of a tile; -1 where there is none.  True where there is any.
bool sources_at(const Tree& tree, const OctantTile& tile, const std::array<int, 3>& size, int negative,
                std::array<int, tile_columns>& sources);

}  // namespace slurry::fmm
