// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

namespace slurry {

/// Smallest compiled degree of the near-field polynomials that is at least m (rounding up is free: recipe, section 1).
inline int compiled_near_degree(int m) {
  return std::min(26, std::max(6, m + (m % 2)));
}

}  // namespace slurry
