// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/far/published_spreading.hpp"

#include <algorithm>
#include <type_traits>

#include "base/clear.hpp"
#include "base/execution.hpp"
#include "base/loop_name.hpp"
#include "ewald/far/far_cells.hpp"
#include "slurry/error.hpp"

namespace slurry {
namespace {

/// Most threads of a team: the kernels are compiled for so many.
constexpr int largest_block = 512;
template <class Space>
using Teams = Kokkos::TeamPolicy<Space, Kokkos::LaunchBounds<largest_block>>;
template <class Space>
using Member = typename Teams<Space>::member_type;

template <class Space>
Teams<Space> teams(const Space& space, int league, int block) {
  return Teams<Space>(space, league, is_host_space<Space> ? 1 : block);
}

KOKKOS_INLINE_FUNCTION int stored_node(const FarGrid& g, int d, int node) {
  if (!g.periodic[d]) return node;
  const int i = node % g.total[d];
  return i < 0 ? i + g.total[d] : i;
}

/// The i-th value of a window's polynomial, z = 2 tau - 1.
template <class Values, class Real>
KOKKOS_INLINE_FUNCTION Real horner(const Values& coefficients, int degree, int pitch, int i, Real z) {
  Real a = coefficients(degree * pitch + i);
  for (int k = degree - 1; k >= 0; --k) a = a * z + coefficients(k * pitch + i);
  return a;
}
template <class Space, class Real>
KOKKOS_INLINE_FUNCTION Real window_value(const WindowTable<Space, Real>& t, int i, Real z) {
  return horner(t.coefficients, t.degree, t.pitch, i, z);
}
template <class Space, class Real>
KOKKOS_INLINE_FUNCTION Real window_slope(const WindowTable<Space, Real>& t, const FarGrid& g, int d, int i, Real z) {
  return horner(t.derivative, t.degree - 1, t.pitch, i, z) * static_cast<Real>(g.per_length[d]);
}

/// Window of a point, and its slopes where they are wanted.
template <class Real, bool Slope>
struct PlainWindow {
  int first[3];
  Real w[3][largest_window], s[Slope ? 3 : 1][largest_window];

  template <class Space, class Local>
  KOKKOS_INLINE_FUNCTION void set(const FarGrid& g, const WindowTable<Space, Real>& t, const Local& local, int j) {
    for (int d = 0; d < 3; ++d) {
      double tau;
      first[d] = window_start(g, d, local(j, d), tau);
      const Real z = static_cast<Real>(2 * tau - 1);
      for (int i = 0; i < t.points; ++i) {
        w[d][i] = window_value(t, i, z);
        if constexpr (Slope) s[d][i] = window_slope(t, g, d, i, z);
      }
    }
  }
};

/// Adds a source at a node: its window and, for 3 or 4 components of dipoles, the window's gradient there; s: f, q and
/// n, `step` apart.
template <int Components, bool Slope, class Real>
KOKKOS_FORCEINLINE_FUNCTION void add_source(Real (&sum)[Components], const Real* s, int step, Real w,
                                            const Real (&gradient)[3]) {
  if constexpr (Components == 12) {
    for (int c = 0; c < 3; ++c) sum[c] += w * s[c * step];
    for (int i = 0; i < 3; ++i)
      for (int l = 0; l < 3; ++l) sum[3 + 3 * i + l] += w * (s[(3 + i) * step] * s[(6 + l) * step]);
  } else if constexpr (Slope) {
    Real along_q = 0, along_n = 0;
    for (int d = 0; d < 3; ++d) {
      along_q += s[(3 + d) * step] * gradient[d];
      along_n += s[(6 + d) * step] * gradient[d];
    }
    for (int c = 0; c < 3; ++c) sum[c] += w * s[c * step] + s[(3 + c) * step] * along_n + s[(6 + c) * step] * along_q;
    if constexpr (Components == 4)
      for (int d = 0; d < 3; ++d) sum[3] += w * (s[(3 + d) * step] * s[(6 + d) * step]);
  } else {
    for (int c = 0; c < 3; ++c) sum[c] += w * s[c * step];
  }
}

/// Points in the order in which they are given.
template <class Space>
struct GivenOrder {
  Kokkos::View<double* [3], Kokkos::LayoutLeft, typename Space::memory_space> local;
};
template <class Space>
GivenOrder<Space> in_given_order(const Space& space, const SortedPoints<Space>& points) {
  GivenOrder<Space> given;
  given.local = far_cells::fresh<decltype(given.local)>("slurry::far_field::given", points.count);
  const auto to = given.local;
  const auto from = points.local;
  const auto order = points.order;
  Kokkos::parallel_for(
      "slurry::far_field::given"_loop, Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(points.count)),
      KOKKOS_LAMBDA(int k) {
        for (int d = 0; d < 3; ++d) to(order(k), d) = from(k, d);
      });
  return given;
}

/// Base and source: every node under a source's window gets its share by an atomic addition.
template <class Space, class Real, int Components, bool Slope>
struct SpreadSources {
  FarGrid grid;
  WindowTable<Space, Real> window;
  Density<Space> density;                                                                 // in the given order, or
  Kokkos::View<Real**, Kokkos::LayoutLeft, typename Space::memory_space> placed_density;  // as the places are
  Kokkos::View<int*, typename Space::memory_space> index;  // of places; empty: all filled
  Kokkos::View<double* [3], Kokkos::LayoutLeft, typename Space::memory_space> local;
  GridValues<Space, Real> values;
  int count, block;

  KOKKOS_FUNCTION void operator()(const Member<Space>& team) const {
    const int from = team.league_rank() * block, n = count - from < block ? count - from : block;
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, n), [&](const int t) { spread(from + t); });
  }
  KOKKOS_INLINE_FUNCTION void spread(int j) const {
    Real s[9];
    if (index.extent(0) > 0) {
      if (index(j) < 0) return;
      for (int i = 0; i < (Components == 12 || Slope ? 9 : 3); ++i) s[i] = placed_density(j, i);
    } else {
      far_cells::load(density, j, s, 1);
    }
    PlainWindow<Real, Slope> p;
    p.set(grid, window, local, j);
    const int width = window.points;
    for (int iz = 0; iz < width; ++iz)
      for (int iy = 0; iy < width; ++iy) {
        const std::size_t row =
            grid.row(stored_node(grid, 2, p.first[2] + iz), stored_node(grid, 1, p.first[1] + iy), 0, Components);
        const Real wyz = p.w[1][iy] * p.w[2][iz];
        for (int ix = 0; ix < width; ++ix) {
          Real sum[Components] = {}, gradient[3] = {0, 0, 0};
          if constexpr (Slope) {
            gradient[0] = p.s[0][ix] * wyz;
            gradient[1] = p.w[0][ix] * p.s[1][iy] * p.w[2][iz];
            gradient[2] = p.w[0][ix] * p.w[1][iy] * p.s[2][iz];
          }
          add_source<Components, Slope>(sum, s, 1, p.w[0][ix] * wyz, gradient);
          const std::size_t at = row + stored_node(grid, 0, p.first[0] + ix) * grid.step(Components);
          for (int c = 0; c < Components; ++c) Kokkos::atomic_add(&values(at + c * grid.apart(Components)), sum[c]);
        }
      }
  }
};

/// Grid: the nodes of a cell to a team; every sum is complete before it is stored.
template <class Space, class Real, int Components, bool Slope>
struct SpreadOntoNodes {
  FarGrid grid;
  WindowTable<Space, Real> window;
  FarCells<Space, Real> cells;
  GridValues<Space, Real> values;
  int tiles[3];

  /// Cells that may hold windows over the nodes from `low` to `high` of direction d.
  KOKKOS_INLINE_FUNCTION void reach(int d, int low, int high, int& first, int& last) const {
    const int from = low - window.points + 1 - cells.least[d], to = high - cells.least[d];
    first = from <= 0 ? 0 : from / cells.edge;
    last = to < 0 ? -1 : to / cells.edge;
    if (last >= cells.n[d]) last = cells.n[d] - 1;
  }
  KOKKOS_FUNCTION void operator()(const Member<Space>& team) const {
    const int e = cells.edge, tile = team.league_rank();
    const int low[3] = {tile % tiles[0] * e, tile / tiles[0] % tiles[1] * e, tile / (tiles[0] * tiles[1]) * e};
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, e * e * e), [&](const int t) {
      const int g[3] = {low[0] + t % e, low[1] + t / e % e, low[2] + t / (e * e)};
      if (g[0] < grid.total[0] && g[1] < grid.total[1] && g[2] < grid.total[2]) sum_node(low, g);
    });
  }
  KOKKOS_INLINE_FUNCTION void sum_node(const int (&low)[3], const int (&g)[3]) const {
    Real sum[Components] = {};
    const int e = cells.edge;
    int images[3], first[3], last[3];
    for (int d = 0; d < 3; ++d) images[d] = grid.periodic[d] ? 1 : 0;
    for (int mz = -images[2]; mz <= images[2]; ++mz) {
      const int dz = mz * grid.total[2];
      reach(2, low[2] + dz, low[2] + dz + e - 1, first[2], last[2]);
      for (int cz = first[2]; cz <= last[2]; ++cz)
        for (int my = -images[1]; my <= images[1]; ++my) {
          const int dy = my * grid.total[1];
          reach(1, low[1] + dy, low[1] + dy + e - 1, first[1], last[1]);
          for (int cy = first[1]; cy <= last[1]; ++cy)
            for (int mx = -images[0]; mx <= images[0]; ++mx) {
              const int dx = mx * grid.total[0];
              reach(0, low[0] + dx, low[0] + dx + e - 1, first[0], last[0]);
              const int node[3] = {g[0] + dx, g[1] + dy, g[2] + dz};
              for (int cx = first[0]; cx <= last[0]; ++cx)
                add_cell((cz * cells.n[1] + cy) * cells.n[0] + cx, node, sum);
            }
        }
    }
    const std::size_t at = grid.row(g[2], g[1], 0, Components) + g[0] * grid.step(Components);
    for (int c = 0; c < Components; ++c) values(at + c * grid.apart(Components)) = sum[c];
  }
  KOKKOS_INLINE_FUNCTION void add_cell(int cell, const int (&node)[3], Real (&sum)[Components]) const {
    const int slot = cells.slot(cell);
    if (slot < 0) return;
    const int from = slot * cells.longest, to = from + cells.count(cell);
    for (int j = from; j < to; ++j) {
      int k[3];
      Real z[3];
      bool inside = true;
      for (int d = 0; d < 3; ++d) {
        double tau;
        k[d] = node[d] - window_start(grid, d, cells.local(j, d), tau);
        z[d] = static_cast<Real>(2 * tau - 1);
        inside = inside && k[d] >= 0 && k[d] < window.points;
      }
      if (!inside) continue;
      const Real wx = window_value(window, k[0], z[0]), wy = window_value(window, k[1], z[1]),
                 wz = window_value(window, k[2], z[2]);
      Real gradient[3] = {0, 0, 0};
      if constexpr (Slope) {
        gradient[0] = window_slope(window, grid, 0, k[0], z[0]) * wy * wz;
        gradient[1] = wx * window_slope(window, grid, 1, k[1], z[1]) * wz;
        gradient[2] = wx * wy * window_slope(window, grid, 2, k[2], z[2]);
      }
      add_source<Components, Slope>(sum, &cells.density(j, 0), static_cast<int>(cells.density.stride(1)), wx * wy * wz,
                                    gradient);
    }
  }
};

/// Hybrid: a team has up to `staged` sources of a cell at a time.
template <class Space, class Real, int Components, bool Slope>
struct SpreadCells {
  FarGrid grid;
  WindowTable<Space, Real> window;
  FarCells<Space, Real> cells;
  GridValues<Space, Real> values;
  int staged, parts;  // teams of a cell

  static constexpr int numbers = Components == 12 || Slope ? 9 : 3;
  /// Bytes of a source in scratch memory: density, windows and slopes, first nodes.
  static std::size_t bytes(int points) { return (numbers + (Slope ? 6 : 3) * points) * sizeof(Real) + 3 * sizeof(int); }

  KOKKOS_FUNCTION void operator()(const Member<Space>& team) const {
    const int slot = team.league_rank() / parts, part = team.league_rank() % parts;
    const int cell = cells.cell(slot), start = part * staged, width = window.points;
    const int all = cells.count(cell), n = all - start < staged ? all - start : staged;
    if (n <= 0) return;
    Real* const s = static_cast<Real*>(team.team_scratch(0).get_shmem(numbers * staged * sizeof(Real)));
    Real* const w = static_cast<Real*>(team.team_scratch(0).get_shmem(3 * width * staged * sizeof(Real)));
    Real* const slope =
        Slope ? static_cast<Real*>(team.team_scratch(0).get_shmem(3 * width * staged * sizeof(Real))) : nullptr;
    int* const a = static_cast<int*>(team.team_scratch(0).get_shmem(3 * staged * sizeof(int)));
    const int first_place = slot * cells.longest + start;
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, n), [&](const int t) {
      const int j = first_place + t;
      for (int i = 0; i < numbers; ++i) s[i * staged + t] = cells.density(j, i);
      for (int d = 0; d < 3; ++d) {
        double tau;
        a[d * staged + t] = window_start(grid, d, cells.local(j, d), tau);
        const Real z = static_cast<Real>(2 * tau - 1);
        for (int i = 0; i < width; ++i) {
          w[(d * width + i) * staged + t] = window_value(window, i, z);
          if constexpr (Slope) slope[(d * width + i) * staged + t] = window_slope(window, grid, d, i, z);
        }
      }
    });
    team.team_barrier();
    const int e = cells.edge;
    const int c[3] = {cell % cells.n[0], cell / cells.n[0] % cells.n[1], cell / (cells.n[0] * cells.n[1])};
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, e * e * e), [&](const int t) {
      const int in_cell[3] = {t % e, t / e % e, t / (e * e)};
      for (int colleague = 0; colleague < 27; ++colleague) {
        const int over[3] = {colleague % 3, colleague / 3 % 3, colleague / 9};
        int g[3];
        bool on_grid = true;
        for (int d = 0; d < 3; ++d) {
          g[d] = cells.least[d] + (c[d] + over[d]) * e + in_cell[d];
          on_grid = on_grid && (grid.periodic[d] || (g[d] >= 0 && g[d] < grid.total[d]));
        }
        if (!on_grid) continue;
        Real sum[Components] = {};
        bool reached = false;  // additions of nothing would cost as much as the others
        for (int j = 0; j < n; ++j) {
          const int kx = g[0] - a[j], ky = g[1] - a[staged + j], kz = g[2] - a[2 * staged + j];
          if (kx < 0 || kx >= width || ky < 0 || ky >= width || kz < 0 || kz >= width) continue;
          reached = true;
          const int x = kx * staged + j, y = (width + ky) * staged + j, z = (2 * width + kz) * staged + j;
          Real gradient[3] = {0, 0, 0};
          if constexpr (Slope) {
            gradient[0] = slope[x] * w[y] * w[z];
            gradient[1] = w[x] * slope[y] * w[z];
            gradient[2] = w[x] * w[y] * slope[z];
          }
          add_source<Components, Slope>(sum, s + j, staged, w[x] * w[y] * w[z], gradient);
        }
        if (!reached) continue;
        const std::size_t at = grid.row(stored_node(grid, 2, g[2]), stored_node(grid, 1, g[1]), 0, Components) +
                               stored_node(grid, 0, g[0]) * grid.step(Components);
        for (int k = 0; k < Components; ++k) Kokkos::atomic_add(&values(at + k * grid.apart(Components)), sum[k]);
      }
    });
  }
};

/// A target's velocity.
template <class Space, class Real>
struct GatherTargets {
  FarGrid grid;
  WindowTable<Space, Real> window;
  Kokkos::View<int*, typename Space::memory_space> index;  // of places; empty: the given order
  Kokkos::View<double* [3], Kokkos::LayoutLeft, typename Space::memory_space> local;
  GridValues<Space, Real> values;
  Vectors<Space> u;
  int count, block;
  double scale;

  KOKKOS_FUNCTION void operator()(const Member<Space>& team) const {
    const int from = team.league_rank() * block, n = count - from < block ? count - from : block;
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, n), [&](const int t) { gather(from + t); });
  }
  KOKKOS_INLINE_FUNCTION void gather(int j) const {
    const int i = index.extent(0) > 0 ? index(j) : j;
    if (i < 0) return;
    PlainWindow<Real, false> p;
    p.set(grid, window, local, j);
    const int width = window.points;
    Real sum[3] = {0, 0, 0};
    for (int iz = 0; iz < width; ++iz)
      for (int iy = 0; iy < width; ++iy) {
        const std::size_t row =
            grid.row(stored_node(grid, 2, p.first[2] + iz), stored_node(grid, 1, p.first[1] + iy), 0, 3);
        const Real wyz = p.w[1][iy] * p.w[2][iz];
        for (int ix = 0; ix < width; ++ix) {
          const std::size_t at = row + stored_node(grid, 0, p.first[0] + ix);
          const Real w = p.w[0][ix] * wyz;
          for (int c = 0; c < 3; ++c) sum[c] += w * values(at + std::size_t(c) * grid.pitch);
        }
      }
    for (int c = 0; c < 3; ++c) u(i, c) += scale * double(sum[c]);
  }
};

template <int Components, bool Slope, class Space, class Real>
void spread_in_order(SpreadOrder order, int block, const Space& space, const FarGrid& grid,
                     const WindowTable<Space, Real>& window, const SortedPoints<Space>& points,
                     const Density<Space>& density, const GridValues<Space, Real>& values) {
  clear(space, values);
  const int count = static_cast<int>(points.count);
  if (count == 0) return;
  if (order == SpreadOrder::base) {
    const SpreadSources<Space, Real, Components, Slope> spread{
        grid, window, density, {}, {}, in_given_order(space, points).local, values, count, block};
    Kokkos::parallel_for("slurry::far_field::p2g_base"_loop, teams(space, (count + block - 1) / block, block), spread);
    return space.fence();  // its points and cells go with this scope
  }
  const FarCells<Space, Real> cells = make_far_cells<Space, Real>(space, grid, points, density);
  if (order == SpreadOrder::source) {
    const int places = cells.places();
    const SpreadSources<Space, Real, Components, Slope> spread{grid,        window, {},     cells.density, cells.index,
                                                               cells.local, values, places, block};
    Kokkos::parallel_for("slurry::far_field::p2g_source"_loop, teams(space, (places + block - 1) / block, block),
                         spread);
  } else if (order == SpreadOrder::grid) {
    SpreadOntoNodes<Space, Real, Components, Slope> spread{grid, window, cells, values, {1, 1, 1}};
    for (int d = 0; d < 3; ++d) spread.tiles[d] = (grid.total[d] + cells.edge - 1) / cells.edge;
    Kokkos::parallel_for("slurry::far_field::p2g_grid"_loop,
                         teams(space, spread.tiles[0] * spread.tiles[1] * spread.tiles[2], block), spread);
  } else {
    SpreadCells<Space, Real, Components, Slope> spread{grid, window, cells, values, 1, 1};
    const std::size_t bytes = spread.bytes(grid.window), spare = 64;  // for alignment
    const std::size_t room = (std::size_t(Teams<Space>::scratch_size_max(0)) - 2048) / bytes;
    spread.staged = std::max(1, std::min({block, cells.longest, static_cast<int>(room)}));
    spread.parts = (cells.longest + spread.staged - 1) / spread.staged;
    auto policy = teams(space, cells.slots * spread.parts, block);
    policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(bytes * spread.staged + spare)));
    Kokkos::parallel_for("slurry::far_field::p2g_hybrid"_loop, policy, spread);
  }
  space.fence();
}

}  // namespace

template <class Space, class Real>
void p2g_published(SpreadOrder order, int block, const Space& space, const FarGrid& grid,
                   const WindowTable<Space, Real>& window, const SortedPoints<Space>& points,
                   const Density<Space>& density, int components, const GridValues<Space, Real>& values) {
  if (!density.double_layer())
    return spread_in_order<3, false>(order, block, space, grid, window, points, density, values);
  if (components == 3) return spread_in_order<3, true>(order, block, space, grid, window, points, density, values);
  if (components == 4) return spread_in_order<4, true>(order, block, space, grid, window, points, density, values);
  spread_in_order<12, false>(order, block, space, grid, window, points, density, values);
}

template <class Space, class Real>
void g2p_published(GatherOrder order, int block, const Space& space, const FarGrid& grid,
                   const WindowTable<Space, Real>& window, const SortedPoints<Space>& points,
                   const GridValues<Space, Real>& values, const Vectors<Space>& u) {
  if (grid.interleaved(3)) throw Error("the published G2P can read only a grid in rows of components");
  if (points.count == 0) return;
  GatherTargets<Space, Real> gather{grid,
                                    window,
                                    {},
                                    {},
                                    values,
                                    u,
                                    static_cast<int>(points.count),
                                    block,
                                    grid.spacing[0] * grid.spacing[1] * grid.spacing[2]};
  if (order == GatherOrder::base) {
    gather.local = in_given_order(space, points).local;
  } else {
    const FarCells<Space, Real> cells = make_far_cells<Space, Real>(space, grid, points, {});
    gather.index = cells.index;
    gather.local = cells.local;
    gather.count = cells.places();
  }
  Kokkos::parallel_for("slurry::far_field::g2p_published"_loop, teams(space, (gather.count + block - 1) / block, block),
                       gather);
  space.fence();
}

#define SLURRY_INSTANTIATE_FOR(Space, Real)                                                             \
  template void p2g_published<Space, Real>(SpreadOrder, int, const Space&, const FarGrid&,              \
                                           const WindowTable<Space, Real>&, const SortedPoints<Space>&, \
                                           const Density<Space>&, int, const GridValues<Space, Real>&); \
  template void g2p_published<Space, Real>(GatherOrder, int, const Space&, const FarGrid&,              \
                                           const WindowTable<Space, Real>&, const SortedPoints<Space>&, \
                                           const GridValues<Space, Real>&, const Vectors<Space>&)

#define SLURRY_INSTANTIATE(Space)        \
  SLURRY_INSTANTIATE_FOR(Space, double); \
  SLURRY_INSTANTIATE_FOR(Space, float);
SLURRY_FOR_EACH_SPACE(SLURRY_INSTANTIATE)

}  // namespace slurry
