// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>

#include "base/loop_name.hpp"

namespace slurry {

/// Sets a View of rank 1 to zero.  Kokkos::deep_copy would make a string on the heap in every call.
template <class Space, class View>
void clear(const Space& space, const View& values) {
  using Value = typename View::non_const_value_type;
  Kokkos::parallel_for(
      "slurry::base::clear"_loop, Kokkos::RangePolicy<Space>(space, 0, values.extent(0)),
      KOKKOS_LAMBDA(const std::size_t i) { values(i) = Value(0); });
}

}  // namespace slurry
