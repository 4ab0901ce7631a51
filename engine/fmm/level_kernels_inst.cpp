// SPDX-License-Identifier: BSD-3-Clause
#include "base/execution.hpp"
#include "fmm/level_kernels_impl.hpp"

namespace slurry::fmm {

#define SLURRY_INSTANTIATE(Space)                                                                          \
  template std::unique_ptr<LevelKernel<Space>> make_level_kernel(const M2lOptions&, const ExpansionShape&, \
                                                                 const Vector3&);                          \
  template std::unique_ptr<M2l> make_m2l_in(const Space&, const M2lOptions&, const ExpansionShape&, const Vector3&);
SLURRY_FOR_EACH_SPACE(SLURRY_INSTANTIATE)

// only the tree of the host has expansions in single precision
template std::unique_ptr<M2lOf<float>> make_m2l_in(const Host&, const M2lOptions&, const ExpansionShape&,
                                                   const Vector3&);

}  // namespace slurry::fmm
