// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/near/symmetric_p2p_impl.hpp"

namespace slurry {

template void PairBlocks<Host>::build<float>(const SortedPoints<Host>&, double, bool, const SortedPoints<Host>*);
template void p2p_symmetric<float, Host>(const Host&, const SortedPoints<Host>&, const PairBlocks<Host>&,
                                         const Density<Host>&, const NearPair&, const Vectors<Host>&,
                                         const OtherPoints<Host>&, Numbering);

}  // namespace slurry
