// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <limits>

namespace slurry {

/// Largest difference of two times of a run that count as equal: a fraction of the step, plus the rounding error of
/// large times.
inline double time_rounding(double time, double step) {
  return 1e-9 * step + 4 * std::numeric_limits<double>::epsilon() * std::abs(time);
}

inline bool is_same_time(double a, double b, double step) {
  return std::isfinite(b) && std::abs(a - b) <= time_rounding(b, step);
}

}  // namespace slurry
