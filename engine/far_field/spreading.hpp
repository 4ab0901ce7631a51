// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include "base/views.hpp"
#include "far_field/far_grid.hpp"
#include "far_field/window_table.hpp"
#include "geometry/sorted_points.hpp"

namespace slurry {

/// Grid values [z][y][component][x] (FarGrid).
template <class Space>
using GridValues = Kokkos::View<double*, typename Space::memory_space>;

/// P2G: grid = sum over the sorted points of density(order(k)) times the window around the point; three components.
/// The grid is overwritten; the halo along x is folded back.  Points are owned by slabs of cell layers, even slabs
/// before odd ones, so no atomics are needed and the sum does not depend on the number of threads.
template <class Space>
void p2g(const Space& space, const FarGrid& grid, const WindowTable<Space>& window, const SortedPoints<Space>& points,
         ConstVectors<Space> density, const GridValues<Space>& values);

/// G2P: u(order(k)) += h^3 sum over the grid of values times the window around point k; three components.
/// The halo along x must be filled (fill_halo).
template <class Space>
void g2p(const Space& space, const FarGrid& grid, const WindowTable<Space>& window, const SortedPoints<Space>& points,
         const GridValues<Space>& values, const Vectors<Space>& u);

/// Copies the first columns behind the last ones, so that windows may run over the seam of a periodic x.
template <class Space>
void fill_halo(const Space& space, const FarGrid& grid, const GridValues<Space>& values);

/// The same two stages with one thread per point, atomic additions and scalar arithmetic: the form for devices, and a
/// check of the others.
template <class Space>
void p2g_per_point(const Space& space, const FarGrid& grid, const WindowTable<Space>& window,
                   const SortedPoints<Space>& points, ConstVectors<Space> density, const GridValues<Space>& values);
template <class Space>
void g2p_per_point(const Space& space, const FarGrid& grid, const WindowTable<Space>& window,
                   const SortedPoints<Space>& points, const GridValues<Space>& values, const Vectors<Space>& u);

}  // namespace slurry
