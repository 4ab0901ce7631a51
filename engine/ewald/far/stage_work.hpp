// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/stage_model.hpp"
#include "ewald/far/far_grid.hpp"
#include "slurry/report.hpp"

namespace slurry {

/// Fills what transforms are counted by: operations and complex numbers of one component, one way, 5/2 n log2 n of n
/// real numbers and 5 n log2 n of complex ones; ours pads each x-mode as far as it needs, the published ones all alike.
void count_transforms(const EwaldParameters& parameters, const FarGrid& grid, StageSizes& sizes);

// Operations and bytes of our own stages, fp64, of the same kind as the published counts: C components (StageSizes), P
// window points, nu the degree of the window's polynomials.

/// P2G.  Of a source 6 nu P operations for the window (as many again for its slopes, with dipoles), 2 for each of the C
/// P^3 numbers under it and with dipoles 4; bytes: it and its densities, each number under the window read and written.
StageWork spread_work(const StageSizes& sizes);

/// G2P of three components: 6 nu P for the window and 2 for each of the 3 P^3 numbers, each read once.
StageWork gather_work(const StageSizes& sizes);
/// Work of spreading point by point, on a grid to which others add.
StageWork spread_per_point_work(const StageSizes& sizes);
StageWork gather_per_point_work(const StageSizes& sizes);

/// FFT, CNV and IFFT of C components in and 3 out: the transforms, 12 operations for each complex number that CNV reads
/// or writes; bytes: each is read and written in every one of three directions, and once more by CNV.
StageWork transform_work(const StageSizes& sizes);
/// Work of the published form: 12 components of dipoles, the same padding for all modes.
StageWork published_transform_work(const StageSizes& sizes);

}  // namespace slurry
