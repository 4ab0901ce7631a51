// SPDX-License-Identifier: BSD-3-Clause
#include "base/execution.hpp"
#include "fmm/level_kernels_impl.hpp"

namespace slurry::fmm {

#define SLURRY_INSTANTIATE(Space, Real)                                                                          \
  template std::unique_ptr<LevelKernel<Space, Real>> make_level_kernel(const M2lOptions&, const ExpansionShape&, \
                                                                       const Vector3&);                          \
  template std::unique_ptr<M2lOf<Real>> make_m2l_in(const Space&, const M2lOptions&, const ExpansionShape&,      \
                                                    const Vector3&);
#define SLURRY_INSTANTIATE_BOTH(Space) SLURRY_INSTANTIATE(Space, double) SLURRY_INSTANTIATE(Space, float)
SLURRY_FOR_EACH_SPACE(SLURRY_INSTANTIATE_BOTH)

}  // namespace slurry::fmm
