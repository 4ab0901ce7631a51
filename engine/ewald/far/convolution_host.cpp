// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/far/convolution_host.hpp"

namespace slurry {

template <class Space, class Real>
std::unique_ptr<Convolution<Space, Real>> FusedConvolution<Space, Real>::make(const EwaldParameters& p,
                                                                              const FarGrid& grid,
                                                                              const EwaldSplit& split,
                                                                              const KaiserBessel& window,
                                                                              int components) {
  return std::make_unique<HostConvolution<Space, Real>>(p, grid, split, window, components);
}

template class HostConvolution<Host, double>;
template class HostConvolution<Host, float>;
template struct FusedConvolution<Host, double>;
template struct FusedConvolution<Host, float>;

}  // namespace slurry
