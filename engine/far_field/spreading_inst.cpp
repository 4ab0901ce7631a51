// SPDX-License-Identifier: BSD-3-Clause
#include "far_field/spreading_impl.hpp"

namespace slurry {

using Host = Kokkos::DefaultHostExecutionSpace;
template void p2g<Host>(const Host&, const FarGrid&, const WindowTable<Host>&, const SortedPoints<Host>&,
                        ConstVectors<Host>, const GridValues<Host>&);
template void g2p<Host>(const Host&, const FarGrid&, const WindowTable<Host>&, const SortedPoints<Host>&,
                        const GridValues<Host>&, const Vectors<Host>&);
template void fill_halo<Host>(const Host&, const FarGrid&, const GridValues<Host>&);
template void p2g_per_point<Host>(const Host&, const FarGrid&, const WindowTable<Host>&, const SortedPoints<Host>&,
                                  ConstVectors<Host>, const GridValues<Host>&);
template void g2p_per_point<Host>(const Host&, const FarGrid&, const WindowTable<Host>&, const SortedPoints<Host>&,
                                  const GridValues<Host>&, const Vectors<Host>&);

}  // namespace slurry
