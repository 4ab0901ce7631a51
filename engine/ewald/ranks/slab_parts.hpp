// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>
#include <vector>

#include "ewald/far/far_grid.hpp"
#include "ewald/far/plane_classes.hpp"
#include "parallel/slabs.hpp"

namespace slurry {

/// The modes along x of each of `ranks` ranks, in rising order. Modes are dealt out by falling size of their padded
/// planes, each to the rank that has least so far (theory/many-ranks.md (T5)).
std::vector<std::vector<int>> modes_of_ranks(const std::vector<PlaneClass>& classes, int ranks);

/// First z-plane of each rank, and the end of the last rank's planes. Each rank transforms the rows of its planes along
/// x.
std::vector<int> row_planes_of_ranks(int planes, int ranks);

/// The parts of a grid that the ranks spread on and gather from: slabs, with planes on both sides for the windows of
/// their points; and the modes along x of each rank.
class SlabParts {
 public:
  SlabParts(const EwaldParameters& parameters, Slabs slabs, std::vector<std::vector<int>> modes)
      : p_(parameters), slabs_(std::move(slabs)), modes_(std::move(modes)) {}

  const Slabs& slabs() const { return slabs_; }
  /// lower: place of plane 0 [length]. The grid stays the same.
  void move_to(double lower) { slabs_.lower = lower; }
  const std::vector<std::vector<int>>& modes() const { return modes_; }
  /// Part of the grid that a rank has. The coefficients of the rank's modes in a z-plane find room in its plane.
  FarGrid part_of(const FarGrid& whole, int rank) const;
  /// Column of the whole grid under column 0 of a rank's part. It may lie before the period's first.
  int first_column(const FarGrid& whole, int rank) const;

 private:
  EwaldParameters p_;
  Slabs slabs_;
  std::vector<std::vector<int>> modes_;
};

}  // namespace slurry
