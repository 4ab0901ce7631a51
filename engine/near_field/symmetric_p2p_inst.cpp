// SPDX-License-Identifier: BSD-3-Clause
#include "near_field/symmetric_p2p_impl.hpp"

namespace slurry {

#define SLURRY_INSTANTIATE(Space)                                                                                \
  template struct PairBlocks<Space>;                                                                             \
  template void PairBlocks<Space>::build<double>(const SortedPoints<Space>&, double, bool,                       \
                                                 const SortedPoints<Space>*);                                    \
  template void p2p_symmetric<double, Space>(const Space&, const SortedPoints<Space>&, const PairBlocks<Space>&, \
                                             const Density<Space>&, const NearPair&, const Vectors<Space>&,      \
                                             const OtherPoints<Space>&, Numbering);
SLURRY_FOR_EACH_SPACE(SLURRY_INSTANTIATE)

}  // namespace slurry
