// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "geometry/cell_lists.hpp"
#include "near_field/p2p.hpp"

namespace slurry {

/// The four loops over cells of Kosmacher et al. 2026 (arXiv 2606.19059): where a team finds its sources, and whether
/// its lanes share those of a target.
enum class CellLoop {
  gm_1d,  ///< in global memory, a thread per target
  sm_1d,  ///< staged in the team's scratch memory, as many as the team has threads at a time
  gm_2d,  ///< in global memory, a row of lanes per target, each with a part of the sources
  sm_2d   ///< both
};

/// A team's threads, and lanes of each.
struct BlockShape {
  int threads = 1, lanes = 1;
};

/// The points of a set in cells, and the numbers of the sources among them place by place (rows of PackedSources; empty
/// for targets alone).
template <class Space>
struct CellRows {
  CellLists<Space> lists;
  PackedSources<Space> rows;
};

/// rows(place) = packed(sorted point), so that a cell's sources are one piece of memory.
template <class Space>
void place_rows(const Space& space, const CellLists<Space>& lists, const PackedSources<Space>& packed,
                PackedSources<Space>& rows);

/// Near part at the targets (original numbering), overwritten, as p2p_per_target has it: separations in double
/// precision rounded to Real, terms added up in double.  On the host a team is one thread and the shape's lanes are a
/// loop.
template <class Space, class Real>
void p2p_by_cells(CellLoop loop, BlockShape shape, const Space& space, const SortedPoints<Space>& targets,
                  const CellLists<Space>& target_lists, const CellRows<Space>& sources, const NearPair& pair,
                  const Vectors<Space>& u);

}  // namespace slurry
