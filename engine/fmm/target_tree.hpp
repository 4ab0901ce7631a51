// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <vector>

#include "base/views.hpp"
#include "fmm/expansions.hpp"
#include "fmm/tree.hpp"

namespace slurry::fmm {

/// One set of targets with the tree over it and the sources. Real: precision of the expansions.
template <class Real>
struct TargetTree {
  Tree tree;
  FewPoints few;
  InteractionLists lists;
  std::vector<int> source_leaves;
  ExpansionsOf<Real> multipoles, locals;
  std::vector<double> radii;  ///< radii of the targets in the order of the tree; empty: points
  // of a tree that is kept
  std::array<double, 3> from_middle{};  ///< from the mean place of the points to the corner of the roots [length]
  double pairs = 0;                     ///< targets times the sources that they met in the new tree
  double reach = 0;                     ///< TreeOptions::least_side

  /// Finds the interaction lists and makes room for the expansions.
  TargetTree(Tree made, FewPoints with_few, const ExpansionShape& shape);

  /// Targets times the sources that they meet.
  double met_pairs() const;
};

/// Mean place of the points along free directions [length]; 0 along the others, where the corner of the roots stays.
std::array<double, 3> middle_of(const ConstHostVectors& points, int periodicity);
std::array<double, 3> sum_of(const std::array<double, 3>& a, const std::array<double, 3>& b);

}  // namespace slurry::fmm
