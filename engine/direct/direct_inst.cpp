// SPDX-License-Identifier: BSD-3-Clause
#include "base/execution.hpp"
#include "direct/direct_impl.hpp"

namespace slurry {

#define SLURRY_INSTANTIATE(Space) template class DirectSum<Space>;
SLURRY_FOR_EACH_SPACE(SLURRY_INSTANTIATE)

}  // namespace slurry
