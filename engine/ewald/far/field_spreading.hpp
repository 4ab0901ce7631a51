// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include "ewald/far/far_grid.hpp"
#include "ewald/far/spreading.hpp"
#include "ewald/far/window_table.hpp"
#include "geometry/sorted_points.hpp"

// P2G and G2P of scalar fields and of gradients: not the tuned loops of spreading.hpp, but one form for every window.
namespace slurry {

/// Fields to which G2P adds at targets, rows in the original order.  A field with an empty view is not gathered.
template <class Space>
struct GatheredFields {
  Kokkos::View<double**, Kokkos::LayoutRight, typename Space::memory_space> value;     ///< (M,C)
  Kokkos::View<double**, Kokkos::LayoutRight, typename Space::memory_space> gradient;  ///< (M,3 C): [c][l]
};

/// Numbers (M) as a matrix (M,1) of the same memory.
template <class Space>
Kokkos::View<double**, Kokkos::LayoutRight, typename Space::memory_space> as_column(
    const Kokkos::View<double*, typename Space::memory_space>& v) {
  return Kokkos::View<double**, Kokkos::LayoutRight, typename Space::memory_space>(v.data(), v.extent(0), 1);
}

/// P2G of one component: the grid is overwritten with sum of charge(i) w(g - y_i), i in the original order.
template <class Space, class Real>
void p2g_charges(const Space& space, const FarGrid& grid, const WindowTable<Space, Real>& window,
                 const SortedPoints<Space>& points, Kokkos::View<const double*, typename Space::memory_space> charges,
                 const GridValues<Space, Real>& values);

/// G2P of a grid of `components` (1 or 3) with the window and with its gradient: d_l u = -sum_g u(g) (d_l w)(g - x) h^3
/// (theory/fields.md (G4)).  The halo along x must be filled.
template <class Space, class Real>
void g2p_fields(const Space& space, const FarGrid& grid, const WindowTable<Space, Real>& window,
                const SortedPoints<Space>& points, const GridValues<Space, Real>& values, int components,
                const GatheredFields<Space>& out);

/// The two stages point by point with scalar arithmetic: the form for devices, and a check of the others.
template <class Space, class Real>
void p2g_charges_per_point(const Space& space, const FarGrid& grid, const WindowTable<Space, Real>& window,
                           const SortedPoints<Space>& points,
                           Kokkos::View<const double*, typename Space::memory_space> charges,
                           const GridValues<Space, Real>& values);
template <class Space, class Real>
void g2p_fields_per_point(const Space& space, const FarGrid& grid, const WindowTable<Space, Real>& window,
                          const SortedPoints<Space>& points, const GridValues<Space, Real>& values, int components,
                          const GatheredFields<Space>& out);

}  // namespace slurry
