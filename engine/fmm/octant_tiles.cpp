// SPDX-License-Identifier: BSD-3-Clause
#include "fmm/octant_tiles.hpp"

namespace slurry::fmm {

std::vector<OctantTile> octant_tiles(const Tree& tree, int level, int boxes_in_a_tile) {
  std::vector<OctantTile> tiles;
  for (int octant = 0; octant < 8; ++octant) {
    bool open = false;
    for (int b = tree.level_start(level); b < tree.level_start(level + 1); ++b) {
      if (tree.box(b).octant != octant || tree.box(b).targets() == 0) continue;
      if (!open || static_cast<int>(tiles.back().boxes.size()) == boxes_in_a_tile) tiles.push_back({octant, {}});
      open = true;
      tiles.back().boxes.push_back(b);
    }
  }
  return tiles;
}

std::vector<ReferenceOffset> reference_offsets() {
  std::vector<ReferenceOffset> found;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      for (int k = 0; k < 4; ++k) {
        if (i < 2 && j < 2 && k < 2) continue;
        ReferenceOffset r{{i, j, k}, 0};
        for (int a = 0; a < 3; ++a) {
          const int n = r.size[static_cast<std::size_t>(a)];
          if (n == 1 || n == 2) r.both |= 1 << a;
        }
        found.push_back(r);
      }
  return found;
}

int negative_axes(const ReferenceOffset& offset, int octant, int mirror) {
  int negative = mirror;
  for (int a = 0; a < 3; ++a)  // three boxes apart: the target is the far one of its parent
    if (offset.size[static_cast<std::size_t>(a)] == 3 && !(octant >> a & 1)) negative |= 1 << a;
  return negative;
}

bool sources_at(const Tree& tree, const OctantTile& tile, const std::array<int, 3>& size, int negative,
                std::array<int, tile_columns>& sources) {
  int up[3], octant = 0;
  for (int a = 0; a < 3; ++a) {
    const int n = size[static_cast<std::size_t>(a)];
    const int at = (tile.octant >> a & 1) - (negative >> a & 1 ? -n : n);
    up[a] = at < 0 ? -1 : at > 1 ? 1 : 0;
    octant |= (at & 1) << a;
  }
  const auto slot = static_cast<std::size_t>(slot_of(up[0], up[1], up[2]));
  bool any = false;
  for (std::size_t i = 0; i < tile.boxes.size(); ++i) {
    const int parent = tree.colleagues(tree.box(tile.boxes[i]).parent)[slot];
    int found = parent < 0 ? -1 : tree.box(parent).child[static_cast<std::size_t>(octant)];
    if (found >= 0 && tree.box(found).sources() == 0) found = -1;
    sources[i] = found;
    any = any || found >= 0;
  }
  return any;
}

}  // namespace slurry::fmm
