// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/near/p2p_impl.hpp"

namespace slurry {

template int group_width<double>();

template struct TargetGroups<Host>;
template void p2p<double, Host>(const Host&, const SortedPoints<Host>&, const TargetGroups<Host>&,
                                const SortedPoints<Host>&, const PackedSources<Host>&, const NearPair&,
                                const Vectors<Host>&);

#define SLURRY_INSTANTIATE(Space)                                                                                   \
  template void p2p_per_target<Space, double>(const Space&, const SortedPoints<Space>&, const SortedPoints<Space>&, \
                                              const PackedSources<Space>&, const NearPair&, const Vectors<Space>&);
SLURRY_FOR_EACH_SPACE(SLURRY_INSTANTIATE)

}  // namespace slurry
