// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include "base/prefetch.hpp"
#include "base/views.hpp"

namespace slurry {

/// Densities of the sources in their original order; an empty view is a density that is not there.
template <class Space>
struct Density {
  ConstVectors<Space> forces;   ///< f (N,3), single layer
  ConstVectors<Space> dipoles;  ///< q (N,3), double layer
  ConstVectors<Space> normals;  ///< n (N,3), double layer
  KOKKOS_FUNCTION bool single() const { return forces.extent(0) > 0; }
  KOKKOS_FUNCTION bool double_layer() const { return dipoles.extent(0) > 0; }
  /// Asks for the rows of source i.
  KOKKOS_FORCEINLINE_FUNCTION void prefetch(int i) const {
    if (single()) prefetch_row(forces, i);
    if (!double_layer()) return;
    prefetch_row(dipoles, i);
    prefetch_row(normals, i);
  }
};

}  // namespace slurry
