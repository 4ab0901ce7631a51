// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/views.hpp"
#include "fmm/pairs.hpp"

// An adaptive octree over sources and targets. It determines which boxes interact, and in which way
// (theory/fast-multipole.md, the tree).
namespace slurry::fmm {

/// Number of levels below the roots. A box on the deepest level is a leaf with any number of points, some of which may
/// coincide.
inline constexpr int deepest_level = 42;

/// The boxes from which the tree starts: counts[0] x counts[1] x counts[2] cells of one shape.
struct RootCells {
  std::array<double, 3> corner{0, 0, 0};  ///< [length]
  std::array<double, 3> side{1, 1, 1};    ///< sides of one cell [length]
  std::array<int, 3> counts{1, 1, 1};
  int periodicity = 0;  ///< directions 1..periodicity repeat; their cells fill the period
  bool periodic(int axis) const { return axis < periodicity; }
};

struct TreeOptions {
  int leaf_points = 40;  ///< a box with more sources or targets is split
  /// Leaves with more than this part of leaf_points are split if a neighbour is more than one level finer. A value
  /// above 1 switches this off.
  double graded_part = 0.25;
  /// Least side of a box [length]. Spheres that overlap must lie in boxes that touch.
  double least_side = 0;
  /// A box that is split has all eight children, so that points can move into each of them (Tree::take).
  bool all_children = false;
};

struct TreeBox {
  int level = 0, parent = -1, octant = 0;  ///< bit a of octant: the upper half along axis a
  std::array<std::int64_t, 3> cell{};      ///< position in cells of this level
  std::array<int, 8> child{-1, -1, -1, -1, -1, -1, -1, -1};
  bool leaf = true;
  int first_source = 0, last_source = 0, first_target = 0, last_target = 0;
  /// Leaves in the order of their points. Leaves without sources count only in a tree with all children.
  int first_leaf = 0, last_leaf = 0;
  int sources() const { return last_source - first_source; }
  int targets() const { return last_target - first_target; }
};

/// Neighbours of a box on its own level, with the box itself in the middle. The place of offset d is slot_of(d), with d
/// = -1..1 along each axis. -1 means that there is no such box.
using Colleagues = std::array<int, 27>;
constexpr int slot_of(int dx, int dy, int dz) {
  return (dz + 1) * 9 + (dy + 1) * 3 + dx + 1;
}

class Tree {
 public:
  /// Builds the tree. targets: empty if they are the sources. Points must lie in the cells of the roots; along periodic
  /// directions they are moved there.
  Tree(const RootCells& roots, const TreeOptions& options, const ConstHostVectors& sources,
       const ConstHostVectors& targets, bool targets_are_sources);
  /// The tree with all children that layout() describes, without points.
  Tree(const RootCells& roots, const std::vector<std::int32_t>& layout);

  /// Puts other sources, which are the targets too, into the boxes that there are. The corner of the roots moves to
  /// `corner`. Returns false, and leaves the tree as it was, if a point lies outside of the roots. Only for a tree with
  /// all children. The result is that of a new tree with the same boxes, bit for bit.
  bool take(const ConstHostVectors& sources, const std::array<double, 3>& corner);
  /// For each box, 8 times the number of its parent plus its octant; -1 for a root.
  std::vector<std::int32_t> layout() const;

  const RootCells& roots() const { return roots_; }
  const std::vector<TreeBox>& boxes() const { return boxes_; }
  /// Boxes of a level: [level_start(l), level_start(l + 1)).
  int level_start(int level) const { return level_start_[static_cast<std::size_t>(level)]; }
  int levels() const { return static_cast<int>(level_start_.size()) - 1; }
  const Colleagues& colleagues(int box) const { return colleagues_[static_cast<std::size_t>(box)]; }
  const TreeBox& box(int b) const { return boxes_[static_cast<std::size_t>(b)]; }
  bool has_all_children() const { return all_children_; }
  /// Centre of a box, and the unit of length of its expansions [length].
  Frame frame(int box) const;

  /// Number as given of each point in sorted order.
  const std::vector<int>& source_order() const { return source_order_; }
  const std::vector<int>& target_order() const { return target_order_; }
  /// Coordinates in sorted order, inside the cells, with padding.
  const std::vector<double>& source_x(int axis) const { return source_x_[static_cast<std::size_t>(axis)]; }
  const std::vector<double>& target_x(int axis) const { return target_x_[static_cast<std::size_t>(axis)]; }

  /// Shift from the stored place of the colleague at offset d of a box to its actual place, in whole periods [length].
  std::array<double, 3> image_shift(const TreeBox& box, const std::array<int, 3>& d) const;

 private:
  struct Point;
  /// Divides the points of boxes, which become those of their children.
  void split(const std::vector<int>& boxes, std::vector<Point>& sources, std::vector<Point>& targets,
             std::vector<Point>& scratch, bool same);
  void add_children(int box, const std::vector<int>& sources, const std::vector<int>& targets);
  void add_roots();
  void number_by_level();
  void count_leaves();
  double in_period(double x, std::size_t axis) const;
  void find_colleagues();
  std::vector<int> coarse_leaves(double least_points) const;

  RootCells roots_;
  bool all_children_ = false;
  std::vector<TreeBox> boxes_;
  std::vector<int> level_start_;
  std::vector<Colleagues> colleagues_;
  std::vector<int> source_order_, target_order_;
  std::array<std::vector<double>, 3> source_x_, target_x_;
};

/// A box whose expansion is evaluated, moved by whole periods.
struct MovedBox {
  int box;
  double shift[3];  ///< added to the box [length]
};

/// Lists U, W and X. List V of a box holds the children of its parent's colleagues that do not touch it; the schemes of
/// M2L find it themselves.
struct InteractionLists {
  std::vector<int> target_leaves;
  std::vector<std::vector<SourceRun>> pairs;       ///< per target leaf: P2P
  std::vector<std::vector<MovedBox>> multipoles;   ///< per target leaf: M2P
  std::vector<std::vector<MovedBox>> leaf_points;  ///< per box: leaves whose points act on its expansion, P2L

  /// Updates the pairs of the leaves after Tree::take(), because the leaves then hold other points.
  void follow(const Tree& tree);
};

/// Per box: 1 if it has too few sources for a multipole (M2P), plus 2 if it has too few targets for a local expansion
/// of points (P2L). Pairs replace both.
using FewPoints = std::vector<std::int32_t>;
FewPoints boxes_with_few(const Tree& tree, int few_sources, int few_targets);
InteractionLists find_lists(const Tree& tree, const FewPoints& few);

}  // namespace slurry::fmm
