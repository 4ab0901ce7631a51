// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

namespace slurry {

/// A plain Ewald sum in a cube: both halves are cut where exp(-S^2) is left of them.
struct PlainEwaldParameters {
  double length = 1;        ///< edge of the cube
  double alpha = 0;         ///< the Gaussian is exp(-alpha^2 r^2) [1/length]
  double cutoff = 0;        ///< r_c = S/alpha, at most half the edge: nearest images alone
  double largest_mode = 0;  ///< |n| below S alpha L/pi, k = 2 pi n/L
};

/// The split that costs least where a pair within the cutoff takes pair_seconds and a mode of a charge mode_seconds,
///   alpha = sqrt(pi) (t_r N/(t_k V^2))^(1/6),
/// with the time 2 (4 pi/3) S^3 N^1.5 sqrt(t_r t_k)/pi^1.5; never a cutoff above half the edge.
PlainEwaldParameters balanced_ewald(double length, std::size_t charges, double tolerance, double pair_seconds,
                                    double mode_seconds);

/// S with exp(-S^2) = tolerance.
double ewald_truncation(double tolerance);

}  // namespace slurry
