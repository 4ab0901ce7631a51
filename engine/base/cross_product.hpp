// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

namespace slurry {

/// Returns the cross products of the rows of a (N,3) and b (N,3), as rows (N,3).
inline std::vector<double> cross(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> c(a.size());
  for (std::size_t i = 0; i + 2 < a.size(); i += 3)
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t p = i + (k + 1) % 3, q = i + (k + 2) % 3;
      c[i + k] = a[p] * b[q] - a[q] * b[p];
    }
  return c;
}

}  // namespace slurry
