// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <cmath>

#include "geometry/cell_grid.hpp"

namespace slurry {

/// floor(a / b) for b > 0.
KOKKOS_INLINE_FUNCTION int floor_div(int a, int b) {
  return a >= 0 ? a / b : -((b - 1 - a) / b);
}

/// Calls visit(first, last, shift) for every contiguous range of sources that can lie within rc of the box [lo, hi]
/// (box-local coordinates), images included; shift[3] is to be added to the sources' coordinates.  Images beyond half a
/// box are visited too, so the cutoff may exceed the box.
template <class Start, class Visit>
KOKKOS_INLINE_FUNCTION void walk_rows(const CellGrid& g, const Start& start, const double lo[3], const double hi[3],
                                      double rc, Visit&& visit) {
  int first[3], last[3];
  for (int d = 1; d < 3; ++d) {
    first[d] = static_cast<int>(std::floor((lo[d] - rc) / g.width[d]));
    last[d] = static_cast<int>(std::floor((hi[d] + rc) / g.width[d]));
    if (!g.periodic[d]) {
      first[d] = first[d] < 0 ? 0 : first[d];
      last[d] = last[d] >= g.n[d] ? g.n[d] - 1 : last[d];
    }
  }
  const double rc2 = rc * rc;
  double shift[3];
  for (int jz = first[2]; jz <= last[2]; ++jz) {
    const double z0 = jz * g.width[2];
    const double dz = lo[2] > z0 + g.width[2] ? lo[2] - z0 - g.width[2] : (z0 > hi[2] ? z0 - hi[2] : 0.0);
    const int pz = floor_div(jz, g.n[2]);
    shift[2] = pz * g.length[2];
    for (int jy = first[1]; jy <= last[1]; ++jy) {
      const double y0 = jy * g.width[1];
      const double dy = lo[1] > y0 + g.width[1] ? lo[1] - y0 - g.width[1] : (y0 > hi[1] ? y0 - hi[1] : 0.0);
      const double d2 = dy * dy + dz * dz;
      if (d2 >= rc2) continue;
      const int py = floor_div(jy, g.n[1]);
      shift[1] = py * g.length[1];
      const int row = ((jz - pz * g.n[2]) * g.n[1] + (jy - py * g.n[1])) * g.n[0];
      const double w = std::sqrt(rc2 - d2);
      int a = static_cast<int>(std::floor((lo[0] - w) / g.width[0]));
      int b = static_cast<int>(std::floor((hi[0] + w) / g.width[0]));
      if (!g.periodic[0]) {
        a = a < 0 ? 0 : a;
        b = b >= g.n[0] ? g.n[0] - 1 : b;
        if (a > b) continue;
      }
      for (int px = floor_div(a, g.n[0]); px <= floor_div(b, g.n[0]); ++px) {
        const int from = a - px * g.n[0] < 0 ? 0 : a - px * g.n[0];
        const int to = b - px * g.n[0] >= g.n[0] ? g.n[0] - 1 : b - px * g.n[0];
        const int s0 = start(row + from), s1 = start(row + to + 1);
        if (s0 == s1) continue;
        shift[0] = px * g.length[0];
        visit(s0, s1, shift);
      }
    }
  }
}

}  // namespace slurry
