// SPDX-License-Identifier: BSD-3-Clause
#include "near_field/p2p_impl.hpp"

namespace slurry {

using Host = Kokkos::DefaultHostExecutionSpace;
template struct TargetGroups<Host>;
template int group_width<double>();
template void p2p<double, Host>(const Host&, const SortedPoints<Host>&, const TargetGroups<Host>&,
                                const SortedPoints<Host>&, const PackedSources<Host>&, const NearPair&,
                                const Vectors<Host>&);
template void p2p_per_target<Host>(const Host&, const SortedPoints<Host>&, const SortedPoints<Host>&,
                                   const PackedSources<Host>&, const NearPair&, const Vectors<Host>&);

}  // namespace slurry
