// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

namespace slurry {

/// A plain Ewald sum in a cube. Both halves are cut off where their terms have fallen to exp(-S^2).
struct PlainEwaldParameters {
  double length = 1;        ///< edge of the cube
  double alpha = 0;         ///< the Gaussian is exp(-alpha^2 r^2) [1/length]
  double cutoff = 0;        ///< r_c = S/alpha, at most half the edge, because only nearest images count
  double largest_mode = 0;  ///< |n| below S alpha L/pi, k = 2 pi n/L
};

/// Finds the split with the least cost, if a pair within the cutoff takes t_r = pair_seconds and a mode of a charge
/// takes t_k = mode_seconds:
///   alpha = sqrt(pi) (t_r N/(t_k V^2))^(1/6).
/// The time is then 2 (4 pi/3) S^3 N^1.5 sqrt(t_r t_k)/pi^1.5. The cutoff is never above half the edge.
PlainEwaldParameters balanced_ewald(double length, std::size_t charges, double tolerance, double pair_seconds,
                                    double mode_seconds);

/// Returns S with exp(-S^2) = tolerance.
double ewald_truncation(double tolerance);

}  // namespace slurry
