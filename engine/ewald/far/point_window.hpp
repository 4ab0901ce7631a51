// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include "base/density.hpp"
#include "base/simd.hpp"
#include "ewald/far/far_grid.hpp"
#include "ewald/far/window_table.hpp"
#include "geometry/sorted_points.hpp"

// The data of one point that the host's P2G and G2P hold in registers and in the first cache.
namespace slurry::point_transfer {

/// Row arithmetic for a window of P points. Up to 8 points take one unaligned row of 8. More points take rows that are
/// aligned with the grid, with weights shifted by (start mod width), because unaligned read-modify-write of
/// neighbouring particles stalls. A row then has the fewest vectors that hold P points, or one more if the shift
/// requires it. For P = 9 the shift never requires it, for P = 10 it does for one start in eight. Compared with rows of
/// 4 and always the largest count, P2G takes 0.88 / 0.84 / 0.81 of the time and G2P 0.67 / 1 / 0.83, at P = 10 (single
/// layer), 9 and 12 (combined).
template <class Real, int P>
struct RowShape {
  static constexpr bool aligned = P > 8;
  static constexpr int width = 8;
  static constexpr int fewest = (P + width - 1) / width;  // fewest vectors of a row, if the shift leaves room
  static constexpr int most = aligned ? (P + 2 * (width - 1)) / width : 1;
  static constexpr int padded = (P + 7) / 8 * 8;  // number of points in the window table
  static constexpr int weights = most * width > padded ? most* width : padded;
  using Vector = simd::Pack<Real, width>;
};

/// Computes the polynomials of the window at its P points along several directions, for phases tau. w[d] has room for
/// the padded count. The directions are computed together, because each step of Horner's scheme waits for the step
/// before.
template <int P, int Directions, class Real>
[[gnu::always_inline]] inline void window_values(const Real* coefficients, int degree, const double (&tau)[Directions],
                                                 Real* const (&w)[Directions]) {
  constexpr int padded = RowShape<Real, P>::padded, n = padded / 8;
  using Vector = simd::Pack<Real, 8>;
  Vector acc[Directions][n], z[Directions];
  for (int d = 0; d < Directions; ++d) {
    z[d] = static_cast<Real>(2 * tau[d] - 1);
    for (int v = 0; v < n; ++v)
      acc[d][v].copy_from(coefficients + std::size_t(degree) * padded + 8 * v, simd::element_aligned);
  }
  for (int k = degree - 1; k >= 0; --k)
    for (int v = 0; v < n; ++v) {
      const Vector c(coefficients + std::size_t(k) * padded + 8 * v, simd::element_aligned);
      for (int d = 0; d < Directions; ++d) acc[d][v] = acc[d][v] * z[d] + c;
    }
  for (int d = 0; d < Directions; ++d)
    for (int v = 0; v < n; ++v) acc[d][v].copy_to(w[d] + 8 * v, simd::element_aligned);
}

/// Window of one point in all three directions, with its derivative if Slope, and the grid rows that it touches.
template <class Real, int P, bool Slope>
struct PointWindow {
  using Shape = RowShape<Real, P>;
  alignas(64) Real wx[Shape::weights], wy[Shape::padded], wz[Shape::padded];
  alignas(64) Real dx[Slope ? Shape::weights : 1], dy[Slope ? Shape::padded : 1], dz[Slope ? Shape::padded : 1];
  const std::size_t *row, *plane;  // P places each: row + plane in a grid of one component
  std::size_t y[P], z[P];          // the same places in a grid of several components: keep_places()
  int x;                           // column of the first vector
  int vectors;                     // number of vectors in a row

  template <class Space>
  [[gnu::always_inline]] void set(const FarGrid& grid, const WindowTable<Space, Real>& table, double lx, double ly,
                                  double lz) {
    double tau[3];
    const int first[3] = {window_start(grid, 0, lx, tau[0]), window_start(grid, 1, ly, tau[1]),
                          window_start(grid, 2, lz, tau[2])};
    row = table.row.data() + first[1] + largest_window;
    plane = table.plane.data() + first[2] + largest_window;
    x = grid.periodic[0] ? wrap_index(first[0], grid.total[0]) : first[0];
    if constexpr (Shape::aligned) {
      alignas(64) Real w[Shape::padded], d[Shape::padded];
      values(grid, table, tau, w, d);
      const int shift = x % Shape::width;
      for (int i = 0; i < Shape::weights; ++i) wx[i] = 0;
      for (int i = 0; i < P; ++i) wx[shift + i] = w[i];
      if constexpr (Slope) {
        for (int i = 0; i < Shape::weights; ++i) dx[i] = 0;
        for (int i = 0; i < P; ++i) dx[shift + i] = d[i];
      }
      x -= shift;
      vectors = shift + P <= Shape::fewest * Shape::width ? Shape::fewest : Shape::most;
    } else {
      values(grid, table, tau, wx, dx);
      vectors = 1;
    }
  }

  /// Copies the table of places. Without the copy, the compiler would have to read the table again after every row that
  /// is written to the grid.
  [[gnu::always_inline]] void keep_places(std::size_t components) {
    keep_rows(components);
    for (int i = 0; i < P; ++i) z[i] = plane[i] * components;
  }
  [[gnu::always_inline]] void keep_rows(std::size_t components) {
    for (int i = 0; i < P; ++i) y[i] = row[i] * components;
  }

  /// Calls f(std::integral_constant<int, vectors>).
  template <class F>
  [[gnu::always_inline]] void with_vectors(F&& f) const {
    if constexpr (Shape::fewest == Shape::most) {
      f(std::integral_constant<int, Shape::most>{});
    } else {
      if (vectors == Shape::fewest)
        f(std::integral_constant<int, Shape::fewest>{});
      else
        f(std::integral_constant<int, Shape::most>{});
    }
  }

 private:
  /// Computes the values of the window: along y and z into members, along x into w and d.
  template <class Space>
  [[gnu::always_inline]] void values(const FarGrid& grid, const WindowTable<Space, Real>& table, const double (&tau)[3],
                                     Real* w, Real* d) {
    Real* const all[3] = {w, wy, wz};
    window_values<P>(table.coefficients.data(), table.degree, tau, all);
    if constexpr (Slope) {
      Real* const slopes[3] = {d, dy, dz};
      window_values<P>(table.derivative.data(), table.degree - 1, tau, slopes);
      for (int c = 0; c < 3; ++c) {
        const Real scale = static_cast<Real>(1 / grid.spacing[c]);
        for (int i = 0; i < Shape::padded; ++i) slopes[c][i] *= scale;
      }
    }
  }
};

/// Coefficients of one point. Component c of the grid is f[c] w + sum_j s[c][j] d_j w.
template <class Real, int Components>
struct PointDensity {
  Real f[Components];
  Real s[Components][3];

  template <class Space>
  KOKKOS_FORCEINLINE_FUNCTION void set(const Density<Space>& density, int i) {
    for (int c = 0; c < Components; ++c) {
      f[c] = 0;
      for (int j = 0; j < 3; ++j) s[c][j] = 0;
    }
    if (density.single())
      for (int c = 0; c < 3; ++c) f[c] = static_cast<Real>(density.forces(i, c));
    if (!density.double_layer()) return;
    const double q[3] = {density.dipoles(i, 0), density.dipoles(i, 1), density.dipoles(i, 2)};
    const double n[3] = {density.normals(i, 0), density.normals(i, 1), density.normals(i, 2)};
    set_slopes(q, n);
  }
  /// Sets the coefficients from densities with dipoles: f, and q and n.
  template <bool Dipoles, class Space>
  KOKKOS_FORCEINLINE_FUNCTION void set(const SortedDensity<Space, Real>& sorted, int k) {
    for (int c = 0; c < 3; ++c) f[c] = sorted(k, c);
    if constexpr (Dipoles) {
      const Real q[3] = {sorted(k, 3), sorted(k, 4), sorted(k, 5)}, n[3] = {sorted(k, 6), sorted(k, 7), sorted(k, 8)};
      set_slopes(q, n);
    }
  }

 private:
  template <class Number>
  KOKKOS_FORCEINLINE_FUNCTION void set_slopes(const Number (&q)[3], const Number (&n)[3]) {
    for (int c = 0; c < 3; ++c)
      for (int j = 0; j < 3; ++j) s[c][j] = static_cast<Real>(q[c] * n[j] + n[c] * q[j]);
    if constexpr (Components == 4) {
      f[3] = static_cast<Real>(q[0] * n[0] + q[1] * n[1] + q[2] * n[2]);
      for (int j = 0; j < 3; ++j) s[3][j] = 0;
    }
  }
};

/// Place from which the host's P2G takes the densities of sorted points. Densities that are already sorted are faster,
/// because rows in the caller's order come from anywhere in memory.
template <class Real, class Space>
struct PointDensities {
  const Density<Space>& given;
  const SortedDensity<Space, Real>& sorted;

  [[gnu::always_inline]] void prefetch(const SortedPoints<Space>& points, int k) const {
    if (sorted.extent(0) == 0) given.prefetch(points.order(k));
  }
  template <bool Dipoles, int Components>
  [[gnu::always_inline]] void get(const SortedPoints<Space>& points, int k, PointDensity<Real, Components>& p) const {
    if (sorted.extent(0) == 0)
      p.set(given, points.order(k));
    else
      p.template set<Dipoles, Space>(sorted, k);
  }
};

}  // namespace slurry::point_transfer
