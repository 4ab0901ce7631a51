// SPDX-License-Identifier: BSD-3-Clause
#include "near_field/p2p_impl.hpp"

namespace slurry {

using Space = CoreSpace;
template int group_width<float>();
template void p2p<float, Space>(const Space&, const SortedPoints<Space>&, const TargetGroups<Space>&,
                                const SortedPoints<Space>&, const PackedSources<Space>&, const NearPair&,
                                const Vectors<Space>&);

}  // namespace slurry
