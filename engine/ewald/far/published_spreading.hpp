// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include "base/density.hpp"
#include "base/stage_model.hpp"
#include "base/stage_variant.hpp"
#include "ewald/far/far_grid.hpp"
#include "ewald/far/spreading.hpp"
#include "ewald/far/window_table.hpp"
#include "geometry/sorted_points.hpp"

// P2G and G2P as Kosmacher et al. 2026 (arXiv 2606.19059) do them, with our window, for every Kokkos space.  A team has
// `block` threads on a device and one on the host, where `block` is how many points it takes.  The cells C^F are made
// anew in each call (far_cells.hpp), as the papers' stages seem to do.  Sums depend on the order of threads.
namespace slurry {

/// base: a thread per source in the order in which they are given.  source: in that of the cells C^F.  grid: a thread
/// per node of a cell, which looks through the sources whose windows may reach it; no atomics.  hybrid: a team per cell
/// stages its sources and their windows in scratch memory; a thread then has a node of each of the 27 cells that they
/// reach in turn, and adds its sum to the grid.
enum class SpreadOrder { base, source, grid, hybrid };
/// base: a thread per target in the order in which they are given; target: in that of the cells C^F.
enum class GatherOrder { base, target };

/// The grid is overwritten.  3 or 4 components: those of p2g (spreading.hpp).  12: f, then the rows of q n^T.
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

/// Operations and bytes as printed there for the combined layer in double precision.
StageWork published_spread_work(SpreadOrder order, const StageSizes& sizes);
StageWork published_gather_work(const StageSizes& sizes);

/// Bytes that these orders keep while they work: the points as they are given, or in lists of equal length for cells of
/// half a window's width, with what is spread from them.  Forecast for points that are spread evenly.
double published_spread_bytes(SpreadOrder order, const StageLoad& load);
double published_gather_bytes(GatherOrder order, const StageLoad& load);

}  // namespace slurry
