// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/execution.hpp"
#include "base/instantiations.hpp"
#include "base/loop_name.hpp"
#include "near_field/p2p.hpp"
#include "near_field/pair_lanes.hpp"
#include "near_field/row_walk.hpp"
#include "slurry/error.hpp"

// Definitions of p2p.hpp; included by the files that instantiate them.
namespace slurry {

template <class Space>
void TargetGroups<Space>::build(const Space& space, const SortedPoints<Space>& targets, int width) {
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
}

template <class Real>
int group_width() {
  return static_cast<int>(simd::Wide<Real>::size());
}

namespace near {

/// One group of targets against all its sources.  Degree is the compile-time m: the Horner loops must unroll fully
/// (seven times slower otherwise).
template <class Real, int Degree, PairKind Kind, class Space>
inline void group_against_sources(const SortedPoints<Space>& targets, int first, int count,
                                  const SortedPoints<Space>& sources, const PackedSources<Space>& packed,
                                  const PairConstants<Real, Degree>& pair, const Vectors<Space>& u) {
  using Wide = simd::Wide<Real>;
  constexpr int width = static_cast<int>(Wide::size());
  constexpr int stride = Kind == PairKind::combined ? packed_combined : packed_single;
  constexpr bool single = sizeof(Real) == 4;
  alignas(64) Real coordinate[3][width];
  double lo[3], hi[3], centre[3];
  for (int d = 0; d < 3; ++d) {
    lo[d] = hi[d] = targets.local(first, d);
    for (int l = 1; l < count; ++l) {
      const double c = targets.local(first + l, d);
      lo[d] = c < lo[d] ? c : lo[d];
      hi[d] = c > hi[d] ? c : hi[d];
    }
    // single precision sees differences from the group's centre alone, formed in double
    centre[d] = single ? 0.5 * (lo[d] + hi[d]) : 0.0;
    for (int l = 0; l < count; ++l) coordinate[d][l] = static_cast<Real>(targets.local(first + l, d) - centre[d]);
    for (int l = count; l < width; ++l) coordinate[d][l] = coordinate[d][count - 1];  // its sum is not used
  }
  const Wide tx(coordinate[0], simd::vector_aligned), ty(coordinate[1], simd::vector_aligned),
      tz(coordinate[2], simd::vector_aligned);
  alignas(64) double sum[3][width] = {};
  Wide ux = Real(0), uy = Real(0), uz = Real(0);
  const Real rc2 = pair.rc2, close2 = close_squared<Real>(lo, hi);
  const double* const source = packed.data();
  // takes these lanes out of s; but a point on itself stays
  const auto meet_closely = [&](unsigned lanes, Wide& s, const Real(&w)[numbers_of_a_source<Kind>], auto separation) {
    for (int l = 0; l < count; ++l) {
      if (!(lanes >> l & 1)) continue;
      const double d[3] = {separation(l, 0), separation(l, 1), separation(l, 2)};
      if (d[0] == 0 && d[1] == 0 && d[2] == 0) continue;
      double u_l[3] = {0, 0, 0};
      add_pair<Kind>(pair, d, w, u_l);
      for (int c = 0; c < 3; ++c) sum[c][l] += u_l[c];
      s[l] = Real(4) * rc2;
    }
  };
  walk_rows(sources.grid, sources.cell_start, lo, hi, std::sqrt(double(rc2)), [&](int s0, int s1, const double* shift) {
    const double ox = shift[0] - centre[0], oy = shift[1] - centre[1], oz = shift[2] - centre[2];
    Wide v[3] = {Real(0), Real(0), Real(0)};  // in registers: what the lambda refers to lives in memory
    const Wide ax = tx, ay = ty, az = tz;
    for (int j = s0; j < s1; ++j) {
      const double* const q = source + stride * std::size_t(j);
      const Wide d[3] = {ax - static_cast<Real>(q[0] + ox), ay - static_cast<Real>(q[1] + oy),
                         az - static_cast<Real>(q[2] + oz)};
      Wide s = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
      if (simd::none_of(s < rc2)) continue;
      Real w[numbers_of_a_source<Kind>];
      for (int k = 0; k < numbers_of_a_source<Kind>; ++k) w[k] = static_cast<Real>(q[3 + k]);
      if constexpr (single) {
        const unsigned close = simd::lanes_below<Real>(s, close2);
        if (close != 0) [[unlikely]]
          meet_closely(close, s, w, [&](int l, int c) { return targets.local(first + l, c) - (q[c] + shift[c]); });
      }
      lanes_within<Kind, Degree, Real>(pair, s).add_velocity(d, w, v);
    }
    ux += v[0];
    uy += v[1];
    uz += v[2];
    if constexpr (single) {  // rows are short: the sum over rows is kept in double
      for (int l = 0; l < width; ++l) {
        sum[0][l] += ux[l];
        sum[1][l] += uy[l];
        sum[2][l] += uz[l];
      }
      ux = uy = uz = Real(0);
    }
  });
  for (int l = 0; l < count; ++l) {
    const int i = targets.order(first + l);
    u(i, 0) = sum[0][l] + ux[l];
    u(i, 1) = sum[1][l] + uy[l];
    u(i, 2) = sum[2][l] + uz[l];
  }
}

template <class Real, int Degree, PairKind Kind, class Space>
void run_groups(const Space& space, const SortedPoints<Space>& targets, const TargetGroups<Space>& groups,
                const SortedPoints<Space>& sources, const PackedSources<Space>& packed, const NearPair& pair,
                const Vectors<Space>& u) {
  const auto runs = groups.runs;
  const PairConstants<Real, Degree> constants(pair);
  const auto* const p = &constants;
  Kokkos::parallel_for(
      "slurry::near_field::p2p"_loop,
      Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>>(space, 0, groups.count).set_chunk_size(16),
      [=](int g) {
        group_against_sources<Real, Degree, Kind, Space>(targets, runs(g, 0), runs(g, 1), sources, packed, *p, u);
      });
  space.fence();  // the constants live on this stack
}

template <class Real, PairKind Kind, class Space, int... Degrees>
void dispatch_degree(std::integer_sequence<int, Degrees...>, const Space& space, const SortedPoints<Space>& targets,
                     const TargetGroups<Space>& groups, const SortedPoints<Space>& sources,
                     const PackedSources<Space>& packed, const NearPair& pair, const Vectors<Space>& u) {
  const int degree = round_up_to_compiled(pair.degree, std::integer_sequence<int, Degrees...>{});
  const bool found =
      is_compiled_near_degree(pair.degree) &&
      ((degree == Degrees &&
        (run_groups<Real, Degrees, Kind, Space>(space, targets, groups, sources, packed, pair, u), true)) ||
       ...);
  if (!found) throw Error("the near field is not compiled for this polynomial degree");
}

}  // namespace near

template <class Real, class Space>
void p2p(const Space& space, const SortedPoints<Space>& targets, const TargetGroups<Space>& groups,
         const SortedPoints<Space>& sources, const PackedSources<Space>& packed, const NearPair& pair,
         const Vectors<Space>& u) {
  const CompiledNearDegreesOf<Real, false> degrees{};
  const CompiledNearDegreesOf<Real, true> sized{};
  switch (pair.kind) {
    case PairKind::point:
      return near::dispatch_degree<Real, PairKind::point>(degrees, space, targets, groups, sources, packed, pair, u);
    case PairKind::finite:
      return near::dispatch_degree<Real, PairKind::finite>(sized, space, targets, groups, sources, packed, pair, u);
    case PairKind::overlap:
      return near::dispatch_degree<Real, PairKind::overlap>(sized, space, targets, groups, sources, packed, pair, u);
    case PairKind::combined:
      return near::dispatch_degree<Real, PairKind::combined>(degrees, space, targets, groups, sources, packed, pair, u);
  }
}

template <class Space, class Real>
void p2p_per_target(const Space& space, const SortedPoints<Space>& targets, const SortedPoints<Space>& sources,
                    const PackedSources<Space>& packed, const NearPair& pair, const Vectors<Space>& u) {
  const auto local = targets.local;
  const auto order = targets.order;
  const auto grid = sources.grid;
  const auto start = sources.cell_start;
  Kokkos::parallel_for(
      "slurry::near_field::p2p_per_target"_loop, Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(targets.count)),
      KOKKOS_LAMBDA(int t) {
        const double x[3] = {local(t, 0), local(t, 1), local(t, 2)};
        double sum[3] = {0, 0, 0};
        walk_rows(grid, start, x, x, std::sqrt(pair.rc2), [&](int s0, int s1, const double* shift) {
          for (int j = s0; j < s1; ++j) {
            const Real d[3] = {Real(x[0] - shift[0] - packed(j, 0)), Real(x[1] - shift[1] - packed(j, 1)),
                               Real(x[2] - shift[2] - packed(j, 2))};
            Real density[packed_combined - 3];
            const int numbers = (pair.kind == PairKind::combined ? packed_combined : packed_single) - 3;
            for (int c = 0; c < numbers; ++c) density[c] = Real(packed(j, 3 + c));
            if (pair.kind == PairKind::combined)
              add_combined_pair(pair, d, density, sum);
            else
              add_near_pair(pair, d, density, sum);
          }
        });
        const int i = order(t);
        for (int c = 0; c < 3; ++c) u(i, c) = sum[c];
      });
}

}  // namespace slurry
