// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <span>

namespace slurry {

/// Root mean square length of vectors (N,3); 0 of none.
inline double rms(std::span<const double> v) {
  double s = 0;
  for (const double x : v) s += x * x;
  return v.empty() ? 0 : std::sqrt(3 * s / static_cast<double>(v.size()));
}

/// That of a - b, as long as each other.
inline double rms_difference(std::span<const double> a, std::span<const double> b) {
  double s = 0;
  for (std::size_t i = 0; i < a.size(); ++i) s += (a[i] - b[i]) * (a[i] - b[i]);
  return a.empty() ? 0 : std::sqrt(3 * s / static_cast<double>(a.size()));
}

}  // namespace slurry
