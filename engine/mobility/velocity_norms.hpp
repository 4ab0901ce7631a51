// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <limits>
#include <span>

namespace slurry {

/// Root mean square length of vectors (N,3); 0 if there are none.
inline double rms(std::span<const double> v) {
  double s = 0;
  for (const double x : v) s += x * x;
  return v.empty() ? 0 : std::sqrt(3 * s / static_cast<double>(v.size()));
}

/// Rms length of the differences a - b of vectors (N,3); a and b have the same length.
inline double rms_difference(std::span<const double> a, std::span<const double> b) {
  double s = 0;
  for (std::size_t i = 0; i < a.size(); ++i) s += (a[i] - b[i]) * (a[i] - b[i]);
  return a.empty() ? 0 : std::sqrt(3 * s / static_cast<double>(a.size()));
}

/// Root of the mean of these squares; 0 if there are none.
inline double root_mean(std::span<const double> squares) {
  double s = 0;
  for (const double x : squares) s += x;
  return squares.empty() ? 0 : std::sqrt(s / static_cast<double>(squares.size()));
}

/// One standard error of root_mean(), estimated from the scatter of the squares. NaN if all squares vanish, because
/// they then tell nothing about the scatter.
inline double standard_error_of_root(std::span<const double> squares) {
  const double root = root_mean(squares), mean = root * root;
  double scatter = 0;
  for (const double x : squares) scatter += (x - mean) * (x - mean);
  const auto n = static_cast<double>(squares.size());
  return root > 0 ? 0.5 * std::sqrt(scatter / n / n) / root : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace slurry
