// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/clear.hpp"
#include "base/execution.hpp"
#include "base/loop_name.hpp"
#include "base/prefetch.hpp"
#include "geometry/sorted_points.hpp"

// Definitions for sorted_points.hpp. The files that instantiate them include this file.
namespace slurry {

namespace sorting {

template <class View>
void grow(View& v, std::size_t n, const char* label) {
  if (v.extent(0) < n) v = View(Kokkos::view_alloc(std::string(label), Kokkos::WithoutInitializing), n);
}

/// Fills start and permutation from the cell of every point. next: scratch memory, all zero. The sort is stable and
/// does not depend on the number of threads. It is a counting sort and takes less than 15 ns per point.
template <class Space, class Integers>
void order_on_host(const Space& space, int n, int cells, const Integers& cell_of_point, const Integers& next,
                   const Integers& start, const Integers& permutation) {
  space.fence();
  for (int i = 0; i < n; ++i) ++next(cell_of_point(i));
  int sum = 0;
  for (int c = 0; c < cells; ++c) {
    const int here = next(c);
    start(c) = next(c) = sum;
    sum += here;
  }
  start(cells) = sum;
  for (int i = 0; i < n; ++i) permutation(next(cell_of_point(i))++) = i;
}

/// Sorts all points in parallel, for devices. Points of one cell come in any order.
template <class Space, class Integers>
void order_on_device(const Space& space, int n, int cells, const Integers& cell_of_point, const Integers& next,
                     const Integers& start, const Integers& permutation) {
  using range = Kokkos::RangePolicy<Space>;
  Kokkos::parallel_for(
      "slurry::sort::count"_loop, range(space, 0, n),
      KOKKOS_LAMBDA(int i) { Kokkos::atomic_add(&next(cell_of_point(i)), 1); });
  Kokkos::parallel_scan(
      "slurry::sort::prefix"_loop, range(space, 0, cells + 1), KOKKOS_LAMBDA(int c, int& sum, bool last) {
        const int here = c < cells ? next(c) : 0;
        if (last) start(c) = sum;
        sum += here;
      });
  Kokkos::parallel_for(
      "slurry::sort::cursor"_loop, range(space, 0, cells), KOKKOS_LAMBDA(int c) { next(c) = start(c); });
  Kokkos::parallel_for(
      "slurry::sort::place"_loop, range(space, 0, n),
      KOKKOS_LAMBDA(int i) { permutation(Kokkos::atomic_fetch_add(&next(cell_of_point(i)), 1)) = i; });
}

}  // namespace sorting

template <class Space>
void SortedPoints<Space>::sort(const Space& space, const CellGrid& cells, ConstVectors<Space> positions) {
  count = positions.extent(0);
  grid = cells;
  sorting::grow(order, count, "slurry::sort::order");
  sorting::grow(cell_of_point_, count, "slurry::sort::cell_of_point");
  sorting::grow(cell_start, std::size_t(cells.cells()) + 1, "slurry::sort::cell_start");
  sorting::grow(cursor_, std::size_t(cells.cells()) + 1, "slurry::sort::cursor");
  // The array is padded, so that a vector load behind the last point stays inside.
  if (local.extent(0) < count + 16)
    local = decltype(local)(Kokkos::view_alloc("slurry::sort::local", Kokkos::WithoutInitializing), count + 16);
  if (count == 0) {
    clear(space, cell_start);
    return;
  }
  const auto n = static_cast<int>(count);
  const auto cell_count = cells.cells();
  auto cell_of_point = cell_of_point_;
  auto start = cell_start, next = cursor_, permutation = order;
  auto sorted = local;
  using range = Kokkos::RangePolicy<Space>;
  Kokkos::parallel_for(
      "slurry::sort::cell_index"_loop, range(space, 0, n), KOKKOS_LAMBDA(int i) {
        const int ix = cells.cell_of(0, cells.local(0, positions(i, 0)));
        const int iy = cells.cell_of(1, cells.local(1, positions(i, 1)));
        const int iz = cells.cell_of(2, cells.local(2, positions(i, 2)));
        cell_of_point(i) = (iz * cells.n[1] + iy) * cells.n[0] + ix;
      });
  clear(space, next);
  if constexpr (is_host_space<Space>)
    sorting::order_on_host(space, n, cell_count, cell_of_point, next, start, permutation);
  else
    sorting::order_on_device(space, n, cell_count, cell_of_point, next, start, permutation);
  Kokkos::parallel_for(
      "slurry::sort::gather"_loop, range(space, 0, n), KOKKOS_LAMBDA(int k) {
        prefetch_row(positions, permutation(k + prefetch_far_ahead < n ? k + prefetch_far_ahead : k));
        const int i = permutation(k);
        for (int d = 0; d < 3; ++d) sorted(k, d) = cells.local(d, positions(i, d));
      });
}

}  // namespace slurry
