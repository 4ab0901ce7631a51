// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/stage_model.hpp"
#include "ewald/far/far_grid.hpp"
#include "ewald/stages/model_sizes.hpp"
#include "slurry/report.hpp"

namespace slurry {

/// Fills in the sizes by which transforms are counted: operations and complex numbers, for one component and one way. A
/// transform takes 5/2 n log2 n operations for n real numbers and 5 n log2 n for complex numbers. Our transforms pad
/// each x-mode as far as it needs; the published ones pad all modes by the same factor.
void count_transforms(const EwaldParameters& parameters, const FarGrid& grid, StageSizes& sizes);

// Operations and bytes of our own stages in double precision, counted in the same way as the published counts. There
// are C components (StageSizes) and P window points; nu is the degree of the window's polynomials.

/// Work of P2G. A source takes 6 nu P operations for the window, and as many again for its slopes if there are dipoles.
/// Each of the C P^3 numbers under the window takes 2 operations, or 4 with dipoles. Bytes: the source and its
/// densities are read; each number under the window is read and written.
StageWork spread_work(const StageSizes& sizes);

/// Work of G2P for three components. The window takes 6 nu P operations, and each of the 3 P^3 numbers takes 2. Each
/// number is read once.
StageWork gather_work(const StageSizes& sizes);
/// Work of spreading point by point, on a grid to which others add.
StageWork spread_per_point_work(const StageSizes& sizes);
StageWork gather_per_point_work(const StageSizes& sizes);

/// Work of FFT, CNV and IFFT with C components in and 3 out. It consists of the transforms, and of 12 operations for
/// each complex number that CNV reads or writes. Bytes: each number is read and written in each of the three
/// directions, and once more by CNV.
StageWork transform_work(const StageSizes& sizes);
/// Work of the published form: 12 components of dipoles, the same padding for all modes.
StageWork published_transform_work(const StageSizes& sizes);

}  // namespace slurry
