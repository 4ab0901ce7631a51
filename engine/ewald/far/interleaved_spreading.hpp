// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include "base/prefetch.hpp"
#include "base/simd.hpp"
#include "ewald/far/point_window.hpp"
#include "ewald/far/spreading.hpp"

// The host's P2G and G2P for grids in which the components of a column lie side by side (FarGrid::interleaved).
namespace slurry::point_transfer {

/// Masks for the components of a row that begins with component 0. mask[c][i] is 1 if number i of the row belongs to
/// component c, and 0 otherwise. Each mask is longer than a vector by enough numbers that a vector may begin with any
/// component.
template <class Real, int Width, int Components>
struct ComponentMasks {
  alignas(64) Real mask[Components][Width + Components] = {};
  constexpr ComponentMasks() {
    for (int c = 0; c < Components; ++c)
      for (int i = c; i < Width + Components; i += Components) mask[c][i] = 1;
  }
};
template <class Real, int Width, int Components>
inline constexpr ComponentMasks<Real, Width, Components> component_masks{};

/// Row of an interleaved grid under a window of P <= 8 points. The components of neighbouring columns follow each
/// other, in as few vectors as can hold them. Five columns of three components take one vector of 16 floats or two of 8
/// doubles, instead of three half-filled vectors. This speeds up P2G, which waits for its stores
/// (interleaving_gains()).
template <class Real, int P, int Components>
struct InterleavedRow {
  static constexpr int width = 64 / sizeof(Real), vectors = interleaved_vectors(P, Components, sizeof(Real));
  using Vector = simd::Pack<Real, width>;

  /// Computes the polynomials of the repeated window at phase tau.
  [[gnu::always_inline]] static void window(const Real* coefficients, int degree, double tau, Vector (&w)[vectors]) {
    const Vector z = static_cast<Real>(2 * tau - 1);
    for (int v = 0; v < vectors; ++v)
      w[v].copy_from(coefficients + (std::size_t(degree) * vectors + v) * width, simd::element_aligned);
    for (int k = degree - 1; k >= 0; --k)
      for (int v = 0; v < vectors; ++v)
        w[v] = w[v] * z + Vector(coefficients + (std::size_t(k) * vectors + v) * width, simd::element_aligned);
  }
  /// 1 for each number of vector v that belongs to component c, and 0 for the others.
  [[gnu::always_inline]] static Vector of_component(int v, int c) {
    // vector v begins with that component
    return Vector(component_masks<Real, width, Components>.mask[c] + v * width % Components, simd::element_aligned);
  }
  /// Repeats the numbers a, b, c as a, b, c, a, b, c ... in the order of the components of vector v.
  [[gnu::always_inline]] static Vector repeat(const Real* numbers, int v) {
    Vector sum = numbers[0] * of_component(v, 0);
    for (int c = 1; c < Components; ++c) sum += numbers[c] * of_component(v, c);
    return sum;
  }
};

/// The counterpart of PointWindow for P2G in an interleaved grid. x is the first number of a row that the window
/// touches. y and z are places of rows that hold all components.
template <class Real, int P, bool Slope, int Components>
struct InterleavedWindow {
  using Row = InterleavedRow<Real, P, Components>;
  typename Row::Vector wx[Row::vectors], dx[Slope ? Row::vectors : 1];
  alignas(64) Real wy[8], wz[8], dy[8], dz[8];
  std::size_t x, y[P], z[P];

  template <class Space>
  [[gnu::always_inline]] void set(const FarGrid& grid, const WindowTable<Space, Real>& table, double lx, double ly,
                                  double lz) {
    double tau_x, tau[2];
    const int first[3] = {window_start(grid, 0, lx, tau_x), window_start(grid, 1, ly, tau[0]),
                          window_start(grid, 2, lz, tau[1])};
    x = std::size_t(grid.periodic[0] ? wrap_index(first[0], grid.total[0]) : first[0]) * Components;
    const auto* const rows = table.row.data() + first[1] + largest_window;
    const auto* const planes = table.plane.data() + first[2] + largest_window;
    for (int i = 0; i < P; ++i) {
      y[i] = rows[i] * Components;
      z[i] = planes[i] * Components;
    }
    const auto& repeated = table.of_components(Components);
    Row::window(repeated.coefficients.data(), table.degree, tau_x, wx);
    Real* const across[2] = {wy, wz};
    window_values<P>(table.coefficients.data(), table.degree, tau, across);
    if constexpr (Slope) {
      Row::window(repeated.derivative.data(), table.degree - 1, tau_x, dx);
      for (auto& d : dx) d *= static_cast<Real>(1 / grid.spacing[0]);
      Real* const slopes[2] = {dy, dz};
      window_values<P>(table.derivative.data(), table.degree - 1, tau, slopes);
      const Real scale[2] = {static_cast<Real>(1 / grid.spacing[1]), static_cast<Real>(1 / grid.spacing[2])};
      for (int i = 0; i < 8; ++i) {
        dy[i] *= scale[0];
        dz[i] *= scale[1];
      }
    }
  }
};

/// Adds one point to an interleaved grid.
template <int P, bool Slope, int C, class Real>
[[gnu::always_inline]] inline void spread_interleaved(const InterleavedWindow<Real, P, Slope, C>& w,
                                                      const PointDensity<Real, C>& p, Real* values) {
  using Row = InterleavedRow<Real, P, C>;
  using Vector = typename Row::Vector;
  constexpr int vectors = Row::vectors;
  // Factors along x: those multiplied by the windows of y and z, and with Slope those multiplied by a slope along y or
  // along z.
  Vector plain[vectors];
  [[maybe_unused]] Vector along_y[Slope ? vectors : 1], along_z[Slope ? vectors : 1];
#pragma GCC unroll 8
  for (int v = 0; v < vectors; ++v) {
    plain[v] = Row::repeat(p.f, v) * w.wx[v];
    if constexpr (Slope) {
      Real s[3][C];
      for (int c = 0; c < C; ++c)
        for (int j = 0; j < 3; ++j) s[j][c] = p.s[c][j];
      plain[v] += Row::repeat(s[0], v) * w.dx[v];
      along_y[v] = Row::repeat(s[1], v) * w.wx[v];
      along_z[v] = Row::repeat(s[2], v) * w.wx[v];
    }
  }
  Real* const start = values + w.x;
  for (int iz = 0; iz < P; ++iz) {
    Vector value[vectors];
    [[maybe_unused]] Vector slope[Slope ? vectors : 1];
#pragma GCC unroll 8
    for (int v = 0; v < vectors; ++v) {
      value[v] = w.wz[iz] * plain[v];
      if constexpr (Slope) {
        value[v] += w.dz[iz] * along_z[v];
        slope[v] = w.wz[iz] * along_y[v];
      }
    }
    for (int iy = 0; iy < P; ++iy) {
      Real* const row = start + (w.z[iz] + w.y[iy]);
      const Real wy = w.wy[iy];
      [[maybe_unused]] const Real dy = Slope ? w.dy[iy] : Real(0);
#pragma GCC unroll 8
      for (int v = 0; v < vectors; ++v) {
        Real* const at = row + v * Row::width;
        Vector r(at, simd::element_aligned);
        r += wy * value[v];
        if constexpr (Slope) r += dy * slope[v];
        r.copy_to(at, simd::element_aligned);
      }
    }
  }
}

template <int P, bool Slope, int C, class Space, class Real>
[[gnu::noinline]] void spread_points_interleaved(const FarGrid& grid, const WindowTable<Space, Real>& table,
                                                 const SortedPoints<Space>& points, int from, int to,
                                                 const PointDensities<Real, Space>& densities, Real* values) {
  InterleavedWindow<Real, P, Slope, C> w;
  PointDensity<Real, C> p;
  for (int k = from; k < to; ++k) {
    densities.prefetch(points, std::min(k + prefetch_ahead, to - 1));
    w.set(grid, table, points.local(k, 0), points.local(k, 1), points.local(k, 2));
    densities.template get<Slope>(points, k, p);
    spread_interleaved<P, Slope, C>(w, p, values);
  }
}

template <int P, class Space, class Real>
[[gnu::noinline]] void gather_points_interleaved(const FarGrid& grid, const WindowTable<Space, Real>& table,
                                                 const SortedPoints<Space>& points, int from, int to,
                                                 const Real* values, double scale, const Vectors<Space>& u) {
  using Row = InterleavedRow<Real, P, 3>;
  using Vector = typename Row::Vector;
  constexpr int vectors = Row::vectors;
  PointWindow<Real, P, false> w;
  alignas(64) Real row_sum[vectors * Row::width];
  for (int k = from; k < to; ++k) {
    prefetch_row(u, points.order(std::min(k + prefetch_ahead, static_cast<int>(points.count) - 1)));
    w.set(grid, table, points.local(k, 0), points.local(k, 1), points.local(k, 2));
    const Real* const start = values + w.x * 3;
    w.keep_rows(3);
    Vector acc[vectors];
    for (auto& v : acc) v = Real(0);
    for (int iz = 0; iz < P; ++iz) {
      const Real* const plane = start + w.plane[iz] * 3;
      Vector rows[vectors];  // of this plane
      for (auto& v : rows) v = Real(0);
#pragma GCC unroll 8
      for (int iy = 0; iy < P; ++iy) {
#pragma GCC unroll 8
        for (int v = 0; v < vectors; ++v)
          rows[v] += w.wy[iy] * Vector(plane + w.y[iy] + v * Row::width, simd::element_aligned);
      }
#pragma GCC unroll 8
      for (int v = 0; v < vectors; ++v) acc[v] += w.wz[iz] * rows[v];
    }
#pragma GCC unroll 8
    for (int v = 0; v < vectors; ++v) acc[v].copy_to(row_sum + v * Row::width, simd::vector_aligned);
    Real sum[3] = {0, 0, 0};
#pragma GCC unroll 8
    for (int i = 0; i < P; ++i)
      for (int c = 0; c < 3; ++c) sum[c] += w.wx[i] * row_sum[3 * i + c];
    const int i = points.order(k);
    for (int c = 0; c < 3; ++c) u(i, c) += scale * double(sum[c]);
  }
}

}  // namespace slurry::point_transfer
