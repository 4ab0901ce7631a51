// SPDX-License-Identifier: BSD-3-Clause
#include "base/execution.hpp"
#include "fmm/space_sum_impl.hpp"

namespace slurry::fmm {

#define SLURRY_INSTANTIATE(Space) \
  template std::unique_ptr<Summation<Space>> make_tree_sum_in(const Space&, const TreeParameters&);
SLURRY_FOR_EACH_SPACE(SLURRY_INSTANTIATE)

}  // namespace slurry::fmm
