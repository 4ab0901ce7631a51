// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "base/instantiations.hpp"
#include "base/simd.hpp"
#include "far_field/spreading.hpp"
#include "near_field/p2p_impl.hpp"
#include "slurry/error.hpp"

// Definitions of spreading.hpp; included by the files that instantiate them.
namespace slurry {

namespace spreading {

/// Row arithmetic for a window of P points.  Up to 8 points: one unaligned row of 8.  More: rows of 4 that are aligned
/// with the grid, the weights shifted by (start mod 4): unaligned read-modify-write of neighbouring particles stalls
/// (cpu-kernels.md section 7).
template <int P>
struct RowShape {
  static constexpr bool aligned = P > 8;
  static constexpr int width = aligned ? 4 : 8;
  static constexpr int vectors = aligned ? (P + 3 + 3) / 4 : 1;
  static constexpr int padded = (P + 7) / 8 * 8;  // of the window table
  static constexpr int weights = vectors * width;
  using Vector = simd::Pack<double, width>;
};

/// Values of the window at its P points, for phase tau; w has room for the padded count.
template <int P>
inline void window_values(const double* coefficients, int degree, double tau, double* w) {
  constexpr int padded = RowShape<P>::padded, n = padded / 8;
  using Vector = simd::Pack<double, 8>;
  const double z = 2 * tau - 1;
  Vector acc[n];
  for (int v = 0; v < n; ++v)
    acc[v].copy_from(coefficients + std::size_t(degree) * padded + 8 * v, simd::element_aligned);
  for (int k = degree - 1; k >= 0; --k)
    for (int v = 0; v < n; ++v)
      acc[v] = acc[v] * z + Vector(coefficients + std::size_t(k) * padded + 8 * v, simd::element_aligned);
  for (int v = 0; v < n; ++v) acc[v].copy_to(w + 8 * v, simd::element_aligned);
}

/// Window of one point in all three directions, and the grid rows it touches.
template <int P>
struct PointWindow {
  using Shape = RowShape<P>;
  alignas(64) double wx[Shape::weights], wy[Shape::padded], wz[Shape::padded];
  int y[P], z[P];
  int x;  // column of the first vector

  template <class Space>
  void set(const FarGrid& grid, const WindowTable<Space>& table, double lx, double ly, double lz) {
    double tau;
    const double* const c = table.coefficients.data();
    int first = window_start(grid, 2, lz, tau);
    window_values<P>(c, table.degree, tau, wz);
    for (int i = 0; i < P; ++i) z[i] = grid.periodic[2] ? wrap_index(first + i, grid.total[2]) : first + i;
    first = window_start(grid, 1, ly, tau);
    window_values<P>(c, table.degree, tau, wy);
    for (int i = 0; i < P; ++i) y[i] = grid.periodic[1] ? wrap_index(first + i, grid.total[1]) : first + i;
    first = window_start(grid, 0, lx, tau);
    if (grid.periodic[0]) first = wrap_index(first, grid.total[0]);
    if constexpr (Shape::aligned) {
      alignas(64) double w[Shape::padded];
      window_values<P>(c, table.degree, tau, w);
      const int shift = first % 4;
      for (int i = 0; i < Shape::weights; ++i) wx[i] = 0;
      for (int i = 0; i < P; ++i) wx[shift + i] = w[i];
      x = first - shift;
    } else {
      window_values<P>(c, table.degree, tau, wx);
      x = first;
    }
  }
};

/// Bounds of the slabs of cell layers that spread without touching each other two apart.
template <class Space>
std::vector<int> slab_bounds(const SortedPoints<Space>& points, const FarGrid& grid) {
  const auto& cells = points.grid;
  const double thickness = (grid.window + 1.0) * grid.spacing[2];
  const int layers = cells.n[2],
            per_slab = std::max(1, static_cast<int>(std::ceil(thickness / cells.width[2] - 1e-12)));
  int slabs = std::max(1, layers / per_slab);
  if (grid.periodic[2] && slabs > 1 && slabs % 2 == 1) --slabs;  // the last and the first must not be of one colour
  std::vector<int> bounds(slabs + 1);
  for (int s = 0; s <= slabs; ++s) bounds[s] = static_cast<int>(static_cast<long>(layers) * s / slabs);
  return bounds;
}

template <int P, class Space>
void spread_points(const FarGrid& grid, const WindowTable<Space>& table, const SortedPoints<Space>& points, int from,
                   int to, const ConstVectors<Space>& density, double* values) {
  using Shape = RowShape<P>;
  using Vector = typename Shape::Vector;
  PointWindow<P> w;
  for (int k = from; k < to; ++k) {
    w.set(grid, table, points.local(k, 0), points.local(k, 1), points.local(k, 2));
    const int i = points.order(k);
    const double f[3] = {density(i, 0), density(i, 1), density(i, 2)};
    Vector wx[Shape::vectors];
#pragma GCC unroll 8
    for (int v = 0; v < Shape::vectors; ++v) wx[v].copy_from(w.wx + v * Shape::width, simd::element_aligned);
    for (int iz = 0; iz < P; ++iz) {
      const double fz[3] = {f[0] * w.wz[iz], f[1] * w.wz[iz], f[2] * w.wz[iz]};
      for (int iy = 0; iy < P; ++iy) {
        double* row = values + grid.row(w.z[iz], w.y[iy], 0, 3) + w.x;
#pragma GCC unroll 3
        for (int c = 0; c < 3; ++c, row += grid.pitch) {
          const double a = fz[c] * w.wy[iy];
#pragma GCC unroll 8
          for (int v = 0; v < Shape::vectors; ++v) {
            double* const p = row + v * Shape::width;
            Vector r(p, simd::element_aligned);
            r += a * wx[v];
            r.copy_to(p, simd::element_aligned);
          }
        }
      }
    }
  }
}

template <int P, class Space>
void gather_point(const FarGrid& grid, const WindowTable<Space>& table, const SortedPoints<Space>& points, int k,
                  const double* values, double scale, const Vectors<Space>& u) {
  using Shape = RowShape<P>;
  using Vector = typename Shape::Vector;
  PointWindow<P> w;
  w.set(grid, table, points.local(k, 0), points.local(k, 1), points.local(k, 2));
  Vector acc[3][Shape::vectors];
  for (auto& component : acc)
    for (auto& v : component) v = 0.0;
  for (int iz = 0; iz < P; ++iz) {
    for (int iy = 0; iy < P; ++iy) {
      const double* row = values + grid.row(w.z[iz], w.y[iy], 0, 3) + w.x;
      const double a = w.wz[iz] * w.wy[iy];
#pragma GCC unroll 3
      for (int c = 0; c < 3; ++c, row += grid.pitch) {
#pragma GCC unroll 8
        for (int v = 0; v < Shape::vectors; ++v) acc[c][v] += a * Vector(row + v * Shape::width, simd::element_aligned);
      }
    }
  }
  const int i = points.order(k);
  for (int c = 0; c < 3; ++c) {
    Vector sum = 0.0;
    for (int v = 0; v < Shape::vectors; ++v) sum += acc[c][v] * Vector(w.wx + v * Shape::width, simd::element_aligned);
    u(i, c) += scale * simd::reduce(sum);
  }
}

/// Calls f(std::integral_constant<int, P>) for the compiled window of `points` grid points.
template <class F, int... I>
void dispatch_window(int points, std::integer_sequence<int, I...>, F&& f) {
  const bool found = ((points == I && (f(std::integral_constant<int, I>{}), true)) || ...);
  if (!found) throw Error("the far field is not compiled for a window of this many points");
}

/// Adds the halo behind the last column to the first ones.
template <class Space>
void fold_halo(const Space& space, const FarGrid& grid, const GridValues<Space>& values) {
  if (!grid.periodic[0]) return;
  const int rows = grid.total[2] * grid.total[1] * 3;
  Kokkos::parallel_for(
      "slurry::far_field::fold_halo", Kokkos::RangePolicy<Space>(space, 0, rows), KOKKOS_LAMBDA(int r) {
        const std::size_t base = std::size_t(r) * grid.pitch;
        // a window wider than the period wraps more than once
        for (int i = 0; i < grid.window; ++i) values(base + i % grid.total[0]) += values(base + grid.total[0] + i);
      });
}

}  // namespace spreading

template <class Space>
void p2g(const Space& space, const FarGrid& grid, const WindowTable<Space>& window, const SortedPoints<Space>& points,
         ConstVectors<Space> density, const GridValues<Space>& values) {
  if constexpr (!is_host_space<Space>) {
    p2g_per_point(space, grid, window, points, density, values);
  } else {
    Kokkos::deep_copy(space, values, 0.0);
    const auto bounds = spreading::slab_bounds(points, grid);
    const int slabs = static_cast<int>(bounds.size()) - 1;
    const int layer = points.grid.n[0] * points.grid.n[1];
    const int* const bound = bounds.data();
    spreading::dispatch_window(grid.window, CompiledWindows{}, [&](auto p) {
      constexpr int P = decltype(p)::value;
      for (int colour = 0; colour < (slabs > 1 ? 2 : 1); ++colour) {
        const int count = (slabs - colour + 1) / 2;
        Kokkos::parallel_for(
            "slurry::far_field::p2g",
            Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>>(space, 0, count).set_chunk_size(1),
            [=](int i) {
              const int s = 2 * i + colour;
              spreading::spread_points<P>(grid, window, points, points.cell_start(bound[s] * layer),
                                          points.cell_start(bound[s + 1] * layer), density, values.data());
            });
        space.fence();
      }
    });
    spreading::fold_halo(space, grid, values);
  }
}

template <class Space>
void g2p(const Space& space, const FarGrid& grid, const WindowTable<Space>& window, const SortedPoints<Space>& points,
         const GridValues<Space>& values, const Vectors<Space>& u) {
  if constexpr (!is_host_space<Space>) {
    g2p_per_point(space, grid, window, points, values, u);
  } else {
    const double scale = grid.spacing[0] * grid.spacing[1] * grid.spacing[2];
    spreading::dispatch_window(grid.window, CompiledWindows{}, [&](auto p) {
      constexpr int P = decltype(p)::value;
      Kokkos::parallel_for(
          "slurry::far_field::g2p",
          Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>>(space, 0, static_cast<int>(points.count))
              .set_chunk_size(256),
          [=](int k) { spreading::gather_point<P>(grid, window, points, k, values.data(), scale, u); });
    });
  }
}

template <class Space>
void fill_halo(const Space& space, const FarGrid& grid, const GridValues<Space>& values) {
  const int rows = grid.total[2] * grid.total[1] * 3;
  Kokkos::parallel_for(
      "slurry::far_field::fill_halo", Kokkos::RangePolicy<Space>(space, 0, rows), KOKKOS_LAMBDA(int r) {
        const std::size_t base = std::size_t(r) * grid.pitch;
        for (int i = grid.total[0]; i < grid.pitch; ++i)
          values(base + i) = grid.periodic[0] && i < grid.total[0] + grid.window
                                 ? values(base + (i - grid.total[0]) % grid.total[0])
                                 : 0.0;
      });
}

namespace spreading {

/// Window of a point by scalar arithmetic; w has room for largest_window values.
template <class Space>
KOKKOS_INLINE_FUNCTION void scalar_window(const WindowTable<Space>& table, double tau, double* w) {
  const double z = 2 * tau - 1;
  for (int i = 0; i < table.points; ++i) {
    double a = table.coefficients(table.degree * table.pitch + i);
    for (int k = table.degree - 1; k >= 0; --k) a = a * z + table.coefficients(k * table.pitch + i);
    w[i] = a;
  }
}

KOKKOS_INLINE_FUNCTION int wrapped(const FarGrid& g, int d, int index) {
  if (!g.periodic[d]) return index;
  index %= g.total[d];
  return index < 0 ? index + g.total[d] : index;
}

}  // namespace spreading

template <class Space>
void p2g_per_point(const Space& space, const FarGrid& grid, const WindowTable<Space>& window,
                   const SortedPoints<Space>& points, ConstVectors<Space> density, const GridValues<Space>& values) {
  Kokkos::deep_copy(space, values, 0.0);
  const auto local = points.local;
  const auto order = points.order;
  Kokkos::parallel_for(
      "slurry::far_field::p2g_per_point", Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(points.count)),
      KOKKOS_LAMBDA(int k) {
        double w[3][largest_window], tau;
        int first[3];
        for (int d = 0; d < 3; ++d) {
          first[d] = window_start(grid, d, local(k, d), tau);
          spreading::scalar_window(window, tau, w[d]);
        }
        const int i = order(k);
        for (int iz = 0; iz < window.points; ++iz)
          for (int iy = 0; iy < window.points; ++iy)
            for (int c = 0; c < 3; ++c) {
              const double a = density(i, c) * w[2][iz] * w[1][iy];
              const std::size_t row = grid.row(spreading::wrapped(grid, 2, first[2] + iz),
                                               spreading::wrapped(grid, 1, first[1] + iy), c, 3);
              for (int ix = 0; ix < window.points; ++ix)
                Kokkos::atomic_add(&values(row + spreading::wrapped(grid, 0, first[0] + ix)), a * w[0][ix]);
            }
      });
}

template <class Space>
void g2p_per_point(const Space& space, const FarGrid& grid, const WindowTable<Space>& window,
                   const SortedPoints<Space>& points, const GridValues<Space>& values, const Vectors<Space>& u) {
  const auto local = points.local;
  const auto order = points.order;
  const double scale = grid.spacing[0] * grid.spacing[1] * grid.spacing[2];
  Kokkos::parallel_for(
      "slurry::far_field::g2p_per_point", Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(points.count)),
      KOKKOS_LAMBDA(int k) {
        double w[3][largest_window], tau, sum[3] = {0, 0, 0};
        int first[3];
        for (int d = 0; d < 3; ++d) {
          first[d] = window_start(grid, d, local(k, d), tau);
          spreading::scalar_window(window, tau, w[d]);
        }
        for (int iz = 0; iz < window.points; ++iz)
          for (int iy = 0; iy < window.points; ++iy)
            for (int c = 0; c < 3; ++c) {
              const std::size_t row = grid.row(spreading::wrapped(grid, 2, first[2] + iz),
                                               spreading::wrapped(grid, 1, first[1] + iy), c, 3);
              double a = 0;
              for (int ix = 0; ix < window.points; ++ix)
                a += w[0][ix] * values(row + spreading::wrapped(grid, 0, first[0] + ix));
              sum[c] += a * w[2][iz] * w[1][iy];
            }
        const int i = order(k);
        for (int c = 0; c < 3; ++c) u(i, c) += scale * sum[c];
      });
}

}  // namespace slurry
