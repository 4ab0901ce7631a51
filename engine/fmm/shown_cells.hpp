// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fmm/tree.hpp"
#include "slurry/cells.hpp"

namespace slurry::fmm {

/// Leaves of a tree that hold sources, and the boxes that act on the chosen point, in the way in which the sum takes
/// them: P2P, M2L for the leaf of the point and for each of its ancestors, M2P and P2L. Boxes without sources are left
/// out. The lists are those of the leaf that holds the point. They are empty if no leaf holds it. Cost: O(boxes).
SumCells shown_cells(const Tree& tree, const InteractionLists& lists, const ChosenPoint& chosen);

}  // namespace slurry::fmm
