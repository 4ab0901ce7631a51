// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>
#include <span>

namespace slurry {

/// Inner product of two vectors of one length, in the order of their entries.
inline double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

inline double norm(std::span<const double> a) {
  return std::sqrt(dot(a, a));
}

}  // namespace slurry
