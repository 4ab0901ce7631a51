// SPDX-License-Identifier: BSD-3-Clause
#include "near_field/p2p_impl.hpp"

namespace slurry {

using Space = CoreSpace;
template struct TargetGroups<Space>;
template int group_width<double>();
template void p2p<double, Space>(const Space&, const SortedPoints<Space>&, const TargetGroups<Space>&,
                                 const SortedPoints<Space>&, const PackedSources<Space>&, const NearPair&,
                                 const Vectors<Space>&);
template void p2p_per_target<Space>(const Space&, const SortedPoints<Space>&, const SortedPoints<Space>&,
                                    const PackedSources<Space>&, const NearPair&, const Vectors<Space>&);

}  // namespace slurry
