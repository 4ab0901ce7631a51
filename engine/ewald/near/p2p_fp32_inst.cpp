// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/near/p2p_impl.hpp"

namespace slurry {

template int group_width<float>();
template void p2p<float, Host>(const Host&, const SortedPoints<Host>&, const TargetGroups<Host>&,
                               const SortedPoints<Host>&, const PackedSources<Host>&, const NearPair&,
                               const Vectors<Host>&);

#define SLURRY_INSTANTIATE(Space)                                                                                  \
  template void p2p_per_target<Space, float>(const Space&, const SortedPoints<Space>&, const SortedPoints<Space>&, \
                                             const PackedSources<Space>&, const NearPair&, const Vectors<Space>&);
SLURRY_FOR_EACH_SPACE(SLURRY_INSTANTIATE)

}  // namespace slurry
