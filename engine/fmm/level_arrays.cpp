// SPDX-License-Identifier: BSD-3-Clause
#include "fmm/level_arrays.hpp"

#include <algorithm>

namespace slurry::fmm {
namespace {

/// Boxes of a level that hold something, in runs of one octant.
template <class Holds>
std::vector<int> runs_of(const Tree& tree, int level, const Holds& holds, std::array<int, 9>& start) {
  std::vector<int> found;
  for (int octant = 0; octant < 8; ++octant) {
    start[std::size_t(octant)] = static_cast<int>(found.size());
    for (int b = tree.level_start(level); b < tree.level_start(level + 1); ++b)
      if (tree.box(b).octant == octant && holds(tree.box(b))) found.push_back(b);
    while (found.size() % level_fill != 0) found.push_back(-1);
  }
  start[8] = static_cast<int>(found.size());
  return found;
}

/// Per box and place of its window the number of that box in `place_of`, where the two do not touch.
std::vector<int> windows(const Tree& tree, const std::vector<int>& boxes, const std::vector<int>& place_of) {
  std::vector<int> out(boxes.size() * window_places, -1);
  for_each_item("slurry::fmm::windows", static_cast<int>(boxes.size()), [&](int i) {
    const int b = boxes[std::size_t(i)];
    if (b < 0) return;
    const TreeBox& box = tree.box(b);
    const Colleagues& parents = tree.colleagues(box.parent);
    int* const to = out.data() + std::size_t(i) * window_places;
    for (int z = 0; z < window_side; ++z)
      for (int y = 0; y < window_side; ++y)
        for (int x = 0; x < window_side; ++x) {
          const int parent = parents[std::size_t(slot_of(x / 2 - 1, y / 2 - 1, z / 2 - 1))];
          if (parent < 0) continue;
          const int farthest =
              std::max({std::abs(from_box(x, box.octant & 1)), std::abs(from_box(y, box.octant >> 1 & 1)),
                        std::abs(from_box(z, box.octant >> 2 & 1))});
          const int child = tree.box(parent).child[std::size_t((x & 1) + 2 * (y & 1) + 4 * (z & 1))];
          if (farthest > 1 && child >= 0) to[x + window_side * (y + window_side * z)] = place_of[std::size_t(child)];
        }
  });
  return out;
}

std::vector<int> places_of(const Tree& tree, const std::vector<int>& boxes) {
  std::vector<int> place(tree.boxes().size(), -1);
  for (std::size_t i = 0; i < boxes.size(); ++i)
    if (boxes[i] >= 0) place[std::size_t(boxes[i])] = static_cast<int>(i);
  return place;
}

}  // namespace

LevelBoxes boxes_of_level(const Tree& tree, int level) {
  LevelBoxes b;
  b.targets = runs_of(
      tree, level, [](const TreeBox& box) { return box.targets() > 0; }, b.target_start);
  b.sources = runs_of(
      tree, level, [](const TreeBox& box) { return box.sources() > 0; }, b.source_start);
  b.met = windows(tree, b.targets, places_of(tree, b.sources));
  b.reached = windows(tree, b.sources, places_of(tree, b.targets));
  return b;
}

}  // namespace slurry::fmm
