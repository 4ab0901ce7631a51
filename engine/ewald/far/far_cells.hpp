// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <string>

#include "base/clear.hpp"
#include "base/density.hpp"
#include "base/loop_name.hpp"
#include "base/text.hpp"
#include "ewald/far/far_grid.hpp"
#include "ewald/far/window_table.hpp"
#include "geometry/sorted_points.hpp"
#include "slurry/error.hpp"

namespace slurry {

/// Cells with a side of P/2 grid nodes (rounded up), and for each cell the points whose windows begin in it. The points
/// are kept in lists of equal length. Every cell that has points has a slot; a slot has as many places as the fullest
/// cell needs, and the points fill its first places. Source: Kosmacher et al. 2026 (arXiv 2606.19059, C^F), where a
/// cell holds the points that lie in it. Here a cell holds the points whose windows begin in it, so that a window
/// reaches only the nodes of its own cell and of the next one or two.
template <class Space, class Real>
struct FarCells {
  using memory = typename Space::memory_space;
  int edge = 1;                                                 ///< nodes along a side of a cell
  int least[3] = {0, 0, 0};                                     ///< first node of the first cell; not wrapped
  int n[3] = {1, 1, 1};                                         ///< number of cells per direction
  int slots = 0, longest = 0;                                   ///< number of cells with points, and of places in each
  Kokkos::View<int*, memory> slot;                              ///< slot of each cell; -1: the cell has no points
  Kokkos::View<int*, memory> cell;                              ///< cell of each slot
  Kokkos::View<int*, memory> count;                             ///< points of a cell
  Kokkos::View<int*, memory> index;                             ///< point of each place in the original order; -1: none
  Kokkos::View<double* [3], Kokkos::LayoutLeft, memory> local;  ///< local coordinates of each place
  Kokkos::View<Real**, Kokkos::LayoutLeft, memory> density;     ///< density of each place: f, or f, q and n; or nothing

  int cells() const { return n[0] * n[1] * n[2]; }
  int places() const { return slots * longest; }
  /// Index of the cell that holds a window's first node.
  KOKKOS_INLINE_FUNCTION int cell_of(int ax, int ay, int az) const {
    return (((az - least[2]) / edge) * n[1] + (ay - least[1]) / edge) * n[0] + (ax - least[0]) / edge;
  }
};

namespace far_cells {

template <class View>
View fresh(const char* label, std::size_t n) {
  return View(Kokkos::view_alloc(std::string(label), Kokkos::WithoutInitializing), n);
}

/// Loads the density of source i: f, or f, q and n.
template <class Space, class Real>
KOKKOS_INLINE_FUNCTION void load(const Density<Space>& density, int i, Real* s, int step) {
  for (int d = 0; d < 3; ++d) s[d * step] = density.single() ? static_cast<Real>(density.forces(i, d)) : Real(0);
  if (!density.double_layer()) return;
  for (int d = 0; d < 3; ++d) {
    s[(3 + d) * step] = static_cast<Real>(density.dipoles(i, d));
    s[(6 + d) * step] = static_cast<Real>(density.normals(i, d));
  }
}

}  // namespace far_cells

/// Makes the cells. Points of one cell come in any order. density: densities of the sources, to be copied to their
/// places, or nothing. Throws RefusedError if the fullest cell has so many more points than the others that most places
/// would be empty.
template <class Space, class Real>
FarCells<Space, Real> make_far_cells(const Space& space, const FarGrid& grid, const SortedPoints<Space>& points,
                                     const Density<Space>& density) {
  using Cells = FarCells<Space, Real>;
  using Integers = Kokkos::View<int*, typename Space::memory_space>;
  using Range = Kokkos::RangePolicy<Space>;
  Cells c;
  c.edge = (grid.window + 1) / 2;
  for (int d = 0; d < 3; ++d) {
    // A point just outside the box or the slab, by rounding, still needs a cell.
    c.least[d] = grid.periodic[d] ? -grid.window / 2 - 1 : 0;
    c.n[d] = (grid.points[d] + 3) / c.edge + 1;
  }
  const int count = static_cast<int>(points.count), cells = c.cells();
  c.slot = far_cells::fresh<Integers>("slurry::far_cells::slot", cells);
  c.count = far_cells::fresh<Integers>("slurry::far_cells::count", cells);
  const auto cell_of_point = far_cells::fresh<Integers>("slurry::far_cells::cell_of_point", count);
  clear(space, c.count);
  const auto local = points.local;
  Kokkos::parallel_for(
      "slurry::far_cells::count"_loop, Range(space, 0, count), KOKKOS_LAMBDA(int k) {
        int a[3];
        double tau;
        for (int d = 0; d < 3; ++d) a[d] = window_start(grid, d, local(k, d), tau);
        cell_of_point(k) = c.cell_of(a[0], a[1], a[2]);
        Kokkos::atomic_add(&c.count(cell_of_point(k)), 1);
      });
  Kokkos::parallel_reduce(
      "slurry::far_cells::longest"_loop, Range(space, 0, cells),
      KOKKOS_LAMBDA(int i, int& most) { most = c.count(i) > most ? c.count(i) : most; }, Kokkos::Max<int>(c.longest));
  Kokkos::parallel_scan(
      "slurry::far_cells::slot"_loop, Range(space, 0, cells),
      KOKKOS_LAMBDA(int i, int& before, bool last) {
        const bool filled = c.count(i) > 0;
        if (last) c.slot(i) = filled ? before : -1;
        before += filled ? 1 : 0;
      },
      c.slots);
  space.fence();
  if (count == 0) c.longest = 0;
  if (double(c.slots) * c.longest > 64.0 * count + 1e6)
    throw RefusedError(text(
        "the variants 'source', 'grid', 'hybrid' and 'target' reserve the places of the fullest cell for every cell, "
        "which is {:.3g} places for {} points, because one cell holds {}; choose another variant for points that "
        "cluster like this",
        double(c.slots) * c.longest, count, c.longest));
  const int places = c.places();
  c.cell = far_cells::fresh<Integers>("slurry::far_cells::cell", c.slots);
  c.index = far_cells::fresh<Integers>("slurry::far_cells::index", places);
  c.local = far_cells::fresh<decltype(c.local)>("slurry::far_cells::local", places);
  const int numbers = density.double_layer() ? 9 : density.single() ? 3 : 0;
  c.density =
      decltype(c.density)(Kokkos::view_alloc(std::string("slurry::far_cells::density"), Kokkos::WithoutInitializing),
                          numbers > 0 ? places : 0, numbers);
  Kokkos::parallel_for(
      "slurry::far_cells::empty"_loop, Range(space, 0, places), KOKKOS_LAMBDA(int j) { c.index(j) = -1; });
  const auto taken = far_cells::fresh<Integers>("slurry::far_cells::taken", c.slots);
  clear(space, taken);
  const auto order = points.order;
  Kokkos::parallel_for(
      "slurry::far_cells::place"_loop, Range(space, 0, count), KOKKOS_LAMBDA(int k) {
        const int own = cell_of_point(k), slot = c.slot(own), i = order(k);
        const int j = slot * c.longest + Kokkos::atomic_fetch_add(&taken(slot), 1);
        c.cell(slot) = own;
        c.index(j) = i;
        for (int d = 0; d < 3; ++d) c.local(j, d) = local(k, d);
        if (numbers > 0) far_cells::load(density, i, &c.density(j, 0), static_cast<int>(c.density.stride(1)));
      });
  return c;
}

}  // namespace slurry
