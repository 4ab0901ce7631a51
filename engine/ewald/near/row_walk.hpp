// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <cmath>

#include "geometry/cell_grid.hpp"

namespace slurry {

/// The largest integer <= a / b, for b > 0.
KOKKOS_INLINE_FUNCTION int floor_div(int a, int b) {
  return a >= 0 ? a / b : -((b - 1 - a) / b);
}

/// Number of the period that holds cell i; period 0 has the cells 0 to n - 1. Comparisons are cheaper than a division.
KOKKOS_INLINE_FUNCTION int period_of(int i, int n) {
  return i >= 0 && i < n ? 0 : floor_div(i, n);
}

/// Visits the runs of sources of one row of cells that can lie within rc of [lo, hi]. jy and jz are counted through the
/// images. Only images along x from the period `first_period` on take part, and of that period only sources from
/// `first_source` on.
template <class Start, class Visit>
KOKKOS_INLINE_FUNCTION void walk_row(const CellGrid& g, const Start& start, int jy, int jz, const double lo[3],
                                     const double hi[3], double rc2, int first_period, int first_source,
                                     Visit&& visit) {
  const double z0 = jz * g.width[2], y0 = jy * g.width[1];
  const double dz = lo[2] > z0 + g.width[2] ? lo[2] - z0 - g.width[2] : (z0 > hi[2] ? z0 - hi[2] : 0.0);
  const double dy = lo[1] > y0 + g.width[1] ? lo[1] - y0 - g.width[1] : (y0 > hi[1] ? y0 - hi[1] : 0.0);
  const double d2 = dy * dy + dz * dz;
  if (d2 >= rc2) return;
  const int py = period_of(jy, g.n[1]), pz = period_of(jz, g.n[2]);
  double shift[3] = {0, py * g.length[1], pz * g.length[2]};
  const int row = ((jz - pz * g.n[2]) * g.n[1] + (jy - py * g.n[1])) * g.n[0];
  const double w = std::sqrt(rc2 - d2);
  int a = static_cast<int>(std::floor((lo[0] - w) / g.width[0]));
  int b = static_cast<int>(std::floor((hi[0] + w) / g.width[0]));
  if (!g.periodic[0]) {
    a = a < 0 ? 0 : a;
    b = b >= g.n[0] ? g.n[0] - 1 : b;
    if (a > b) return;
  }
  int px = period_of(a, g.n[0]);
  px = px < first_period ? first_period : px;
  for (const int last_period = period_of(b, g.n[0]); px <= last_period; ++px) {
    const int from = a - px * g.n[0] < 0 ? 0 : a - px * g.n[0];
    const int to = b - px * g.n[0] >= g.n[0] ? g.n[0] - 1 : b - px * g.n[0];
    int s0 = start(row + from);
    if (px == first_period && s0 < first_source) s0 = first_source;
    const int s1 = start(row + to + 1);
    if (s0 >= s1) continue;
    shift[0] = px * g.length[0];
    visit(s0, s1, shift);
  }
}

/// Range of rows of cells along y (d = 1) or z (d = 2) that can lie within rc of [lo, hi]. The rows are counted through
/// the images.
struct RowRange {
  int first, last;
};
KOKKOS_INLINE_FUNCTION RowRange row_range(const CellGrid& g, int d, double lo, double hi, double rc) {
  RowRange r{static_cast<int>(std::floor((lo - rc) / g.width[d])),
             static_cast<int>(std::floor((hi + rc) / g.width[d]))};
  if (!g.periodic[d]) {
    r.first = r.first < 0 ? 0 : r.first;
    r.last = r.last >= g.n[d] ? g.n[d] - 1 : r.last;
  }
  return r;
}

inline constexpr int any_period = -(1 << 30);

/// Calls visit(first, last, shift) for every contiguous range of sources that can lie within rc of the box [lo, hi]
/// (box-local coordinates), images included. shift[3] must be added to the sources' coordinates. Images beyond half a
/// box are visited too, so that the cutoff may exceed the box.
template <class Start, class Visit>
KOKKOS_INLINE_FUNCTION void walk_rows(const CellGrid& g, const Start& start, const double lo[3], const double hi[3],
                                      double rc, Visit&& visit) {
  const RowRange z = row_range(g, 2, lo[2], hi[2], rc), y = row_range(g, 1, lo[1], hi[1], rc);
  for (int jz = z.first; jz <= z.last; ++jz)
    for (int jy = y.first; jy <= y.last; ++jy) walk_row(g, start, jy, jz, lo, hi, rc * rc, any_period, 0, visit);
}

/// Visits the point `first` of the row (iy, iz), followed by the points that come after it. The order is that of rows
/// and of points in a row, counted through the images. Of two points, or of a point and an image, one comes after the
/// other. Over all points, every pair of images within reach is therefore visited from one side only, at any cutoff.
template <class Start, class Visit>
KOKKOS_INLINE_FUNCTION void walk_rows_after(const CellGrid& g, const Start& start, int first, int iy, int iz,
                                            const double lo[3], const double hi[3], double rc, Visit&& visit) {
  const RowRange z = row_range(g, 2, lo[2], hi[2], rc), y = row_range(g, 1, lo[1], hi[1], rc);
  walk_row(g, start, iy, iz, lo, hi, rc * rc, 0, first, visit);
  for (int jz = iz; jz <= z.last; ++jz)
    for (int jy = jz == iz ? iy + 1 : y.first; jy <= y.last; ++jy)
      walk_row(g, start, jy, jz, lo, hi, rc * rc, any_period, 0, visit);
}

}  // namespace slurry
