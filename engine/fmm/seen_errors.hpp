// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fmm/tree_sum.hpp"

namespace slurry::fmm {

/// Data of a sum's densities and expansions, from which it predicts its errors.
struct SeenInSum {
  double net_density = 0;      ///< |sum of the forces| or charges of the last density
  double density_squares = 0;  ///< sum of the squares of forces, or charges, of the last density; 0 for dipoles
  /// Mean square, over some targets, of the contribution of the highest degree of the local expansions; below 0: no sum
  /// yet.
  double last_degree = -1;
};

/// Errors of a sum with this tree, for densities without a common direction (theory/fast-multipole.md (M33)). size: as
/// in tree_errors.
SumErrors seen_errors(const TreeParameters& p, M2lScheme scheme, const Tree& tree, const InteractionLists& lists,
                      const SumCounts& counts, const SeenInSum& seen, double size);

}  // namespace slurry::fmm
