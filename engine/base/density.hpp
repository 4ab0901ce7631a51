// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include "base/prefetch.hpp"
#include "base/views.hpp"

namespace slurry {

/// Densities of the sources in their original order. An empty view means that the density does not exist.
template <class Space>
struct Density {
  ConstVectors<Space> forces;   ///< f (N,3), single layer
  ConstVectors<Space> dipoles;  ///< q (N,3), double layer
  ConstVectors<Space> normals;  ///< n (N,3), double layer
  KOKKOS_FUNCTION bool single() const { return forces.extent(0) > 0; }
  KOKKOS_FUNCTION bool double_layer() const { return dipoles.extent(0) > 0; }
  /// Whether both objects have densities and these are the same arrays.
  bool is(const Density& other) const {
    return (single() || double_layer()) && forces.data() == other.forces.data() &&
           dipoles.data() == other.dipoles.data() && normals.data() == other.normals.data();
  }
  /// Prefetches the rows of source i.
  KOKKOS_FORCEINLINE_FUNCTION void prefetch(int i) const {
    if (single()) prefetch_row(forces, i);
    if (!double_layer()) return;
    prefetch_row(dipoles, i);
    prefetch_row(normals, i);
  }
};

/// f, or f, q and n, of the sorted points, with one array per component: (k, component). Empty: the sorted densities
/// are not available.
template <class Space, class Real>
using SortedDensity = Kokkos::View<Real**, Kokkos::LayoutLeft, typename Space::memory_space>;

}  // namespace slurry
