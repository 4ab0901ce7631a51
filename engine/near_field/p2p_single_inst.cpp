// SPDX-License-Identifier: BSD-3-Clause
#include "near_field/p2p_impl.hpp"

namespace slurry {

using Host = Kokkos::DefaultHostExecutionSpace;
template int group_width<float>();
template void p2p<float, Host>(const Host&, const SortedPoints<Host>&, const TargetGroups<Host>&,
                               const SortedPoints<Host>&, const PackedSources<Host>&, const NearPair&,
                               const Vectors<Host>&);

}  // namespace slurry
