// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fmm/tree_sum.hpp"

namespace slurry::fmm {

/// What a sum has seen of its densities and of its own expansions.
struct SeenInSum {
  double net_density = 0;      ///< |sum of the forces| or charges of the last density
  double density_squares = 0;  ///< sum of the squares of forces, or charges, of the last density; 0 for dipoles
  /// Mean square over some targets of what the highest degree of the local expansions gave; below 0: no sum yet.
  double last_degree = -1;
};

/// Errors of a sum with this tree, for densities without a common direction (theory/fast-multipole.md (M33)). size: as
/// in tree_errors.
SumErrors seen_errors(const TreeParameters& p, M2lScheme scheme, const Tree& tree, const InteractionLists& lists,
                      const SumCounts& counts, const SeenInSum& seen, double size);

}  // namespace slurry::fmm
