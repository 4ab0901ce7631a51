// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>
#include <utility>

#include "base/clear.hpp"
#include "base/execution.hpp"
#include "base/instantiations.hpp"
#include "base/loop_name.hpp"
#include "base/simd.hpp"
#include "ewald/far/interleaved_spreading.hpp"
#include "ewald/far/point_window.hpp"
#include "ewald/far/slabs.hpp"
#include "ewald/far/spreading.hpp"
#include "slurry/error.hpp"

// Definitions for spreading.hpp. The files that instantiate them include this file.
namespace slurry {

namespace point_transfer {

// The work of a point is always inlined into one loop over points, and that loop is never inlined. Without these
// attributes, unrelated changes in this file moved P2G by 15 per cent.

/// Adds components [First, Last) of one point to the grid. Slope: with the gradient terms (never for component 3).
template <int vectors, int P, bool Slope, int Components, int First, int Last, class Real>
[[gnu::always_inline]] inline void spread_rows(const FarGrid& grid, const PointWindow<Real, P, Slope>& w,
                                               const PointDensity<Real, Components>& p, Real* values) {
  using Shape = RowShape<Real, P>;
  using Vector = typename Shape::Vector;
  constexpr int count = Last - First;
  // a copy, because the compiler must assume that stores to the rows change the grid
  const std::ptrdiff_t pitch = grid.pitch;
  Real* const start = values + First * pitch + w.x;
  Vector x[vectors];
  [[maybe_unused]] Vector d[Slope ? vectors : 1];
#pragma GCC unroll 8
  for (int v = 0; v < vectors; ++v) {
    x[v].copy_from(w.wx + v * Shape::width, simd::element_aligned);
    if constexpr (Slope) d[v].copy_from(w.dx + v * Shape::width, simd::element_aligned);
  }
  for (int iz = 0; iz < P; ++iz) {
    Vector value[count][vectors];
    [[maybe_unused]] Vector slope[Slope ? count : 1][Slope ? vectors : 1];
#pragma GCC unroll 4
    for (int k = 0; k < count; ++k) {
      const int c = First + k;
      Real a = p.f[c] * w.wz[iz];
      if constexpr (Slope) a += p.s[c][2] * w.dz[iz];
#pragma GCC unroll 8
      for (int v = 0; v < vectors; ++v) {
        value[k][v] = a * x[v];
        if constexpr (Slope) {
          if (c < 3) {
            value[k][v] += (p.s[c][0] * w.wz[iz]) * d[v];
            slope[k][v] = (p.s[c][1] * w.wz[iz]) * x[v];
          }
        }
      }
    }
    for (int iy = 0; iy < P; ++iy) {
      Real* row = start + (w.z[iz] + w.y[iy]);
      const Real wy = w.wy[iy];
      [[maybe_unused]] const Real dy = Slope ? w.dy[Slope ? iy : 0] : Real(0);
#pragma GCC unroll 4
      for (int k = 0; k < count; ++k, row += pitch) {
#pragma GCC unroll 8
        for (int v = 0; v < vectors; ++v) {
          Real* const at = row + v * Shape::width;
          Vector r(at, simd::element_aligned);
          r += wy * value[k][v];
          if constexpr (Slope) {
            if (First + k < 3) r += dy * slope[k][v];
          }
          r.copy_to(at, simd::element_aligned);
        }
      }
    }
  }
}

template <int P, bool Slope, int Components, int First, int Last, class Real>
[[gnu::always_inline]] inline void spread_components(const FarGrid& grid, const PointWindow<Real, P, Slope>& w,
                                                     const PointDensity<Real, Components>& p, Real* values) {
  w.with_vectors([&](auto vectors) [[gnu::always_inline]] {
    spread_rows<vectors, P, Slope, Components, First, Last>(grid, w, p, values);
  });
}

template <int P, bool Slope, int Components, class Space, class Real>
[[gnu::noinline]] void spread_points(const FarGrid& grid, const WindowTable<Space, Real>& table,
                                     const SortedPoints<Space>& points, int from, int to,
                                     const PointDensities<Real, Space>& densities, Real* values) {
  if constexpr (P <= 8) {
    PointWindow<Real, P, Slope> w;
    PointDensity<Real, Components> p;
    for (int k = from; k < to; ++k) {
      densities.prefetch(points, std::min(k + prefetch_ahead, to - 1));
      w.set(grid, table, points.local(k, 0), points.local(k, 1), points.local(k, 2));
      w.keep_places(Components);
      densities.template get<Slope>(points, k, p);
      spread_components<P, Slope, Components, 0, Components>(grid, w, p, values);
    }
  } else {
    // Wide windows: takes blocks of neighbours, one component at a time, so that the rows stay in the first cache.
    constexpr int block = 16;
    PointWindow<Real, P, Slope> w[block];
    PointDensity<Real, Components> p[block];
    for (int k = from; k < to; k += block) {
      const int n = to - k < block ? to - k : block;
      for (int b = 0; b < n; ++b) {
        densities.prefetch(points, std::min(k + b + block, to - 1));
        w[b].set(grid, table, points.local(k + b, 0), points.local(k + b, 1), points.local(k + b, 2));
        w[b].keep_places(Components);
        densities.template get<Slope>(points, k + b, p[b]);
      }
      for (int b = 0; b < n; ++b) spread_components<P, Slope, Components, 0, 1>(grid, w[b], p[b], values);
      for (int b = 0; b < n; ++b) spread_components<P, Slope, Components, 1, 2>(grid, w[b], p[b], values);
      for (int b = 0; b < n; ++b) spread_components<P, Slope, Components, 2, 3>(grid, w[b], p[b], values);
      if constexpr (Components == 4)
        for (int b = 0; b < n; ++b) spread_components<P, Slope, Components, 3, 4>(grid, w[b], p[b], values);
    }
  }
}

template <int P, class Space, class Real>
[[gnu::always_inline]] inline void gather_point(const FarGrid& grid, const WindowTable<Space, Real>& table,
                                                const SortedPoints<Space>& points, int k, const Real* values,
                                                double scale, const Vectors<Space>& u) {
  using Shape = RowShape<Real, P>;
  using Vector = typename Shape::Vector;
  PointWindow<Real, P, false> w;
  prefetch_row(u, points.order(std::min(k + prefetch_ahead, static_cast<int>(points.count) - 1)));
  w.set(grid, table, points.local(k, 0), points.local(k, 1), points.local(k, 2));
  const int i = points.order(k);
  const std::ptrdiff_t pitch = grid.pitch;
  const Real* const start = values + w.x;
  w.with_vectors([&](auto count) [[gnu::always_inline]] {
    constexpr int vectors = decltype(count)::value;
    // Each addition waits for the one before. Rows of one vector therefore take turns in two sums.
    constexpr int turns = vectors == 1 ? 2 : 1;
    Vector acc[turns][3][vectors];
    for (auto& turn : acc)
      for (auto& component : turn)
        for (auto& v : component) v = Real(0);
    for (int iz = 0; iz < P; ++iz) {
#pragma GCC unroll 8
      for (int iy = 0; iy < P; ++iy) {
        const Real* row = start + (w.plane[iz] + w.row[iy]) * 3;
        const Real a = w.wz[iz] * w.wy[iy];
#pragma GCC unroll 3
        for (int c = 0; c < 3; ++c, row += pitch) {
#pragma GCC unroll 8
          for (int v = 0; v < vectors; ++v)
            acc[iy % turns][c][v] += a * Vector(row + v * Shape::width, simd::element_aligned);
        }
      }
    }
    for (int c = 0; c < 3; ++c) {
      Vector sum = Real(0);
      for (int v = 0; v < vectors; ++v) {
        Vector all = acc[0][c][v];
        for (int turn = 1; turn < turns; ++turn) all += acc[turn][c][v];
        sum += all * Vector(w.wx + v * Shape::width, simd::element_aligned);
      }
      u(i, c) += scale * double(simd::reduce(sum));
    }
  });
}

template <int P, class Space, class Real>
[[gnu::noinline]] void gather_points(const FarGrid& grid, const WindowTable<Space, Real>& table,
                                     const SortedPoints<Space>& points, int from, int to, const Real* values,
                                     double scale, const Vectors<Space>& u) {
  for (int k = from; k < to; ++k) gather_point<P>(grid, table, points, k, values, scale, u);
}

/// Calls f(std::integral_constant<int, P>) for the compiled window of `points` grid points.
template <class F, int... I>
void dispatch_window(int points, std::integer_sequence<int, I...>, F&& f) {
  const bool found = ((points == I && (f(std::integral_constant<int, I>{}), true)) || ...);
  if (!found) throw Error("the far field is not compiled for a window of this many points");
}

/// Adds the halo behind the last column to the first ones.
template <class Space, class Real>
void fold_halo(const Space& space, const FarGrid& grid, int components, const GridValues<Space, Real>& values) {
  if (!grid.periodic[0]) return;
  const int lanes = static_cast<int>(grid.step(components));  // an interleaved row has `lanes` times as many columns
  const int rows = grid.total[2] * grid.total[1] * components / lanes, total = grid.total[0] * lanes;
  Kokkos::parallel_for(
      "slurry::far_field::fold_halo"_loop, Kokkos::RangePolicy<Space>(space, 0, rows), KOKKOS_LAMBDA(int r) {
        const std::size_t base = std::size_t(r) * grid.pitch * lanes;
        for (int i = 0; i < grid.window * lanes; ++i)
          values(base + within_period(i, total)) += values(base + total + i);
      });
}

/// Value of a window's polynomial (or of its derivative) at its i-th point, by scalar arithmetic.
template <class Values>
KOKKOS_INLINE_FUNCTION double scalar_window(const Values& coefficients, int degree, int pitch, int i, double tau) {
  const double z = 2 * tau - 1;
  double a = coefficients(degree * pitch + i);
  for (int k = degree - 1; k >= 0; --k) a = a * z + coefficients(k * pitch + i);
  return a;
}

/// Points that a team takes together, one for each of its threads, and lanes of a thread. On a device each point has a
/// warp.
template <class Space>
inline constexpr int points_per_team = is_host_space<Space> ? 1 : 4;
template <class Space>
inline constexpr int lanes_per_point = is_host_space<Space> ? 1 : 32;

template <class Space>
Kokkos::TeamPolicy<Space> point_teams(const Space& space, std::size_t points, int numbers_per_point) {
  constexpr int team = points_per_team<Space>;
  Kokkos::TeamPolicy<Space> policy(space, static_cast<int>((points + team - 1) / team), team, lanes_per_point<Space>);
  return policy.set_scratch_size(0, Kokkos::PerThread(static_cast<int>(numbers_per_point * sizeof(double)) + 8));
}

KOKKOS_INLINE_FUNCTION int wrapped(const FarGrid& g, int d, int index) {
  return g.periodic[d] ? wrap_index(index, g.total[d]) : index;
}

/// Velocity, as the result of a reduction over lanes.
struct Triple {
  double v[3] = {0, 0, 0};
  KOKKOS_INLINE_FUNCTION Triple& operator+=(const Triple& o) {
    for (int c = 0; c < 3; ++c) v[c] += o.v[c];
    return *this;
  }
};

}  // namespace point_transfer

}  // namespace slurry

template <>
struct Kokkos::reduction_identity<slurry::point_transfer::Triple> {
  KOKKOS_FORCEINLINE_FUNCTION constexpr static slurry::point_transfer::Triple sum() { return {}; }
};

namespace slurry {

namespace point_transfer {

// The code around the inner loops (Kokkos' loop, slabs, strips) is compiled once for each precision. It calls the loop
// of a window and of a density through a pointer, once for some hundred points or more.

/// Adds the densities of the sorted points [from, to) to the grid.
template <class Space, class Real>
using SpreadRange = void (*)(const FarGrid&, const WindowTable<Space, Real>&, const SortedPoints<Space>&, int from,
                             int to, const PointDensities<Real, Space>&, Real* values);
/// Adds scale times the velocity on the grid to u at the sorted points [from, to).
template <class Space, class Real>
using GatherRange = void (*)(const FarGrid&, const WindowTable<Space, Real>&, const SortedPoints<Space>&, int from,
                             int to, const Real* values, double scale, const Vectors<Space>& u);

template <int P, bool Slope, int Components, class Space, class Real>
SpreadRange<Space, Real> spread_range(const FarGrid& grid) {
  if constexpr (interleaving_gains(P, Components, sizeof(Real))) {
    if (grid.interleaved(Components)) return &spread_points_interleaved<P, Slope, Components, Space, Real>;
  }
  return &spread_points<P, Slope, Components, Space, Real>;
}

/// The loop that spreads single-layer densities of three components, or double-layer ones of three or four.
template <class Space, class Real>
SpreadRange<Space, Real> spread_range(const FarGrid& grid, bool double_layer, int components) {
  SpreadRange<Space, Real> found = nullptr;
  dispatch_window(grid.window, CompiledWindowsOf<Real>{}, [&](auto p) {
    constexpr int P = decltype(p)::value;
    if (!double_layer)
      found = spread_range<P, false, 3, Space, Real>(grid);
    else if (components == 3)
      found = spread_range<P, true, 3, Space, Real>(grid);
    else
      found = spread_range<P, true, 4, Space, Real>(grid);
  });
  return found;
}

template <class Space, class Real>
GatherRange<Space, Real> gather_range(const FarGrid& grid) {
  GatherRange<Space, Real> found = nullptr;
  dispatch_window(grid.window, CompiledWindowsOf<Real>{}, [&](auto p) {
    constexpr int P = decltype(p)::value;
    found = &gather_points<P, Space, Real>;
    if constexpr (interleaving_gains(P, 3, sizeof(Real))) {
      if (grid.interleaved(3)) found = &gather_points_interleaved<P, Space, Real>;
    }
  });
  return found;
}

}  // namespace point_transfer

template <class Space, class Real>
void p2g(const Space& space, const FarGrid& grid, const WindowTable<Space, Real>& window,
         const SortedPoints<Space>& points, const Density<Space>& density, int components,
         const GridValues<Space, Real>& values, const SortedDensity<Space, Real>& sorted) {
  const point_transfer::Slabs slabs = point_transfer::slabs_of(points, grid);
  const auto strips = point_transfer::strips_of<Real>(points, grid, (slabs.layers - 1) / slabs.count + 1, components);
  const int threads = space.concurrency();
  const point_transfer::PointDensities<Real, Space> densities{density, sorted};
  const auto spread = point_transfer::spread_range<Space, Real>(grid, density.double_layer(), components);
  const auto slab = [&](int s) {
    const auto planes = s % 2 == 0 ? point_transfer::planes_to_clear(points, grid, slabs, s) : point_transfer::Planes{};
    point_transfer::RowsToClear<Real> rows(grid, components, values.data(), planes);
    for (int strip = 0; strip < strips.count; ++strip) {
      if (strip + 1 < strips.count)
        rows.clear_below(strips.first(strip + 1) * points.grid.width[1]);
      else
        rows.clear_rest();
      for (int layer = slabs.first(s); layer < slabs.first(s + 1); ++layer) {
        const auto [from, to] = point_transfer::strip_points(points, strips, strip, layer);
        spread(grid, window, points, from, to, densities, values.data());
      }
    }
  };
  const Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>> groups(space, 0, slabs.groups(threads),
                                                                             Kokkos::ChunkSize(1));
  Kokkos::parallel_for("slurry::far_field::p2g"_loop, groups, [&](int g) { slabs.visit_group(g, threads, slab); });
  space.fence();
  Kokkos::parallel_for("slurry::far_field::p2g_left_over"_loop, groups, [&](int g) {
    if (const int s = slabs.left_over(g, threads); s >= 0) slab(s);
  });
  space.fence();
  point_transfer::fold_halo(space, grid, components, values);
}

template <class Space, class Real>
void g2p(const Space& space, const FarGrid& grid, const WindowTable<Space, Real>& window,
         const SortedPoints<Space>& points, const GridValues<Space, Real>& values, const Vectors<Space>& u) {
  const double scale = grid.spacing[0] * grid.spacing[1] * grid.spacing[2];
  // Narrow strips cost wide windows more than they save (4 to 11 per cent at P >= 10), because these compute for so
  // long.
  const auto strips = grid.window <= 8 ? point_transfer::strips_of<Real>(points, grid, 1, 3)
                                       : point_transfer::Strips{points.grid.n[1], 1};
  const int layers = points.grid.n[2], pieces = point_transfer::pieces_of_a_part(points, strips, space.concurrency());
  const auto gather = point_transfer::gather_range<Space, Real>(grid);
  Kokkos::parallel_for(
      "slurry::far_field::g2p"_loop,
      Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>>(space, 0, strips.count * layers * pieces)
          .set_chunk_size(1),
      [=](int i) {
        const int part = i / pieces, piece = i % pieces;
        const auto [from, to] = point_transfer::strip_points(points, strips, part / layers, part % layers);
        const auto cut = [&](int n) { return from + static_cast<int>(static_cast<long>(to - from) * n / pieces); };
        gather(grid, window, points, cut(piece), cut(piece + 1), values.data(), scale, u);
      });
}

template <class Space, class Real>
void fill_halo(const Space& space, const FarGrid& grid, const GridValues<Space, Real>& values, int components) {
  const int rows = grid.total[2] * grid.total[1];
  Kokkos::parallel_for(
      "slurry::far_field::fill_halo"_loop, Kokkos::RangePolicy<Space>(space, 0, rows),
      KOKKOS_LAMBDA(int r) { fill_row_halo(grid, &values(std::size_t(r) * components * grid.pitch), components); });
}

template <class Space, class Real>
void p2g_per_point(const Space& space, const FarGrid& grid, const WindowTable<Space, Real>& window,
                   const SortedPoints<Space>& points, const Density<Space>& density, int components,
                   const GridValues<Space, Real>& values) {
  clear(space, values);
  const auto local = points.local;
  const auto order = points.order;
  const bool slope = density.double_layer();
  const int count = static_cast<int>(points.count), width = window.points;
  using Team = typename Kokkos::TeamPolicy<Space>::member_type;
  Kokkos::parallel_for(
      "slurry::far_field::p2g_per_point"_loop, point_transfer::point_teams(space, points.count, 6 * largest_window),
      KOKKOS_LAMBDA(const Team& team) {
        const int k = team.league_rank() * team.team_size() + team.team_rank();
        if (k >= count) return;
        double* const w = static_cast<double*>(team.thread_scratch(0).get_shmem(6 * largest_window * sizeof(double)));
        double* const s = w + 3 * largest_window;  // window derivatives
        int first[3];
        double tau[3];
        for (int d = 0; d < 3; ++d) first[d] = window_start(grid, d, local(k, d), tau[d]);
        Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, 3 * width), [&](const int j) {
          const int d = j / width, i = j - d * width;
          w[d * largest_window + i] =
              point_transfer::scalar_window(window.coefficients, window.degree, window.pitch, i, tau[d]);
          if (slope)
            s[d * largest_window + i] =
                point_transfer::scalar_window(window.derivative, window.degree - 1, window.pitch, i, tau[d]) /
                grid.spacing[d];
        });
        point_transfer::PointDensity<double, 4> p;
        p.set(density, order(k));
        Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, width * width * width), [&](const int j) {
          const int rest = j / width, ix = j - rest * width, iz = rest / width, iy = rest - iz * width;
          const double wx = w[ix], wy = w[largest_window + iy], wz = w[2 * largest_window + iz], weight = wx * wy * wz;
          double slope_x = 0, slope_y = 0, slope_z = 0;
          if (slope) {
            slope_x = s[ix] * wy * wz;
            slope_y = wx * s[largest_window + iy] * wz;
            slope_z = wx * wy * s[2 * largest_window + iz];
          }
          const std::size_t at = grid.row(point_transfer::wrapped(grid, 2, first[2] + iz),
                                          point_transfer::wrapped(grid, 1, first[1] + iy), 0, components) +
                                 point_transfer::wrapped(grid, 0, first[0] + ix) * grid.step(components);
          for (int c = 0; c < components; ++c)
            Kokkos::atomic_add(
                &values(at + c * grid.apart(components)),
                static_cast<Real>(p.f[c] * weight + p.s[c][0] * slope_x + p.s[c][1] * slope_y + p.s[c][2] * slope_z));
        });
      });
}

template <class Space, class Real>
void g2p_per_point(const Space& space, const FarGrid& grid, const WindowTable<Space, Real>& window,
                   const SortedPoints<Space>& points, const GridValues<Space, Real>& values, const Vectors<Space>& u) {
  const auto local = points.local;
  const auto order = points.order;
  const double scale = grid.spacing[0] * grid.spacing[1] * grid.spacing[2];
  const int count = static_cast<int>(points.count), width = window.points;
  using Team = typename Kokkos::TeamPolicy<Space>::member_type;
  Kokkos::parallel_for(
      "slurry::far_field::g2p_per_point"_loop, point_transfer::point_teams(space, points.count, 3 * largest_window),
      KOKKOS_LAMBDA(const Team& team) {
        const int k = team.league_rank() * team.team_size() + team.team_rank();
        if (k >= count) return;
        double* const w = static_cast<double*>(team.thread_scratch(0).get_shmem(3 * largest_window * sizeof(double)));
        int first[3];
        double tau[3];
        for (int d = 0; d < 3; ++d) first[d] = window_start(grid, d, local(k, d), tau[d]);
        Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, 3 * width), [&](const int j) {
          const int d = j / width, i = j - d * width;
          w[d * largest_window + i] =
              point_transfer::scalar_window(window.coefficients, window.degree, window.pitch, i, tau[d]);
        });
        const int i = order(k);
        point_transfer::Triple sum;
        Kokkos::parallel_reduce(
            Kokkos::ThreadVectorRange(team, width * width * width),
            [&](const int j, point_transfer::Triple& part) {
              const int rest = j / width, ix = j - rest * width, iz = rest / width, iy = rest - iz * width;
              const std::size_t at = grid.row(point_transfer::wrapped(grid, 2, first[2] + iz),
                                              point_transfer::wrapped(grid, 1, first[1] + iy), 0, 3) +
                                     point_transfer::wrapped(grid, 0, first[0] + ix) * grid.step(3);
              const double weight = w[ix] * w[largest_window + iy] * w[2 * largest_window + iz];
              for (int c = 0; c < 3; ++c) part.v[c] += weight * values(at + c * grid.apart(3));
            },
            Kokkos::Sum<point_transfer::Triple>(sum));
        Kokkos::single(Kokkos::PerThread(team), [&]() {
          for (int c = 0; c < 3; ++c) u(i, c) += scale * sum.v[c];
        });
      });
}

}  // namespace slurry
