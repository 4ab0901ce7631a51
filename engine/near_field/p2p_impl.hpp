// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/instantiations.hpp"
#include "base/simd.hpp"
#include "near_field/p2p.hpp"
#include "near_field/row_walk.hpp"
#include "slurry/error.hpp"

// Definitions of p2p.hpp; included by the files that instantiate them.
namespace slurry {

template <class Space>
inline constexpr bool is_host_space =
    Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename Space::memory_space>::accessible;

template <class Space>
void TargetGroups<Space>::build(const Space& space, const SortedPoints<Space>& targets) {
  if constexpr (is_host_space<Space>) {
    constexpr int width = static_cast<int>(simd::Wide<double>::size());
    space.fence();
    const auto& g = targets.grid;
    const std::size_t most = targets.count / width + g.rows() + 1;
    if (runs.extent(0) < most)
      runs = decltype(runs)(Kokkos::view_alloc("slurry::p2p::groups", Kokkos::WithoutInitializing), most);
    count = 0;
    for (int row = 0; row < g.rows(); ++row) {
      const int last = targets.cell_start((row + 1) * g.n[0]);
      for (int t = targets.cell_start(row * g.n[0]); t < last; t += width, ++count) {
        runs(count, 0) = t;
        runs(count, 1) = last - t < width ? last - t : width;
      }
    }
  } else {
    count = 0;
  }
}

namespace near {

using Wide = simd::Wide<double>;

/// (X0, Y0) of the kind, for squared distances s > 0 (lanes with s = 0 give the self value).
template <PairKind Kind>
inline void singular_part(const NearPair& p, Wide s, Wide& x0, Wide& y0) {
  const auto zero = s == 0.0;
  const Wide safe = [&] {
    Wide t = s;
    simd::where(zero, t) = 1.0;
    return t;
  }();
  Wide i = simd::inverse_sqrt(safe);
  simd::where(zero, i) = 0.0;
  const Wide i2 = i * i, i3 = i2 * i;
  if constexpr (Kind == PairKind::point) {
    x0 = i;
    y0 = i3;
    return;
  }
  const Wide gi3 = p.g * i3;
  x0 = i + 2.0 * gi3;
  y0 = i3 - 6.0 * gi3 * i2;
  if constexpr (Kind == PairKind::overlap) {
    const double sum = p.a + p.b;
    const auto close = s < sum * sum;
    if (!simd::none_of(close)) {
      for (std::size_t l = 0; l < Wide::size(); ++l) {
        if (!close[l]) continue;
        double x, y;
        rotne_prager_pair(std::sqrt(double(s[l])), p.a, p.b, x, y);
        x0[l] = x;
        y0[l] = y;
      }
    }
  }
}

/// One group of targets against all its sources.  Degree is the compile-time m: the Horner loops must unroll fully
/// (prolate-split.md section 2: seven times slower otherwise).
template <int Degree, PairKind Kind, class Space>
inline void group_against_sources(const SortedPoints<Space>& targets, int first, int count,
                                  const SortedPoints<Space>& sources, const PackedSources<Space>& packed,
                                  const NearPair& pair, const Vectors<Space>& u) {
  constexpr int width = static_cast<int>(Wide::size());
  alignas(64) double coordinate[3][width];
  double lo[3], hi[3];
  for (int d = 0; d < 3; ++d) {
    lo[d] = hi[d] = targets.local(first, d);
    for (int l = 0; l < count; ++l) {
      const double c = targets.local(first + l, d);
      coordinate[d][l] = c;
      lo[d] = c < lo[d] ? c : lo[d];
      hi[d] = c > hi[d] ? c : hi[d];
    }
    for (int l = count; l < width; ++l) coordinate[d][l] = 1e150;  // never within the cutoff
  }
  const Wide tx(coordinate[0], simd::vector_aligned), ty(coordinate[1], simd::vector_aligned),
      tz(coordinate[2], simd::vector_aligned);
  Wide ux = 0.0, uy = 0.0, uz = 0.0;
  const double rc2 = pair.rc2, scale = pair.two_over_rc2;
  const double* const source = packed.data();
  walk_rows(sources.grid, sources.cell_start, lo, hi, std::sqrt(rc2), [&](int s0, int s1, const double* shift) {
    const Wide px = tx - shift[0], py = ty - shift[1], pz = tz - shift[2];
    for (int j = s0; j < s1; ++j) {
      const double* const q = source + 6 * std::size_t(j);
      const Wide dx = px - q[0], dy = py - q[1], dz = pz - q[2];
      const Wide s = dx * dx + dy * dy + dz * dz;
      const auto within = s < rc2;
      if (simd::none_of(within)) continue;
      const Wide v = s * scale - 1.0;
      Wide x = pair.x[Degree], y = pair.y[Degree - 1];
#pragma GCC unroll 32
      for (int k = Degree - 1; k >= 1; --k) {
        x = x * v + pair.x[k];
        y = y * v + pair.y[k - 1];
      }
      x = x * v + pair.x[0];
      Wide x0, y0;
      singular_part<Kind>(pair, s, x0, y0);
      Wide along = x0 - x, radial = (y0 - y) * (dx * q[3] + dy * q[4] + dz * q[5]);
      simd::where(!within, along) = 0.0;
      simd::where(!within, radial) = 0.0;
      ux += along * q[3] + radial * dx;
      uy += along * q[4] + radial * dy;
      uz += along * q[5] + radial * dz;
    }
  });
  for (int l = 0; l < count; ++l) {
    const int i = targets.order(first + l);
    u(i, 0) = ux[l];
    u(i, 1) = uy[l];
    u(i, 2) = uz[l];
  }
}

template <int Degree, PairKind Kind, class Space>
void run_groups(const Space& space, const SortedPoints<Space>& targets, const TargetGroups<Space>& groups,
                const SortedPoints<Space>& sources, const PackedSources<Space>& packed, const NearPair& pair,
                const Vectors<Space>& u) {
  const auto runs = groups.runs;
  Kokkos::parallel_for(
      "slurry::near_field::p2p",
      Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>>(space, 0, groups.count).set_chunk_size(16),
      [=](int g) {
        group_against_sources<Degree, Kind, Space>(targets, runs(g, 0), runs(g, 1), sources, packed, pair, u);
      });
}

template <PairKind Kind, class Space, int... Degrees>
void dispatch_degree(std::integer_sequence<int, Degrees...>, const Space& space, const SortedPoints<Space>& targets,
                     const TargetGroups<Space>& groups, const SortedPoints<Space>& sources,
                     const PackedSources<Space>& packed, const NearPair& pair, const Vectors<Space>& u) {
  const bool found = ((pair.degree == Degrees &&
                       (run_groups<Degrees, Kind, Space>(space, targets, groups, sources, packed, pair, u), true)) ||
                      ...);
  if (!found) throw Error("the near field is not compiled for this polynomial degree");
}

}  // namespace near

template <class Space>
void p2p(const Space& space, const SortedPoints<Space>& targets, const TargetGroups<Space>& groups,
         const SortedPoints<Space>& sources, const PackedSources<Space>& packed, const NearPair& pair,
         const Vectors<Space>& u) {
  if constexpr (is_host_space<Space>) {
    const CompiledNearDegrees degrees{};
    switch (pair.kind) {
      case PairKind::point:
        return near::dispatch_degree<PairKind::point>(degrees, space, targets, groups, sources, packed, pair, u);
      case PairKind::finite:
        return near::dispatch_degree<PairKind::finite>(degrees, space, targets, groups, sources, packed, pair, u);
      case PairKind::overlap:
        return near::dispatch_degree<PairKind::overlap>(degrees, space, targets, groups, sources, packed, pair, u);
    }
  } else {
    p2p_per_target(space, targets, sources, packed, pair, u);
  }
}

template <class Space>
void p2p_per_target(const Space& space, const SortedPoints<Space>& targets, const SortedPoints<Space>& sources,
                    const PackedSources<Space>& packed, const NearPair& pair, const Vectors<Space>& u) {
  const auto local = targets.local;
  const auto order = targets.order;
  const auto grid = sources.grid;
  const auto start = sources.cell_start;
  Kokkos::parallel_for(
      "slurry::near_field::p2p_per_target", Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(targets.count)),
      KOKKOS_LAMBDA(int t) {
        const double x[3] = {local(t, 0), local(t, 1), local(t, 2)};
        double sum[3] = {0, 0, 0};
        walk_rows(grid, start, x, x, std::sqrt(pair.rc2), [&](int s0, int s1, const double* shift) {
          for (int j = s0; j < s1; ++j) {
            const double d[3] = {x[0] - shift[0] - packed(j, 0), x[1] - shift[1] - packed(j, 1),
                                 x[2] - shift[2] - packed(j, 2)};
            const double f[3] = {packed(j, 3), packed(j, 4), packed(j, 5)};
            add_near_pair(pair, d, f, sum);
          }
        });
        const int i = order(t);
        for (int c = 0; c < 3; ++c) u(i, c) = sum[c];
      });
}

}  // namespace slurry
