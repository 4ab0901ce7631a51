// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include "ewald/far/far_grid.hpp"
#include "ewald/far/spreading.hpp"
#include "ewald/far/window_table.hpp"
#include "geometry/sorted_points.hpp"

// P2G and G2P of scalar fields and of gradients. They have one form for every window, unlike the tuned loops of
// spreading.hpp.
namespace slurry {

/// Fields to which G2P adds at the targets. Rows are in the original order. A field with an empty view is not gathered.
template <class Space>
struct GatheredFields {
  Kokkos::View<double**, Kokkos::LayoutRight, typename Space::memory_space> value;     ///< (M,C)
  Kokkos::View<double**, Kokkos::LayoutRight, typename Space::memory_space> gradient;  ///< (M,3 C): [c][l]
};

/// The numbers (M) seen as a matrix (M,1) in the same memory.
template <class Space>
Kokkos::View<double**, Kokkos::LayoutRight, typename Space::memory_space> as_column(
    const Kokkos::View<double*, typename Space::memory_space>& v) {
  return Kokkos::View<double**, Kokkos::LayoutRight, typename Space::memory_space>(v.data(), v.extent(0), 1);
}

/// P2G of one component. It overwrites the grid with sum of charge(i) w(g - y_i), where i counts in the original order.
template <class Space, class Real>
void p2g_charges(const Space& space, const FarGrid& grid, const WindowTable<Space, Real>& window,
                 const SortedPoints<Space>& points, Kokkos::View<const double*, typename Space::memory_space> charges,
                 const GridValues<Space, Real>& values);

/// G2P of a grid of `components` (1 or 3), with the window and with its gradient: d_l u = -sum_g u(g) (d_l w)(g - x)
/// h^3 (theory/fields.md (G4)). The halo along x must be filled first.
template <class Space, class Real>
void g2p_fields(const Space& space, const FarGrid& grid, const WindowTable<Space, Real>& window,
                const SortedPoints<Space>& points, const GridValues<Space, Real>& values, int components,
                const GatheredFields<Space>& out);

/// The two stages point by point with scalar arithmetic. Devices use this form, and the other forms are checked against
/// it.
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
