// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>
#include <vector>

#include "ewald/far/far_grid.hpp"
#include "ewald/far/plane_classes.hpp"
#include "parallel/slabs.hpp"

namespace slurry {

/// Returns the modes along x of each rank, in rising order. The modes are assigned in falling order of the size of
/// their padded planes. Each goes to the rank that has the least work so far (theory/many-ranks.md (T5)).
std::vector<std::vector<int>> modes_of_ranks(const std::vector<PlaneClass>& classes, int ranks);

/// Returns the first z-plane of each rank, and the end of the last rank's planes. Each rank transforms the rows along x
/// in its planes.
std::vector<int> row_planes_of_ranks(int planes, int ranks);

/// Parts of a grid on which the ranks spread and from which they gather. A part is a slab, with planes on both sides
/// for the windows of its points. The modes along x of each rank belong to it too.
class SlabParts {
 public:
  SlabParts(const EwaldParameters& parameters, Slabs slabs, std::vector<std::vector<int>> modes)
      : p_(parameters), slabs_(std::move(slabs)), modes_(std::move(modes)) {}

  const Slabs& slabs() const { return slabs_; }
  /// Moves plane 0 to `lower` [length]. The grid stays the same.
  void move_to(double lower) { slabs_.lower = lower; }
  const std::vector<std::vector<int>>& modes() const { return modes_; }
  /// Returns the part of the grid that a rank keeps. Each z-plane of the part also has room for the coefficients of the
  /// rank's modes.
  FarGrid part_of(const FarGrid& whole, int rank) const;
  /// Returns the column of the whole grid at column 0 of a rank's part; negative if the part begins before the period.
  int first_column(const FarGrid& whole, int rank) const;

 private:
  EwaldParameters p_;
  Slabs slabs_;
  std::vector<std::vector<int>> modes_;
};

}  // namespace slurry
