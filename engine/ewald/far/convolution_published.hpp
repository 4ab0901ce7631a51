// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "ewald/far/convolution.hpp"

namespace slurry {

/// Does FFT, CNV and IFFT as Kosmacher et al. 2026 (arXiv 2606.19059) do them. All modes are padded by the same factor,
/// and each component takes one whole three-dimensional transform. Dipoles come as products: the spread grid then has
/// 12 components, f and the rows of q n^T, and a result has 3. The class also takes 3 components (no dipoles), 4 (in
/// the layout of the other forms) and 1 (charges). Kernels and their cut-offs are the same as in the other forms
/// (multiplier.hpp), for any periodicity.
template <class Space, class Real>
struct PublishedConvolution {
  static std::unique_ptr<Convolution<Space, Real>> make(const EwaldParameters& parameters, const FarGrid& grid,
                                                        const EwaldSplit& split, const KaiserBessel& window,
                                                        int components = 3);
};

}  // namespace slurry
