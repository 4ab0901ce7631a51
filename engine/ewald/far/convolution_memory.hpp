// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>

#include "ewald/far/far_grid.hpp"
#include "kernels/ewald_split.hpp"
#include "slurry/report.hpp"

namespace slurry {

/// Numbers per row of a padded plane in the host's buffers: whole cache lines per plane, no power of two.
inline int buffer_pitch(int n) {
  int pitch = (n + 7) / 8 * 8;
  if (pitch % 16 == 0) pitch += 8;
  return pitch;
}

/// Lines of a padded plane that are transformed together.
inline constexpr int lines_at_once = 8;

/// The smallest number of lines >= n in whole blocks.
inline int whole_blocks(int n) {
  return (n + lines_at_once - 1) / lines_at_once * lines_at_once;
}

/// Numbers of a padded plane, [z][y] or turned, [y][z].
inline std::size_t padded_plane_size(int ny, int nz) {
  return std::max(std::size_t(buffer_pitch(ny)) * whole_blocks(nz), std::size_t(buffer_pitch(nz)) * whole_blocks(ny));
}

/// Rows of a component in a z-plane, transformed two at a time.
inline int row_pairs(int rows) {
  return (rows + 1) / 2;
}

/// Bytes that a host Convolution of `components` spread components touches.  Padding per class of modes included;
/// nothing is allocated.  several: results or radii; for one result alone, planes kept for more are never touched.
double convolution_memory(const EwaldParameters& parameters, const FarGrid& grid, const EwaldSplit& split,
                          int components, bool pressure, bool several, int threads);

/// Memory of a PublishedConvolution: whole boxes of complex numbers for every component, and multipliers for all of
/// them, which exist twice while they are made.
double published_convolution_memory(const EwaldParameters& parameters, const FarGrid& grid, const EwaldSplit& split,
                                    int components, bool pressure, bool several);

}  // namespace slurry
