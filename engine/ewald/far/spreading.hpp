// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include "base/density.hpp"
#include "ewald/far/far_grid.hpp"
#include "ewald/far/window_table.hpp"
#include "geometry/sorted_points.hpp"

namespace slurry {

/// Grid values in the precision of the sum, stored as [z][y][component][x] or, interleaved, as [z][y][x][component]
/// (FarGrid).
template <class Space, class Real = double>
using GridValues = Kokkos::View<Real*, typename Space::memory_space>;

/// P2G: the grid is overwritten with, components 0..2,
///   F(g) = sum over points of f w(g - y) + q (n.grad w)(g - y) + n (q.grad w)(g - y),
/// and, where there are four components, s(g) = sum of (q.n) w(g - y).  Source: theory/spectral-ewald.md (F1).
/// The halo along x is folded back.  Points are owned by slabs of cell layers, even slabs before odd ones, so no
/// atomics are needed and the sum does not depend on the number of threads.  sorted: the same densities as the points
/// are sorted, if they are at hand; the host prefers them.
template <class Space, class Real>
void p2g(const Space& space, const FarGrid& grid, const WindowTable<Space, Real>& window,
         const SortedPoints<Space>& points, const Density<Space>& density, int components,
         const GridValues<Space, Real>& values, const SortedDensity<Space, Real>& sorted = {});

/// G2P: u(order(k)) += h^3 sum over the grid of values times the window around point k; three components.
/// The halo along x must be filled (fill_halo).
template <class Space, class Real>
void g2p(const Space& space, const FarGrid& grid, const WindowTable<Space, Real>& window,
         const SortedPoints<Space>& points, const GridValues<Space, Real>& values, const Vectors<Space>& u);

/// Copies the first columns behind the last ones, so that windows may cross the seam of a periodic x.
template <class Space, class Real>
void fill_halo(const Space& space, const FarGrid& grid, const GridValues<Space, Real>& values, int components = 3);

/// The two stages point by point (on a device, with a warp for each point), with atomic additions and scalar
/// arithmetic. Devices use this form, and the other forms are checked against it.
template <class Space, class Real>
void p2g_per_point(const Space& space, const FarGrid& grid, const WindowTable<Space, Real>& window,
                   const SortedPoints<Space>& points, const Density<Space>& density, int components,
                   const GridValues<Space, Real>& values);
template <class Space, class Real>
void g2p_per_point(const Space& space, const FarGrid& grid, const WindowTable<Space, Real>& window,
                   const SortedPoints<Space>& points, const GridValues<Space, Real>& values, const Vectors<Space>& u);

/// Spreads the single layer alone.
template <class Space, class Real>
void p2g(const Space& space, const FarGrid& grid, const WindowTable<Space, Real>& window,
         const SortedPoints<Space>& points, ConstVectors<Space> forces, const GridValues<Space, Real>& values) {
  p2g(space, grid, window, points, Density<Space>{forces, {}, {}}, 3, values);
}

}  // namespace slurry
