// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "far_field/far_grid.hpp"
#include "kernels/ewald_split.hpp"
#include "slurry/report.hpp"

namespace slurry {

/// Numbers per row of a padded plane in the host's buffers: whole cache lines per plane, no power of two.
inline int buffer_pitch(int n) {
  int pitch = (n + 7) / 8 * 8;
  if (pitch % 16 == 0) pitch += 8;
  return pitch;
}

/// Rows of a component in a z-plane, transformed two at a time.
inline int row_pairs(int rows) {
  return (rows + 1) / 2;
}

/// Bytes of a host Convolution of `components` spread components.  Padding per class of modes included; nothing is
/// allocated.
double convolution_memory(const EwaldParameters& parameters, const FarGrid& grid, const EwaldSplit& split,
                          int components, bool pressure, int threads);

}  // namespace slurry
