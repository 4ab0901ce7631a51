// SPDX-License-Identifier: BSD-3-Clause
#include "fmm/shown_cells.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace slurry::fmm {

namespace {

SumCell cell_shown(const Tree& tree, int b, const std::array<double, 3>& shift = {0, 0, 0}) {
  const TreeBox& t = tree.box(b);
  const Frame f = tree.frame(b);
  SumCell cell;
  for (std::size_t a = 0; a < 3; ++a) {
    cell.centre[a] = f.centre[a];
    cell.half[a] = std::ldexp(0.5 * tree.roots().side[a], -t.level);
  }
  cell.level = t.level;
  cell.points = t.sources();
  cell.shift = shift;
  return cell;
}

/// Adds a box that acts, unless it is empty.
void add_acting(const Tree& tree, int b, const std::array<double, 3>& shift, std::vector<SumCell>& to) {
  if (tree.box(b).sources() > 0) to.push_back(cell_shown(tree, b, shift));
}

/// The leaf that holds a point; -1: no box does.
int leaf_that_holds(const Tree& tree, std::array<double, 3> x) {
  const RootCells& roots = tree.roots();
  std::array<int, 3> at{};
  for (std::size_t a = 0; a < 3; ++a) {
    double in_cells = std::floor((x[a] - roots.corner[a]) / roots.side[a]);
    if (roots.periodic(static_cast<int>(a))) {
      const double periods = std::floor((x[a] - roots.corner[a]) / (roots.side[a] * roots.counts[a]));
      x[a] -= periods * roots.side[a] * roots.counts[a];
      in_cells = std::clamp(std::floor((x[a] - roots.corner[a]) / roots.side[a]), 0.0, roots.counts[a] - 1.0);
    }
    if (!(in_cells >= 0 && in_cells < roots.counts[a])) return -1;
    at[a] = static_cast<int>(in_cells);
  }
  int b = (at[2] * roots.counts[1] + at[1]) * roots.counts[0] + at[0];
  while (b >= 0 && !tree.box(b).leaf) {
    const Frame f = tree.frame(b);
    std::size_t octant = 0;
    for (std::size_t a = 0; a < 3; ++a)
      if (x[a] >= f.centre[a]) octant |= std::size_t(1) << a;
    b = tree.box(b).child[octant];
  }
  return b;
}

/// List V of a box: children of its parent's colleagues that do not touch it.
void add_list_v(const Tree& tree, int b, std::vector<SumCell>& to) {
  const TreeBox& t = tree.box(b);
  if (t.parent < 0) return;
  for (int slot = 0; slot < 27; ++slot) {
    const int k = tree.colleagues(t.parent)[static_cast<std::size_t>(slot)];
    if (k < 0) continue;
    const std::array<int, 3> d{slot % 3 - 1, slot / 3 % 3 - 1, slot / 9 - 1};
    for (int o = 0; o < 8; ++o) {
      const int child = tree.box(k).child[static_cast<std::size_t>(o)];
      if (child < 0) continue;
      int farthest = 0;
      for (std::size_t a = 0; a < 3; ++a)
        farthest = std::max(farthest, std::abs(2 * d[a] + (o >> a & 1) - (t.octant >> a & 1)));
      if (farthest > 1) add_acting(tree, child, tree.image_shift(tree.box(t.parent), d), to);
    }
  }
}

/// The leaves of runs of sources, each with the shift of its run.
void add_leaves_of_runs(const Tree& tree, const std::vector<SourceRun>& runs, int own, std::vector<SumCell>& to) {
  for (int b = 0; b < static_cast<int>(tree.boxes().size()); ++b) {
    const TreeBox& t = tree.box(b);
    if (!t.leaf || t.sources() == 0) continue;
    for (const SourceRun& r : runs) {
      const std::array<double, 3> shift{r.shift[0], r.shift[1], r.shift[2]};
      const bool is_own = b == own && shift == std::array<double, 3>{0, 0, 0};
      if (t.first_leaf >= r.first_leaf && t.first_leaf < r.last_leaf && !is_own) add_acting(tree, b, shift, to);
    }
  }
}

void add_moved_boxes(const Tree& tree, const std::vector<MovedBox>& boxes, std::vector<SumCell>& to) {
  for (const MovedBox& m : boxes) add_acting(tree, m.box, {m.shift[0], m.shift[1], m.shift[2]}, to);
}

}  // namespace

SumCells shown_cells(const Tree& tree, const InteractionLists& lists, const ChosenPoint& chosen) {
  SumCells cells;
  cells.title = "leaves of the tree";
  for (int b = 0; b < static_cast<int>(tree.boxes().size()); ++b)
    if (tree.box(b).leaf) add_acting(tree, b, {0, 0, 0}, cells.leaves);
  const int leaf = chosen ? leaf_that_holds(tree, *chosen) : -1;
  const auto found = std::lower_bound(lists.target_leaves.begin(), lists.target_leaves.end(), leaf);
  if (leaf < 0 || found == lists.target_leaves.end() || *found != leaf) return cells;
  const auto place = static_cast<std::size_t>(found - lists.target_leaves.begin());
  SumCellList own{"", "its own leaf", {}}, pairs{"P2P", "near leaves, in pairs", {}},
      same_size{"M2L", "boxes of equal size, by expansions", {}}, smaller{"M2P", "smaller boxes, by expansions", {}},
      larger{"P2L", "larger leaves, by points", {}};
  add_acting(tree, leaf, {0, 0, 0}, own.cells);
  add_leaves_of_runs(tree, lists.pairs[place], leaf, pairs.cells);
  add_moved_boxes(tree, lists.multipoles[place], smaller.cells);
  for (int b = leaf; b >= 0; b = tree.box(b).parent) {
    add_list_v(tree, b, same_size.cells);
    add_moved_boxes(tree, lists.leaf_points[static_cast<std::size_t>(b)], larger.cells);
  }
  cells.lists = {std::move(own), std::move(pairs), std::move(same_size), std::move(smaller), std::move(larger)};
  if (tree.roots().periodicity > 0)
    cells.rest = "Everything that lies farther away acts through one sum over all images.";
  return cells;
}

}  // namespace slurry::fmm
