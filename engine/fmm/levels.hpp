// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <vector>

#include "fmm/expansions.hpp"
#include "fmm/operators.hpp"

namespace slurry::fmm {

/// M2M and L2L between the levels of a tree, by rotation, O(p^3) per box.
class LevelTransfer {
 public:
  /// cell: sides of a box in units of that along x.
  LevelTransfer(const ExpansionShape& shape, const Vector3& cell);
  /// M of the boxes of `level` from those of its children, added.
  void up(const Tree& tree, int level, Expansions& multipoles) const;
  /// E of the boxes of `level` from those of their parents, added.
  void down(const Tree& tree, int level, Expansions& locals) const;

 private:
  struct Work {
    explicit Work(const ExpansionShape& s)
        : in(std::size_t(s.rows() * tile_columns)), out(in.size()), scratch(2 * in.size()) {}
    TileBuffer in, out, scratch;
  };
  ExpansionShape shape_;
  Vector3 cell_;
  RotatedTranslation up_, down_;
  std::array<std::vector<double>, 8> signs_;  ///< from the child at (+,+,+) to that of octant o
  ThreadWork<Work> work_;
};

}  // namespace slurry::fmm
