// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "ewald/far/convolution.hpp"

namespace slurry {

/// FFT, CNV and IFFT as Kosmacher et al. 2026 (arXiv 2606.19059) do them: all modes are padded alike, by whole
/// three-dimensional transforms, one a component.  Dipoles come as products: 12 components of the spread grid, f and
/// the rows of q n^T, and 3 of a result.  3 components (no dipoles), 4 (as the other forms take them) and 1 (charges)
/// will do too.  Kernels and their cuts are those of the other forms (multiplier.hpp), in every periodicity.
template <class Space, class Real>
struct PublishedConvolution {
  static std::unique_ptr<Convolution<Space, Real>> make(const EwaldParameters& parameters, const FarGrid& grid,
                                                        const EwaldSplit& split, const KaiserBessel& window,
                                                        int components = 3);
};

}  // namespace slurry
