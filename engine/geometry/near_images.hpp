// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include "geometry/periods.hpp"

namespace slurry {

/// Calls visit(d) for every periodic image d (3) [length] of the vector `difference` (3) that is shorter than `reach`.
/// In a long period this is at most the nearest image. Where a period is shorter than twice the reach, there can be
/// several: a body then meets the same neighbour on both sides.
template <class Visit>
void for_near_images(const Periods& periods, const double* difference, double reach, Visit&& visit) {
  double nearest[3], d[3];
  int behind[3] = {0, 0, 0}, ahead[3] = {0, 0, 0};
  for (int k = 0; k < 3; ++k) {
    nearest[k] = periods.nearest(k, difference[k]);
    if (!(periods.length[k] > 0)) continue;
    behind[k] = std::max(0, static_cast<int>((reach + nearest[k]) / periods.length[k]));
    ahead[k] = std::max(0, static_cast<int>((reach - nearest[k]) / periods.length[k]));
  }
  for (int a = -behind[0]; a <= ahead[0]; ++a)
    for (int b = -behind[1]; b <= ahead[1]; ++b)
      for (int c = -behind[2]; c <= ahead[2]; ++c) {
        d[0] = nearest[0] + a * periods.length[0];
        d[1] = nearest[1] + b * periods.length[1];
        d[2] = nearest[2] + c * periods.length[2];
        if (d[0] * d[0] + d[1] * d[1] + d[2] * d[2] < reach * reach) visit(d);
      }
}

}  // namespace slurry
