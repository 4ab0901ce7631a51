// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

// Modified Bessel functions for set-up tables: scaled values and ratios of neighbours, which never overflow.
namespace slurry::bessel {

/// exp(-x) I_0(x), x >= 0.  Trapezoid rule on its integral over the circle; relative error about 1e-15.
double scaled_i0(double x);

/// exp(x) K_0(x) and exp(x) K_1(x), x > 0.  Trapezoid rule on int exp(-x (cosh t - 1)) cosh(m t) dt.
struct ScaledK {
  double k0, k1;
};
ScaledK scaled_k01(double x);

/// I_{m+1}(x)/I_m(x) for m = 0..count-1, x > 0, by the stable backward recurrence.
std::vector<double> i_ratios(double x, int count);

/// K_{m+1}(x)/K_m(x) for m = 0..count-1, x > 0, by the stable forward recurrence.
std::vector<double> k_ratios(double x, int count);

}  // namespace slurry::bessel
