// SPDX-License-Identifier: BSD-3-Clause
#include "base/execution.hpp"
#include "geometry/sorted_points_impl.hpp"

namespace slurry {

#define SLURRY_INSTANTIATE(Space) template struct SortedPoints<Space>;
SLURRY_FOR_EACH_SPACE(SLURRY_INSTANTIATE)

}  // namespace slurry
