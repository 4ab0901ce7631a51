// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fmm/tree.hpp"

namespace slurry::fmm {

/// Sums over the sources that a target meets through expansions, over the number of sources, in the mean over targets:
/// of r^-2, r^-4 and r^-6 with r the distance of the nearest image.  Errors of a tree go with them
/// (theory/fast-multipole.md (M33)).
struct FarPairs {
  double second = 0, fourth = 0, sixth = 0;
};

/// By 48 targets and 2,048 sources, taken evenly from the order of the tree.
FarPairs far_pairs(const Tree& tree, const InteractionLists& lists);

}  // namespace slurry::fmm
