// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include "base/density.hpp"
#include "ewald/far/far_grid.hpp"
#include "ewald/far/spreading.hpp"
#include "ewald/far/window_table.hpp"
#include "ewald/stages/stage_case.hpp"
#include "geometry/sorted_points.hpp"

// P2G and G2P as Kosmacher et al. 2026 (arXiv 2606.19059) do them, with our window, for every Kokkos space. A team has
// `block` threads on a device and one thread on the host; there `block` is the number of points that it takes. The
// cells C^F are made anew in each call (far_cells.hpp), as the stages of the paper seem to do. Sums depend on the order
// of threads.
namespace slurry {

/// Order in which P2G works.
/// - base: one thread per source, in the order in which the sources are given.
/// - source: one thread per source, in the order of the cells C^F.
/// - grid: one thread per node of a cell. It looks through the sources whose windows may reach the node. No atomics are
///   needed.
/// - hybrid: one team per cell. It puts the sources and their windows in scratch memory. Each thread then takes one
///   node of each of the 27 reachable cells in turn and adds its sum to the grid.
enum class SpreadOrder { base, source, grid, hybrid };
/// Order in which G2P works. base: one thread per target, in the order in which the targets are given. target: in the
/// order of the cells C^F.
enum class GatherOrder { base, target };

/// Spreads a density and overwrites the grid. 3 or 4 components are those of p2g (spreading.hpp). 12 components are f,
/// followed by the rows of q n^T.
template <class Space, class Real>
void p2g_published(SpreadOrder order, int block, const Space& space, const FarGrid& grid,
                   const WindowTable<Space, Real>& window, const SortedPoints<Space>& points,
                   const Density<Space>& density, int components, const GridValues<Space, Real>& values);

/// Gathers like g2p (spreading.hpp). If velocities stay in the order of the sorted points until they are complete, that
/// is the order of `base`.
template <class Space, class Real>
void g2p_published(GatherOrder order, int block, const Space& space, const FarGrid& grid,
                   const WindowTable<Space, Real>& window, const SortedPoints<Space>& points,
                   const GridValues<Space, Real>& values, const Vectors<Space>& u);

/// Operations and bytes as the paper states them, for the combined layer in double precision.
StageWork published_spread_work(SpreadOrder order, const StageSizes& sizes);
StageWork published_gather_work(const StageSizes& sizes);

/// Bytes of memory that these orders keep while they work. They keep the points as given, or lists of equal length for
/// cells of half a window's width, with the values to be spread. The prediction assumes evenly spread points.
double published_spread_bytes(SpreadOrder order, const EwaldStageCase& load);
double published_gather_bytes(GatherOrder order, const EwaldStageCase& load);

}  // namespace slurry
