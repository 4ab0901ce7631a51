// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/execution.hpp"
#include "base/instantiations.hpp"
#include "base/loop_name.hpp"
#include "base/pace.hpp"
#include "ewald/near/p2p.hpp"
#include "ewald/near/pair_lanes.hpp"
#include "ewald/near/row_walk.hpp"
#include "slurry/error.hpp"

// Definitions for p2p.hpp. The files that instantiate them include this file.
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

/// A group of targets, one in each lane of a vector, and the velocities at them. It is compiled once for each
/// precision. Only the loop over a run of sources knows the kind and the degree of the pairs (RunLoop).
template <class Real>
struct TargetLanes {
  using Wide = simd::Wide<Real>;
  static constexpr int width = static_cast<int>(Wide::size());
  static constexpr bool single = sizeof(Real) == 4;
  int count;
  double x[3][width], lo[3], hi[3], centre[3];
  Wide from_centre[3];  ///< x - centre
  Real close2;          ///< square of the distance below which pairs are summed in double
  Wide u[3] = {Real(0), Real(0), Real(0)};
  alignas(64) double sum[3][width] = {};

  template <class Space>
  TargetLanes(const SortedPoints<Space>& targets, int first, int count) : count(count) {
    for (int d = 0; d < 3; ++d) {
      for (int l = 0; l < width; ++l) x[d][l] = targets.local(first + (l < count ? l : count - 1), d);
      lo[d] = hi[d] = x[d][0];
      for (int l = 1; l < count; ++l) {
        lo[d] = x[d][l] < lo[d] ? x[d][l] : lo[d];
        hi[d] = x[d][l] > hi[d] ? x[d][l] : hi[d];
      }
      // Single precision only takes differences from the group's centre, which are formed in double.
      centre[d] = single ? 0.5 * (lo[d] + hi[d]) : 0.0;
      for (int l = 0; l < width; ++l) from_centre[d][l] = static_cast<Real>(x[d][l] - centre[d]);
    }
    close2 = close_squared<Real>(lo, hi);
  }
};

/// Adds the velocities by the sources [first, last) of the packed array, moved by `shift`, to the velocities of the
/// targets.
template <class Real>
using RunLoop = void (*)(TargetLanes<Real>& targets, const PairNumbers<Real>& pair, const double* packed, int first,
                         int last, const double* shift);

/// A RunLoop for pairs of one kind. pair: must be a PairConstants<Real, Degree>. Degree is the degree m at compile
/// time, because the Horner loops must unroll fully; otherwise they are seven times slower.
template <class Real, int Degree, PairKind Kind>
void targets_against_run(TargetLanes<Real>& targets, const PairNumbers<Real>& numbers, const double* packed, int first,
                         int last, const double* shift) {
  using Wide = simd::Wide<Real>;
  constexpr int stride = Kind == PairKind::combined ? packed_combined : packed_single;
  const auto& pair = static_cast<const PairConstants<Real, Degree>&>(numbers);
  const Real rc2 = pair.rc2;
  const double ox = shift[0] - targets.centre[0], oy = shift[1] - targets.centre[1], oz = shift[2] - targets.centre[2];
  Wide v[3] = {Real(0), Real(0), Real(0)};  // in registers; values behind a pointer would stay in memory
  const Wide ax = targets.from_centre[0], ay = targets.from_centre[1], az = targets.from_centre[2];
  for (int j = first; j < last; ++j) {
    const double* const q = packed + stride * std::size_t(j);
    const Wide d[3] = {ax - static_cast<Real>(q[0] + ox), ay - static_cast<Real>(q[1] + oy),
                       az - static_cast<Real>(q[2] + oz)};
    Wide s = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    if (simd::none_of(s < rc2)) continue;
    Real w[numbers_of_a_source<Kind>];
    for (int k = 0; k < numbers_of_a_source<Kind>; ++k) w[k] = static_cast<Real>(q[3 + k]);
    if constexpr (sizeof(Real) == 4) {
      const unsigned close = simd::lanes_below<Real>(s, targets.close2);
      if (close != 0) [[unlikely]] {
        for (int l = 0; l < targets.count; ++l) {
          if (!(close >> l & 1)) continue;
          double separation[3];
          for (int c = 0; c < 3; ++c) separation[c] = targets.x[c][l] - (q[c] + shift[c]);
          // The pair of a point with itself stays among the lanes.
          if (separation[0] == 0 && separation[1] == 0 && separation[2] == 0) continue;
          double u_l[3] = {0, 0, 0};
          add_pair<Kind, Real>(pair, separation, w, u_l);
          for (int c = 0; c < 3; ++c) targets.sum[c][l] += u_l[c];
          s[l] = Real(4) * rc2;
        }
      }
    }
    lanes_within<Kind, Degree, Real>(pair, s).add_velocity(d, w, v);
  }
  for (int c = 0; c < 3; ++c) {
    if constexpr (sizeof(Real) == 4)  // runs are short: the sum over runs is kept in double
      for (std::size_t l = 0; l < Wide::size(); ++l) targets.sum[c][l] += v[c][l];
    else
      targets.u[c] += v[c];
  }
}

/// Computes one group of targets against all its sources.
template <class Real, class Space>
void group_against_sources(const SortedPoints<Space>& targets, int first, int count, const SortedPoints<Space>& sources,
                           const PackedSources<Space>& packed, RunLoop<Real> loop, const PairNumbers<Real>& pair,
                           const Vectors<Space>& u) {
  TargetLanes<Real> lanes(targets, first, count);
  const double* const source = packed.data();
  walk_rows(sources.grid, sources.cell_start, lanes.lo, lanes.hi, std::sqrt(double(pair.rc2)),
            [&](int s0, int s1, const double* shift) { loop(lanes, pair, source, s0, s1, shift); });
  for (int l = 0; l < count; ++l) {
    const int i = targets.order(first + l);
    for (int c = 0; c < 3; ++c) u(i, c) = lanes.sum[c][l] + lanes.u[c][l];
  }
}

template <class Real, class Space>
void run_groups(RunLoop<Real> loop, const Space& space, const SortedPoints<Space>& targets,
                const TargetGroups<Space>& groups, const SortedPoints<Space>& sources,
                const PackedSources<Space>& packed, const PairNumbers<Real>& pair, const Vectors<Space>& u) {
  const auto runs = groups.runs;
  const auto* const p = &pair;
  // the work may be ended between blocks of groups; each block has its own targets
  constexpr int groups_between = 4096;
  for (int first = 0; first < groups.count; first += groups_between) {
    may_stop();
    const int last = groups.count - first < groups_between ? groups.count : first + groups_between;
    Kokkos::parallel_for(
        "slurry::near_field::p2p"_loop,
        Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>>(space, first, last).set_chunk_size(16),
        [=](int g) {
          group_against_sources<Real, Space>(targets, runs(g, 0), runs(g, 1), sources, packed, loop, *p, u);
        });
    space.fence();  // the constants live on the caller's stack
  }
}

template <class Real, PairKind Kind, class Space, int... Degrees>
void dispatch_degree(std::integer_sequence<int, Degrees...>, const Space& space, const SortedPoints<Space>& targets,
                     const TargetGroups<Space>& groups, const SortedPoints<Space>& sources,
                     const PackedSources<Space>& packed, const NearPair& pair, const Vectors<Space>& u) {
  const int degree = round_up_to_compiled(pair.degree, std::integer_sequence<int, Degrees...>{});
  const auto run = [&](auto compiled) {
    constexpr int Degree = decltype(compiled)::value;
    const PairConstants<Real, Degree> constants(pair);
    run_groups<Real, Space>(&targets_against_run<Real, Degree, Kind>, space, targets, groups, sources, packed,
                            constants, u);
  };
  const bool found = is_compiled_near_degree(pair.degree) &&
                     ((degree == Degrees && (run(std::integral_constant<int, Degrees>{}), true)) || ...);
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
