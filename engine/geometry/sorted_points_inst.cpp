// SPDX-License-Identifier: BSD-3-Clause
#include "base/execution.hpp"
#include "geometry/sorted_points_impl.hpp"

namespace slurry {

template struct SortedPoints<CoreSpace>;

}  // namespace slurry
