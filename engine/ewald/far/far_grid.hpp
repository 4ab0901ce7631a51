// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/fft.hpp"
#include "kernels/ewald_split.hpp"
#include "slurry/report.hpp"

namespace slurry {

/// Shape of the grid on which densities are spread, with M_i points per box length. Free directions carry a margin for
/// the window; periodic directions wrap. The grid is stored as [z][y][component][x] or, interleaved, as
/// [z][y][x][component]. Along x it has a halo and a padded pitch.
struct FarGrid {
  int points[3] = {0, 0, 0};  ///< M_i
  int total[3] = {0, 0, 0};   ///< points stored per direction, without the halo along x
  int offset[3] = {0, 0, 0};  ///< grid point at box-local coordinate 0
  bool periodic[3] = {true, true, true};
  double spacing[3] = {0, 0, 0};
  double per_length[3] = {0, 0, 0};  ///< 1/spacing
  int transform_x = 0;               ///< length of the transforms along x: total, or padded where x is free
  int window = 0;                    ///< P
  int pitch = 0;                     ///< numbers per row and component
  /// Whether grids of 3 and of 4 components are stored interleaved.
  bool three_interleaved = false, four_interleaved = false;

  /// Grids of twelve components are always interleaved. The additions of a source to a node then fall into 3 sectors of
  /// 32 bytes instead of 12. Measured on one H100 with 4,000,000 sources in any order and single additions: 8.5 sources
  /// per microsecond at P = 8, and 2.2 if stored in rows; at P = 4, 71 and 19.
  KOKKOS_FUNCTION bool interleaved(int components) const {
    return (components == 3 && three_interleaved) || (components == 4 && four_interleaved) || components == 12;
  }
  /// First column of a component in a row. The next column is step() further.
  KOKKOS_FUNCTION std::size_t row(int z, int y, int component, int components) const {
    return (std::size_t(z) * total[1] + y) * components * pitch + component * apart(components);
  }
  /// Distances in memory. apart() leads from one component of a column to the next, step() from one column to the next.
  KOKKOS_FUNCTION std::size_t apart(int components) const { return interleaved(components) ? 1 : pitch; }
  KOKKOS_FUNCTION std::size_t step(int components) const { return interleaved(components) ? components : 1; }
  std::size_t size(int components) const { return std::size_t(total[2]) * total[1] * components * pitch; }
};

/// Column i >= 0 of the halo, as a column of the first period. A window wider than the period wraps more than once. The
/// loop is cheaper here than a division.
KOKKOS_INLINE_FUNCTION int within_period(int i, int n) {
  while (i >= n) i -= n;
  return i;
}

/// Fills the halo of a row for all components. If x is periodic, the halo repeats the first columns of the row;
/// otherwise there is no halo.
template <class Real>
KOKKOS_INLINE_FUNCTION void fill_row_halo(const FarGrid& grid, Real* row, int components) {
  // An interleaved row counts as one component with `components` times as many columns.
  const int lanes = static_cast<int>(grid.step(components)), total = grid.total[0] * lanes;
  const int copied = grid.periodic[0] ? grid.window * lanes : 0, halo = grid.pitch * lanes - total;
  for (int c = 0; c < components; c += lanes, row += grid.pitch) {
    for (int i = 0; i < copied; ++i) row[total + i] = row[within_period(i, total)];
    for (int i = copied; i < halo; ++i) row[total + i] = Real(0);
  }
}

/// True if neighbouring rows of a window are nearly a multiple of 4096 bytes apart. Loads then wait for unrelated
/// stores, and spreading takes up to twice the time.
inline bool rows_alias(int pitch) {
  for (const int step : {1, 2, 3, 4, 6, 8}) {  // next components, and next rows of 3 and 4 components
    const int apart = step * pitch * static_cast<int>(sizeof(double)) % 4096;
    if (std::min(apart, 4096 - apart) < 256) return true;
  }
  return false;
}

/// True if the rows of three components follow each other at a small multiple of 256 bytes. On Zen 5, G2P then takes
/// longer. Pitches of 72 to 208 doubles were tried at seven grids: at 128, 160 and 192 G2P takes 1.1 to 2 times as
/// long.
inline bool rows_too_regular(int pitch, int bytes) {
  const int apart = 3 * pitch * bytes % 4096;
  return apart % 256 == 0 && std::min(apart, 4096 - apart) <= 1024;
}

/// Most cache lines that a window has in one set of the first level, of 64 sets of lines of 64 bytes. That level keeps
/// 8 to 12 lines of a set. With more, each point loads and stores some lines again. P2G of P = 12 on grids of 108 to
/// 128 with 16 pitches took 166 to 241 ms at 9 to 12 lines, 247 to 270 at 18 to 24 and 305 to 345 at 36 (combined
/// layer, Sapphire Rapids).
inline int crowded_lines(int pitch, int rows_per_plane, int components, int window, int bytes) {
  const int together = window <= 8 ? components : 1;  // wide windows take one component at a time
  const int lines = window <= 8 ? 8 * bytes / 64 + 1 : (window + 14) / 8 * 8 * bytes / 64;
  std::array<int, 64> count{};
  int most = 0;
  for (int z = 0; z < window; ++z)
    for (int y = 0; y < window; ++y)
      for (int c = 0; c < together; ++c) {
        const std::size_t row = (std::size_t(z) * rows_per_plane + y) * components + c;
        for (int l = 0; l < lines; ++l) most = std::max(most, ++count[(row * pitch * bytes / 64 + l) % 64]);
      }
  return most;
}

/// Pitch of rows, at least this number, so that rows and planes do not displace each other from the cache.
inline int grid_pitch(int least, const EwaldParameters& p, int rows_per_plane) {
  const int bytes = p.precision == Precision::fp32 ? 4 : 8;
  const bool dipoles = p.layer == Layer::double_layer || p.layer == Layer::combined;
  int best = 0, fewest = 0;
  for (int pitch = least; pitch <= least + 32 || best == 0; pitch += 8) {
    if (rows_alias(pitch) || rows_too_regular(pitch, bytes)) continue;
    int lines = crowded_lines(pitch, rows_per_plane, 3, p.window_points, bytes);
    if (dipoles) lines = std::max(lines, crowded_lines(pitch, rows_per_plane, 4, p.window_points, bytes));
    if (best != 0 && lines >= fewest) continue;
    best = pitch;
    fewest = lines;
    if (lines <= 12) break;
  }
  return best;
}

/// Vectors of 64 bytes that hold a row of an interleaved grid under a window.
constexpr int interleaved_vectors(int window, int components, int bytes) {
  return (window * components * bytes + 63) / 64;
}
/// Whether P2G and G2P are faster with an interleaved grid than with a row of 8 numbers for each component. Such a row
/// is one vector in double, and half of one in single precision. P = 5, three components: P2G takes 0.75 of the time
/// and G2P 0.9; four components: P2G takes 0.75 at P = 6 and, in single precision, up to P = 8. With equally many
/// vectors, G2P takes 1.1.
constexpr bool interleaving_gains(int window, int components, int bytes) {
  const int vectors = interleaved_vectors(window, components, bytes);
  return window <= 8 && components > 1 && (bytes == 4 ? 2 * vectors <= components : vectors < components);
}

inline FarGrid make_far_grid(const EwaldParameters& p, bool three_interleaved = false, bool four_interleaved = false) {
  FarGrid g;
  g.three_interleaved = three_interleaved;
  g.four_interleaved = four_interleaved;
  g.window = p.window_points;
  for (int d = 0; d < 3; ++d) {
    g.points[d] = p.grid[d];
    g.periodic[d] = d < p.box.periodicity;
    g.spacing[d] = p.box.lengths[d] / p.grid[d];
    g.per_length[d] = p.grid[d] / p.box.lengths[d];
    g.offset[d] = g.periodic[d] ? 0 : p.window_points / 2 + 1;
    g.total[d] = g.periodic[d] ? p.grid[d] : p.grid[d] + p.window_points + 2;
  }
  g.transform_x = g.total[0];
  // The zero mode's condition on the period (theory/spectral-ewald.md (F9)): L + R + reach, R = |L| + reach.
  if (!g.periodic[0]) {
    const auto& l = p.box.lengths;
    const double period = l[0] + std::sqrt(l[0] * l[0] + l[1] * l[1] + l[2] * l[2]) + 2 * far_reach(p);
    g.transform_x =
        good_transform_length(std::max(g.total[0], static_cast<int>(std::ceil(period / g.spacing[0] - 1e-9))));
  }
  g.pitch = grid_pitch((g.transform_x + p.window_points + 8 + 7) / 8 * 8, p, g.total[1]);
  return g;
}

/// Grid of a sum on the host, as the first suitable variants want it (far_stages.hpp). Plans are compared on this grid.
FarGrid make_sum_grid(const EwaldParameters& p);

}  // namespace slurry
