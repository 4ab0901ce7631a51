// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include "base/views.hpp"
#include "geometry/cell_grid.hpp"

namespace slurry {

/// Points in the order of their cells (x fastest), with box-local coordinates.
template <class Space>
struct SortedPoints {
  using memory = typename Space::memory_space;
  std::size_t count = 0;
  CellGrid grid;
  Kokkos::View<double* [3], Kokkos::LayoutLeft, memory> local;  ///< (N,3), one array per coordinate
  Kokkos::View<int*, memory> order;                             ///< sorted -> original
  Kokkos::View<int*, memory> cell_start;                        ///< (cells + 1)

  /// Sorts the points. The memory is kept from call to call and only grows.
  void sort(const Space& space, const CellGrid& cells, ConstVectors<Space> positions);

 private:
  Kokkos::View<int*, memory> cell_of_point_, cursor_;
};

}  // namespace slurry
