// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/stage_model.hpp"
#include "ewald/near/field_p2p.hpp"
#include "ewald/near/p2p.hpp"
#include "ewald/stages/model_sizes.hpp"
#include "geometry/cell_lists.hpp"
#include "kernels/erf_rational.hpp"

namespace slurry {

/// The four loops over cells of Kosmacher et al. 2026 (arXiv 2606.19059). They differ in where a team finds its
/// sources, and in whether the lanes of a thread share the sources of a target.
enum class CellLoop {
  gm_1d,  ///< sources in global memory, one thread per target
  sm_1d,  ///< sources in the team's scratch memory, staged as many at a time as the team has threads
  gm_2d,  ///< sources in global memory, a row of lanes per target; each lane takes a part of the sources
  sm_2d   ///< sources in scratch memory, and a row of lanes per target
};

/// Number of threads in a team, and of lanes in each thread.
struct BlockShape {
  int threads = 1, lanes = 1;
};

/// Operations and bytes by Table 2 of Kosmacher et al. 2026. source: bytes of a source in memory. sum: bytes of a
/// target's sum. The published values are 96 and 24, for the combined layer in double precision; a position takes 24
/// bytes more. Their count of pairs within the cutoff is pi/6 of the 27 cells. For cells as wide as the cutoff, the
/// right share is 4 pi/81. sizes.block = 1: a team is one thread.
StageWork cell_pairs_work(CellLoop loop, BlockShape shape, const StageSizes& sizes, double source, double sum);

/// The points of a set in cells, and the numbers of the sources among them in the order of their places (rows of
/// PackedSources; empty for targets alone).
template <class Space>
struct CellRows {
  CellLists<Space> lists;
  PackedSources<Space> rows;
};

/// Sets rows(place) = packed(sorted point), so that a cell's sources are contiguous in memory.
template <class Space>
void place_rows(const Space& space, const CellLists<Space>& lists, const PackedSources<Space>& packed,
                PackedSources<Space>& rows);

/// Computes the near part at the targets (original numbering), overwritten, like p2p_per_target. Separations are formed
/// in double precision and rounded to Real; terms are added up in double. On the host a team is one thread, and the
/// lanes of the shape become a loop.
template <class Space, class Real>
void p2p_by_cells(CellLoop loop, BlockShape shape, const Space& space, const SortedPoints<Space>& targets,
                  const CellLists<Space>& target_lists, const CellRows<Space>& sources, const NearPair& pair,
                  const Vectors<Space>& u);

/// Constants of Hasimoto's split in the form in which erf(x)/x is a rational function.
struct RationalPair {
  ErfRational erf;
  double xi = 0, rc2 = 0;
  bool combined = false;  ///< combined layer; otherwise forces alone
};

/// Near part of points under Hasimoto's split, by its closed form, as the published loops evaluate it. The error is
/// that of the fit or that of the precision, whichever is larger.
template <class Space, class Real>
void p2p_hasimoto_by_cells(CellLoop loop, BlockShape shape, const Space& space, const SortedPoints<Space>& targets,
                           const CellLists<Space>& target_lists, const CellRows<Space>& sources,
                           const RationalPair& pair, const Vectors<Space>& u);

/// Near part of the potential of charges and of its gradient, like p2p_fields_per_target, in double precision.
template <class Space>
void p2p_charges_by_cells(CellLoop loop, BlockShape shape, const Space& space, const SortedPoints<Space>& targets,
                          const CellLists<Space>& target_lists, const CellRows<Space>& sources, const FieldPair& pair,
                          const FieldGradients<Space>& gradient, const FieldScalars<Space>& potential);

/// Sums without a split, for figure 6 of the same paper. Terms are 1/r of charges (rows of packed_charge), or the
/// Stokeslet of forces (rows of packed_single). All pairs closer than the cutoff take part, except those at distance 0.
template <class Space, class Real>
void p2p_free_by_cells(CellLoop loop, BlockShape shape, const Space& space, const SortedPoints<Space>& targets,
                       const CellLists<Space>& target_lists, const CellRows<Space>& sources, double cutoff,
                       const FieldScalars<Space>& potential);
template <class Space, class Real>
void p2p_free_by_cells(CellLoop loop, BlockShape shape, const Space& space, const SortedPoints<Space>& targets,
                       const CellLists<Space>& target_lists, const CellRows<Space>& sources, double cutoff,
                       const Vectors<Space>& u);

}  // namespace slurry
