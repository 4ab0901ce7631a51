// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace slurry {

/// Seconds per call that an Ewald sum takes in addition to its work. They come from many short loops, and from Fourier
/// plans that are timed once.
inline double grid_overhead(double expected_calls) {
  constexpr double call = 3e-3, plan = 1;
  return call + plan / expected_calls;
}

}  // namespace slurry
