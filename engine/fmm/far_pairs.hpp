// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fmm/tree.hpp"

namespace slurry::fmm {

/// Sums of r^-2, r^-4 and r^-6 over sources, divided by the number of sources, as a mean over the targets.
struct InversePowers {
  double second = 0, fourth = 0, sixth = 0;
};

/// The part of a sum that a target receives through expansions. The errors of a tree are proportional to it
/// (theory/fast-multipole.md (M33)).
struct FarPairs {
  /// pairs that the schemes of M2L treat: nearest images, and other images at most one period away
  InversePowers tree;
  InversePowers lattice;  ///< pairs that the lattice's operators treat: images at least two periods away
};

/// Estimates the sums over far pairs from 48 targets and 2,048 sources, taken evenly from the order of the tree. Images
/// use 16 targets and 128 sources.
FarPairs far_pairs(const Tree& tree, const InteractionLists& lists);

}  // namespace slurry::fmm
