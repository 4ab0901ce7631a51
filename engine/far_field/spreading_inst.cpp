// SPDX-License-Identifier: BSD-3-Clause
#include "far_field/spreading_impl.hpp"

namespace slurry {

using Host = Kokkos::DefaultHostExecutionSpace;

#define SLURRY_INSTANTIATE(Real)                                                                                      \
  template void p2g<Host, Real>(const Host&, const FarGrid&, const WindowTable<Host, Real>&,                          \
                                const SortedPoints<Host>&, const Density<Host>&, int, const GridValues<Host, Real>&); \
  template void g2p<Host, Real>(const Host&, const FarGrid&, const WindowTable<Host, Real>&,                          \
                                const SortedPoints<Host>&, const GridValues<Host, Real>&, const Vectors<Host>&);      \
  template void fill_halo<Host, Real>(const Host&, const FarGrid&, const GridValues<Host, Real>&);                    \
  template void p2g_per_point<Host, Real>(const Host&, const FarGrid&, const WindowTable<Host, Real>&,                \
                                          const SortedPoints<Host>&, const Density<Host>&, int,                       \
                                          const GridValues<Host, Real>&);                                             \
  template void g2p_per_point<Host, Real>(const Host&, const FarGrid&, const WindowTable<Host, Real>&,                \
                                          const SortedPoints<Host>&, const GridValues<Host, Real>&,                   \
                                          const Vectors<Host>&)

SLURRY_INSTANTIATE(double);
SLURRY_INSTANTIATE(float);

}  // namespace slurry
