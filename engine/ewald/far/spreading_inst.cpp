// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/far/spreading_impl.hpp"

namespace slurry {

#define SLURRY_INSTANTIATE_ON_HOST(Real)                                                                             \
  template void p2g<Host, Real>(const Host&, const FarGrid&, const WindowTable<Host, Real>&,                         \
                                const SortedPoints<Host>&, const Density<Host>&, int, const GridValues<Host, Real>&, \
                                const SortedDensity<Host, Real>&);                                                   \
  template void g2p<Host, Real>(const Host&, const FarGrid&, const WindowTable<Host, Real>&,                         \
                                const SortedPoints<Host>&, const GridValues<Host, Real>&, const Vectors<Host>&);
SLURRY_INSTANTIATE_ON_HOST(double)
SLURRY_INSTANTIATE_ON_HOST(float)

#define SLURRY_INSTANTIATE_FOR(Space, Real)                                                                \
  template void fill_halo<Space, Real>(const Space&, const FarGrid&, const GridValues<Space, Real>&, int); \
  template void p2g_per_point<Space, Real>(const Space&, const FarGrid&, const WindowTable<Space, Real>&,  \
                                           const SortedPoints<Space>&, const Density<Space>&, int,         \
                                           const GridValues<Space, Real>&);                                \
  template void g2p_per_point<Space, Real>(const Space&, const FarGrid&, const WindowTable<Space, Real>&,  \
                                           const SortedPoints<Space>&, const GridValues<Space, Real>&,     \
                                           const Vectors<Space>&)

#define SLURRY_INSTANTIATE(Space)        \
  SLURRY_INSTANTIATE_FOR(Space, double); \
  SLURRY_INSTANTIATE_FOR(Space, float);
SLURRY_FOR_EACH_SPACE(SLURRY_INSTANTIATE)

}  // namespace slurry
