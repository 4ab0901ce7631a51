// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include "base/loop_name.hpp"
#include "base/views.hpp"

namespace slurry {

/// Sum of component d of the forces (N,3).
template <class Space>
double net_force(const Space& space, const ConstVectors<Space>& f, int d) {
  double total = 0;
  Kokkos::parallel_reduce(
      "slurry::summation::net_force"_loop, Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(f.extent(0))),
      KOKKOS_LAMBDA(int i, double& sum) { sum += f(i, d); }, total);
  return total;
}

}  // namespace slurry
