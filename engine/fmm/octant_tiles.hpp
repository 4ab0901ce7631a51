// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <vector>

#include "fmm/expansions.hpp"

// Parts that the schemes of M2L by offsets share: targets in tiles of one octant, and the sources at an offset from
// each.
namespace slurry::fmm {

/// Boxes with targets, all in the same octant of their parents.
struct OctantTile {
  int octant;
  std::vector<int> boxes;
};
std::vector<OctantTile> octant_tiles(const Tree& tree, int level, int boxes_in_a_tile);

/// One of the 56 offsets (0..3)^3 that stand for all 316. An offset is target minus source, in boxes.
struct ReferenceOffset {
  std::array<int, 3> size;
  /// Axes, as bits, along which both signs occur for every octant (1 or 2 boxes). Along axes with 3 boxes the octant
  /// determines the sign.
  int both = 0;
};
std::vector<ReferenceOffset> reference_offsets();

/// Axes, as bits, along which an offset is negative. `mirror` selects them among the axes with both signs; the octant
/// determines the others.
int negative_axes(const ReferenceOffset& offset, int octant, int mirror);

/// Finds the sources at this offset from the boxes of a tile, -1 where there is none. Returns whether there is any.
bool sources_at(const Tree& tree, const OctantTile& tile, const std::array<int, 3>& size, int negative,
                std::array<int, tile_columns>& sources);

}  // namespace slurry::fmm
