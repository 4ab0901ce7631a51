// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>

#include "ewald/far/far_grid.hpp"
#include "kernels/ewald_split.hpp"
#include "slurry/report.hpp"

namespace slurry {

/// Numbers per row of a padded plane in the host's buffers. A plane fills whole cache lines, and the pitch is no power
/// of two.
inline int buffer_pitch(int n) {
  int pitch = (n + 7) / 8 * 8;
  if (pitch % 16 == 0) pitch += 8;
  return pitch;
}

/// Number of lines of a padded plane that are transformed together.
inline constexpr int lines_at_once = 8;

/// The smallest number of lines >= n that fills whole blocks.
inline int whole_blocks(int n) {
  return (n + lines_at_once - 1) / lines_at_once * lines_at_once;
}

/// Count of numbers in a padded plane, which is stored as [z][y] or, turned, as [y][z].
inline std::size_t padded_plane_size(int ny, int nz) {
  return std::max(std::size_t(buffer_pitch(ny)) * whole_blocks(nz), std::size_t(buffer_pitch(nz)) * whole_blocks(ny));
}

/// Number of row pairs of a component in a z-plane. Rows are transformed two at a time.
inline int row_pairs(int rows) {
  return (rows + 1) / 2;
}

/// Bytes of memory that a Convolution on the host touches with `components` spread components. The padding of each
/// class of modes is included. The function allocates nothing. several: whether there are several results, or radii.
/// With a single result, the planes that are kept for more results are never touched.
double convolution_memory(const EwaldParameters& parameters, const FarGrid& grid, const EwaldSplit& split,
                          int components, bool pressure, bool several, int threads);

/// Bytes of memory that a PublishedConvolution needs. It has whole boxes of complex numbers for every component. It
/// also has multipliers for all of them, and they exist twice while they are made.
double published_convolution_memory(const EwaldParameters& parameters, const FarGrid& grid, const EwaldSplit& split,
                                    int components, bool pressure, bool several);

}  // namespace slurry
