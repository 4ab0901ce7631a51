// SPDX-License-Identifier: BSD-3-Clause
#include "geometry/sorted_points_impl.hpp"

namespace slurry {

template struct SortedPoints<Kokkos::DefaultHostExecutionSpace>;

}  // namespace slurry
