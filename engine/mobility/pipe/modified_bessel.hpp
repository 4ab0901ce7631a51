// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

// Modified Bessel functions for tables that are made once. Values are scaled, and ratios are of neighbouring orders, so
// that nothing overflows.
namespace slurry::bessel {

/// The value exp(-x) I_0(x) for x >= 0. It is computed by the trapezoid rule for its integral over the circle, with a
/// relative error of about 1e-15.
double scaled_i0(double x);

/// The values exp(x) K_0(x) and exp(x) K_1(x) for x > 0. They are computed by the trapezoid rule for int exp(-x (cosh t
/// - 1)) cosh(m t) dt.
struct ScaledK {
  double k0, k1;
};
ScaledK scaled_k01(double x);

/// Ratios I_{m+1}(x)/I_m(x) for m = 0..count-1 and x > 0, by the stable backward recurrence.
std::vector<double> i_ratios(double x, int count);

/// Ratios K_{m+1}(x)/K_m(x) for m = 0..count-1 and x > 0, by the stable forward recurrence.
std::vector<double> k_ratios(double x, int count);

}  // namespace slurry::bessel
