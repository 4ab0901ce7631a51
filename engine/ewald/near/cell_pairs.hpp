// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/stage_model.hpp"
#include "ewald/near/field_p2p.hpp"
#include "ewald/near/p2p.hpp"
#include "geometry/cell_lists.hpp"
#include "kernels/erf_rational.hpp"

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

/// Table 2 of Kosmacher et al. 2026, source and sum: bytes of a source in memory, and of a target's sum (theirs, of the
/// combined layer in double precision: 96 and 24, beside the 24 of its position).  Their count of pairs within the
/// cutoff takes pi/6 of the 27 cells; of cells as wide as it they are 4 pi/81.  sizes.block = 1: a team is one thread.
StageWork cell_pairs_work(CellLoop loop, BlockShape shape, const StageSizes& sizes, double source, double sum);

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

/// Constants of Hasimoto's split where erf(x)/x is a rational function.
struct RationalPair {
  ErfRational erf;
  double xi = 0, rc2 = 0;
  bool combined = false;  ///< combined layer; otherwise forces alone
};

/// Near part of points under Hasimoto's split, by its closed form, as the published loops evaluate it.  The error is
/// that of the fit or of the precision, whichever is larger.
template <class Space, class Real>
void p2p_hasimoto_by_cells(CellLoop loop, BlockShape shape, const Space& space, const SortedPoints<Space>& targets,
                           const CellLists<Space>& target_lists, const CellRows<Space>& sources,
                           const RationalPair& pair, const Vectors<Space>& u);

/// Near part of the charges' potential and of its gradient, as p2p_fields_per_target has them, in double precision.
template <class Space>
void p2p_charges_by_cells(CellLoop loop, BlockShape shape, const Space& space, const SortedPoints<Space>& targets,
                          const CellLists<Space>& target_lists, const CellRows<Space>& sources, const FieldPair& pair,
                          const FieldGradients<Space>& gradient, const FieldScalars<Space>& potential);

/// No split at all, for figure 6 there: 1/r of charges (rows of packed_charge), or the Stokeslet of forces (rows of
/// packed_single), of pairs closer than the cutoff but for those at distance 0.
template <class Space, class Real>
void p2p_free_by_cells(CellLoop loop, BlockShape shape, const Space& space, const SortedPoints<Space>& targets,
                       const CellLists<Space>& target_lists, const CellRows<Space>& sources, double cutoff,
                       const FieldScalars<Space>& potential);
template <class Space, class Real>
void p2p_free_by_cells(CellLoop loop, BlockShape shape, const Space& space, const SortedPoints<Space>& targets,
                       const CellLists<Space>& target_lists, const CellRows<Space>& sources, double cutoff,
                       const Vectors<Space>& u);

}  // namespace slurry
