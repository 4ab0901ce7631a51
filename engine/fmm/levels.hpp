// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <vector>

#include "fmm/expansions.hpp"
#include "fmm/operators.hpp"

namespace slurry::fmm {

/// M2M and L2L between the levels of a tree. They work by rotation and take O(p^3) per box.
template <class Real>
class LevelTransfer {
 public:
  /// Makes the operators. cell: sides of a box in units of length of its expansions.
  LevelTransfer(const ExpansionShape& shape, const Vector3& cell);
  /// Adds the multipoles of the children to those of the boxes of `level`.
  void up(const Tree& tree, int level, ExpansionsOf<Real>& multipoles) const;
  /// Adds the local expansions of the parents to those of the boxes of `level`.
  void down(const Tree& tree, int level, ExpansionsOf<Real>& locals) const;

 private:
  struct Work {
    explicit Work(const ExpansionShape& s)
        : in(std::size_t(s.rows() * tile_columns)), out(in.size()), scratch(2 * in.size()) {}
    TileBuffer<Real> in, out, scratch;
  };
  ExpansionShape shape_;
  Vector3 cell_;
  RotatedTranslation<Real> up_, down_;
  std::array<std::vector<Real>, 8> signs_;  ///< from the child at (+,+,+) to that of octant o
  ThreadWork<Work> work_;
};

}  // namespace slurry::fmm
