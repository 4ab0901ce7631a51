// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/far/field_spreading.hpp"

#include "base/loop_name.hpp"
#include "ewald/far/spreading_impl.hpp"

namespace slurry {
namespace point_transfer {

/// Window of one point at run-time width: values, derivatives with respect to the grid point, and the rows it touches.
/// V: vectors of 8 that a row takes; weights beyond P are zero.
template <class Real, int V>
struct WideWindow {
  alignas(64) Real w[3][8 * V], d[3][8 * V];
  int y[largest_window], z[largest_window], x = 0;

  template <class Space>
  void set(const FarGrid& grid, const WindowTable<Space, Real>& table, const SortedPoints<Space>& points, int k,
           bool slope) {
    using Vector = simd::Pack<Real, 8>;
    int first[3];
    for (int c = 0; c < 3; ++c) {
      double tau;
      first[c] = window_start(grid, c, points.local(k, c), tau);
      const Real t = static_cast<Real>(2 * tau - 1), inverse = static_cast<Real>(1 / grid.spacing[c]);
      for (int v = 0; v < V; ++v) {
        const auto at = [&](const auto& view, int degree) {
          return Vector(view.data() + std::size_t(degree) * table.pitch + 8 * v, simd::element_aligned);
        };
        Vector a = at(table.coefficients, table.degree);
        for (int n = table.degree - 1; n >= 0; --n) a = a * t + at(table.coefficients, n);
        a.copy_to(&w[c][8 * v], simd::element_aligned);
        if (!slope) continue;
        a = at(table.derivative, table.degree - 1);
        for (int n = table.degree - 2; n >= 0; --n) a = a * t + at(table.derivative, n);
        (a * inverse).copy_to(&d[c][8 * v], simd::element_aligned);
      }
    }
    x = grid.periodic[0] ? wrap_index(first[0], grid.total[0]) : first[0];
    for (int i = 0; i < grid.window; ++i) {
      y[i] = grid.periodic[1] ? wrap_index(first[1] + i, grid.total[1]) : first[1] + i;
      z[i] = grid.periodic[2] ? wrap_index(first[2] + i, grid.total[2]) : first[2] + i;
    }
  }
};

template <int V, class Space, class Real>
void spread_charges(const FarGrid& grid, const WindowTable<Space, Real>& table, const SortedPoints<Space>& points,
                    int from, int to, const double* charges, Real* values) {
  using Vector = simd::Pack<Real, 8>;
  WideWindow<Real, V> w;
  for (int k = from; k < to; ++k) {
    w.set(grid, table, points, k, false);
    const Real charge = static_cast<Real>(charges[points.order(k)]);
    for (int iz = 0; iz < grid.window; ++iz)
      for (int iy = 0; iy < grid.window; ++iy) {
        Real* const row = values + grid.row(w.z[iz], w.y[iy], 0, 1) + w.x;
        const Real a = charge * w.w[2][iz] * w.w[1][iy];
        for (int v = 0; v < V; ++v) {
          Vector r(row + 8 * v, simd::element_aligned);
          r += a * Vector(&w.w[0][8 * v], simd::element_aligned);
          r.copy_to(row + 8 * v, simd::element_aligned);
        }
      }
  }
}

template <int V, int C, class Space, class Real>
void gather_fields(const FarGrid& grid, const WindowTable<Space, Real>& table, const SortedPoints<Space>& points, int k,
                   const Real* values, double scale, const GatheredFields<Space>& out) {
  using Vector = simd::Pack<Real, 8>;
  const bool slope = out.gradient.extent(0) > 0;
  WideWindow<Real, V> w;
  w.set(grid, table, points, k, slope);
  Vector sum[C][V], across[2][C][V];  // the window, its slopes along y and z
  for (int c = 0; c < C; ++c)
    for (int v = 0; v < V; ++v) sum[c][v] = across[0][c][v] = across[1][c][v] = Real(0);
  for (int iz = 0; iz < grid.window; ++iz)
    for (int iy = 0; iy < grid.window; ++iy) {
      const Real* row = values + grid.row(w.z[iz], w.y[iy], 0, C) + w.x;
      const Real a = w.w[2][iz] * w.w[1][iy];
      const Real ay = slope ? w.w[2][iz] * w.d[1][iy] : Real(0), az = slope ? w.d[2][iz] * w.w[1][iy] : Real(0);
      for (int c = 0; c < C; ++c, row += grid.pitch)
        for (int v = 0; v < V; ++v) {
          const Vector r(row + 8 * v, simd::element_aligned);
          sum[c][v] += a * r;
          if (!slope) continue;
          across[0][c][v] += ay * r;
          across[1][c][v] += az * r;
        }
    }
  const int i = points.order(k);
  for (int c = 0; c < C; ++c) {
    Vector total = Real(0), sx = Real(0), sy = Real(0), sz = Real(0);
    for (int v = 0; v < V; ++v) {
      const Vector wx(&w.w[0][8 * v], simd::element_aligned);
      total += sum[c][v] * wx;
      if (!slope) continue;
      sx += sum[c][v] * Vector(&w.d[0][8 * v], simd::element_aligned);
      sy += across[0][c][v] * wx;
      sz += across[1][c][v] * wx;
    }
    if (out.value.extent(0) > 0) out.value(i, c) += scale * double(simd::reduce(total));
    if (!slope) continue;
    out.gradient(i, 3 * c) -= scale * double(simd::reduce(sx));
    out.gradient(i, 3 * c + 1) -= scale * double(simd::reduce(sy));
    out.gradient(i, 3 * c + 2) -= scale * double(simd::reduce(sz));
  }
}

/// Calls f(std::integral_constant<int, V>) for the vectors of 8 that a row of the window takes.
template <class F>
void dispatch_vectors(int pitch, F&& f) {
  switch (pitch / 8) {
    case 1:
      return f(std::integral_constant<int, 1>{});
    case 2:
      return f(std::integral_constant<int, 2>{});
    case 3:
      return f(std::integral_constant<int, 3>{});
    default:
      throw Error("the far field is not compiled for a window of this many points");
  }
}

/// Windows of one point by scalar arithmetic.
struct ScalarWindow {
  double w[3][largest_window], d[3][largest_window];
  int first[3];

  template <class Table, class Local>
  KOKKOS_INLINE_FUNCTION void set(const FarGrid& grid, const Table& table, const Local& local, int k, bool slope) {
    for (int c = 0; c < 3; ++c) {
      double tau;
      first[c] = window_start(grid, c, local(k, c), tau);
      for (int i = 0; i < table.points; ++i) {
        w[c][i] = scalar_window(table.coefficients, table.degree, table.pitch, i, tau);
        d[c][i] = slope ? scalar_window(table.derivative, table.degree - 1, table.pitch, i, tau) / grid.spacing[c] : 0;
      }
    }
  }
  KOKKOS_INLINE_FUNCTION std::size_t at(const FarGrid& g, int iz, int iy, int ix, int components) const {
    return g.row(wrapped(g, 2, first[2] + iz), wrapped(g, 1, first[1] + iy), 0, components) +
           wrapped(g, 0, first[0] + ix);
  }
};

}  // namespace point_transfer

template <class Space, class Real>
void p2g_charges_per_point(const Space& space, const FarGrid& grid, const WindowTable<Space, Real>& window,
                           const SortedPoints<Space>& points,
                           Kokkos::View<const double*, typename Space::memory_space> charges,
                           const GridValues<Space, Real>& values) {
  Kokkos::deep_copy(space, values, Real(0));
  const auto local = points.local;
  const auto order = points.order;
  Kokkos::parallel_for(
      "slurry::far_field::p2g_charges_per_point"_loop,
      Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(points.count)), KOKKOS_LAMBDA(int k) {
        point_transfer::ScalarWindow w;
        w.set(grid, window, local, k, false);
        const double charge = charges(order(k));
        for (int iz = 0; iz < window.points; ++iz)
          for (int iy = 0; iy < window.points; ++iy)
            for (int ix = 0; ix < window.points; ++ix)
              Kokkos::atomic_add(&values(w.at(grid, iz, iy, ix, 1)),
                                 static_cast<Real>(charge * w.w[0][ix] * w.w[1][iy] * w.w[2][iz]));
      });
}

template <class Space, class Real>
void g2p_fields_per_point(const Space& space, const FarGrid& grid, const WindowTable<Space, Real>& window,
                          const SortedPoints<Space>& points, const GridValues<Space, Real>& values, int components,
                          const GatheredFields<Space>& out) {
  const auto local = points.local;
  const auto order = points.order;
  const double scale = grid.spacing[0] * grid.spacing[1] * grid.spacing[2];
  const bool slope = out.gradient.extent(0) > 0, value = out.value.extent(0) > 0;
  Kokkos::parallel_for(
      "slurry::far_field::g2p_fields_per_point"_loop,
      Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(points.count)), KOKKOS_LAMBDA(int k) {
        point_transfer::ScalarWindow w;
        w.set(grid, window, local, k, slope);
        double sum[3] = {0, 0, 0}, gradient[9] = {0, 0, 0, 0, 0, 0, 0, 0, 0};
        for (int iz = 0; iz < window.points; ++iz)
          for (int iy = 0; iy < window.points; ++iy)
            for (int ix = 0; ix < window.points; ++ix) {
              const std::size_t at = w.at(grid, iz, iy, ix, components);
              const double wx = w.w[0][ix], wy = w.w[1][iy], wz = w.w[2][iz];
              for (int c = 0; c < components; ++c) {
                const double v = values(at + c * grid.pitch);
                sum[c] += wx * wy * wz * v;
                gradient[3 * c] += w.d[0][ix] * wy * wz * v;
                gradient[3 * c + 1] += wx * w.d[1][iy] * wz * v;
                gradient[3 * c + 2] += wx * wy * w.d[2][iz] * v;
              }
            }
        const int i = order(k);
        for (int c = 0; c < components; ++c) {
          if (value) out.value(i, c) += scale * sum[c];
          if (!slope) continue;
          for (int l = 0; l < 3; ++l) out.gradient(i, 3 * c + l) -= scale * gradient[3 * c + l];
        }
      });
}

template <class Space, class Real>
void p2g_charges(const Space& space, const FarGrid& grid, const WindowTable<Space, Real>& window,
                 const SortedPoints<Space>& points, Kokkos::View<const double*, typename Space::memory_space> charges,
                 const GridValues<Space, Real>& values) {
  Kokkos::deep_copy(space, values, Real(0));
  const point_transfer::Slabs slabs = point_transfer::slabs_of(points, grid);
  const int layer = points.grid.n[0] * points.grid.n[1];
  point_transfer::dispatch_vectors(window.pitch, [&](auto vectors) {
    constexpr int V = decltype(vectors)::value;
    for (int colour = 0; colour < (slabs.count > 1 ? 2 : 1); ++colour) {
      Kokkos::parallel_for(
          "slurry::far_field::p2g_charges"_loop,
          Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>>(space, 0, (slabs.count - colour + 1) / 2)
              .set_chunk_size(1),
          [=](int i) {
            const int s = 2 * i + colour;
            point_transfer::spread_charges<V>(grid, window, points, points.cell_start(slabs.first(s) * layer),
                                              points.cell_start(slabs.first(s + 1) * layer), charges.data(),
                                              values.data());
          });
      space.fence();
    }
  });
  point_transfer::fold_halo(space, grid, 1, values);
}

template <class Space, class Real>
void g2p_fields(const Space& space, const FarGrid& grid, const WindowTable<Space, Real>& window,
                const SortedPoints<Space>& points, const GridValues<Space, Real>& values, int components,
                const GatheredFields<Space>& out) {
  if (grid.interleaved(components)) throw Error("fields can be gathered only from a grid in rows of components");
  const double scale = grid.spacing[0] * grid.spacing[1] * grid.spacing[2];
  point_transfer::dispatch_vectors(window.pitch, [&](auto vectors) {
    constexpr int V = decltype(vectors)::value;
    Kokkos::parallel_for(
        "slurry::far_field::g2p_fields"_loop,
        Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>>(space, 0, static_cast<int>(points.count))
            .set_chunk_size(256),
        [=](int k) {
          if (components == 1)
            point_transfer::gather_fields<V, 1>(grid, window, points, k, values.data(), scale, out);
          else
            point_transfer::gather_fields<V, 3>(grid, window, points, k, values.data(), scale, out);
        });
  });
}

template <class Space>
using Charges = Kokkos::View<const double*, typename Space::memory_space>;

#define SLURRY_INSTANTIATE_ON_HOST(Real)                                                                          \
  template void p2g_charges<Host, Real>(const Host&, const FarGrid&, const WindowTable<Host, Real>&,              \
                                        const SortedPoints<Host>&, Charges<Host>, const GridValues<Host, Real>&); \
  template void g2p_fields<Host, Real>(const Host&, const FarGrid&, const WindowTable<Host, Real>&,               \
                                       const SortedPoints<Host>&, const GridValues<Host, Real>&, int,             \
                                       const GatheredFields<Host>&);
SLURRY_INSTANTIATE_ON_HOST(double)
SLURRY_INSTANTIATE_ON_HOST(float)

#define SLURRY_INSTANTIATE_FOR(Space, Real)                                                                        \
  template void p2g_charges_per_point<Space, Real>(const Space&, const FarGrid&, const WindowTable<Space, Real>&,  \
                                                   const SortedPoints<Space>&, Charges<Space>,                     \
                                                   const GridValues<Space, Real>&);                                \
  template void g2p_fields_per_point<Space, Real>(const Space&, const FarGrid&, const WindowTable<Space, Real>&,   \
                                                  const SortedPoints<Space>&, const GridValues<Space, Real>&, int, \
                                                  const GatheredFields<Space>&)

#define SLURRY_INSTANTIATE(Space)        \
  SLURRY_INSTANTIATE_FOR(Space, double); \
  SLURRY_INSTANTIATE_FOR(Space, float);
SLURRY_FOR_EACH_SPACE(SLURRY_INSTANTIATE)

}  // namespace slurry
