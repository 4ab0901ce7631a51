// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/near/field_p2p.hpp"

#include <algorithm>

#include "base/execution.hpp"
#include "base/loop_name.hpp"
#include "base/simd.hpp"
#include "ewald/near/row_walk.hpp"

namespace slurry {

namespace near_fields {

constexpr int stride(FieldSources kind) {
  return kind == FieldSources::charges ? packed_charge : kind == FieldSources::forces ? packed_single : packed_combined;
}
KOKKOS_INLINE_FUNCTION constexpr int components(FieldSources kind) {
  return kind == FieldSources::charges ? 3 : 9;
}

/// One source, row q of PackedSources, at separation d; what it adds to gradient and scalar.
template <FieldSources Kind, class T, class Keep>
KOKKOS_INLINE_FUNCTION void add(const FieldPair& pair, const double* q, const T d[3], T s, T inverse, const Keep& keep,
                                T* gradient, T& scalar) {
  if constexpr (Kind == FieldSources::charges)
    add_charge_pair(pair, d, s, inverse, keep, q[3], scalar, gradient);
  else
    add_field_pair<Kind == FieldSources::layers>(pair, d, s, inverse, keep, q + 3, q + 6, q + 9, gradient, scalar);
}

using Wide = simd::Wide<double>;

/// The lanes that lie within the cutoff.
template <class Mask>
struct KeepLanes {
  Mask within;
  Wide operator()(Wide x) const {
    simd::where(!within, x) = 0.0;
    return x;
  }
};

/// One vector of consecutive targets against all its sources.
template <FieldSources Kind, class Space>
void group_against_sources(const SortedPoints<Space>& targets, int first, int count, const SortedPoints<Space>& sources,
                           const PackedSources<Space>& packed, const FieldPair& pair,
                           const FieldGradients<Space>& gradient, const FieldScalars<Space>& scalar) {
  constexpr int width = static_cast<int>(Wide::size()), n = components(Kind);
  alignas(64) double coordinate[3][width];
  double lo[3], hi[3];
  for (int d = 0; d < 3; ++d) {
    lo[d] = hi[d] = targets.local(first, d);
    for (int l = 0; l < width; ++l) {
      const double c = l < count ? targets.local(first + l, d) : 1e15;  // beyond: never within the cutoff
      coordinate[d][l] = c;
      if (l >= count) continue;
      lo[d] = std::min(lo[d], c);
      hi[d] = std::max(hi[d], c);
    }
  }
  const Wide tx(coordinate[0], simd::vector_aligned), ty(coordinate[1], simd::vector_aligned),
      tz(coordinate[2], simd::vector_aligned);
  Wide sum[n], value = 0.0;
  for (auto& g : sum) g = 0.0;
  walk_rows(sources.grid, sources.cell_start, lo, hi, std::sqrt(pair.rc2), [&](int s0, int s1, const double* shift) {
    for (int j = s0; j < s1; ++j) {
      const double* const q = packed.data() + std::size_t(stride(Kind)) * j;
      const Wide d[3] = {tx - (q[0] + shift[0]), ty - (q[1] + shift[1]), tz - (q[2] + shift[2])};
      const Wide s = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
      const auto within = s < Wide(pair.rc2);
      if (simd::none_of(within)) continue;
      Wide inverse = simd::inverse_sqrt<true>(s);
      inverse *= 1.5 - 0.5 * s * inverse * inverse;  // to the last bit: powers up to the seventh follow
      add<Kind>(pair, q, d, s, inverse, KeepLanes<decltype(within)>{within}, sum, value);
    }
  });
  for (int l = 0; l < count; ++l) {
    const int i = targets.order(first + l);
    for (int c = 0; c < n; ++c) gradient(i, c) = sum[c][l];
    scalar(i) = value[l];
  }
}

template <FieldSources Kind, class Space>
void run_groups(const Space& space, const SortedPoints<Space>& targets, const TargetGroups<Space>& groups,
                const SortedPoints<Space>& sources, const PackedSources<Space>& packed, const FieldPair& pair,
                const FieldGradients<Space>& gradient, const FieldScalars<Space>& scalar) {
  constexpr int width = static_cast<int>(Wide::size());
  const auto* const p = &pair;
  Kokkos::parallel_for(
      "slurry::near_field::p2p_fields"_loop,
      Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>>(space, 0, groups.count).set_chunk_size(16),
      [=](int g) {
        // runs of the single-precision loops are two vectors long
        for (int from = 0; from < groups.runs(g, 1); from += width)
          group_against_sources<Kind>(targets, groups.runs(g, 0) + from, std::min(width, groups.runs(g, 1) - from),
                                      sources, packed, *p, gradient, scalar);
      });
  space.fence();  // the constants live on this stack
}

template <FieldSources Kind, class Space>
void run_targets(const Space& space, const SortedPoints<Space>& targets, const SortedPoints<Space>& sources,
                 const PackedSources<Space>& packed, const FieldPair& pair, const FieldGradients<Space>& gradient,
                 const FieldScalars<Space>& scalar) {
  const auto local = targets.local;
  const auto order = targets.order;
  const auto grid = sources.grid;
  const auto start = sources.cell_start;
  Kokkos::parallel_for(
      "slurry::near_field::p2p_fields_per_target"_loop,
      Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(targets.count)), KOKKOS_LAMBDA(int t) {
        constexpr int n = components(Kind);
        const double x[3] = {local(t, 0), local(t, 1), local(t, 2)};
        double sum[n] = {}, value = 0;
        walk_rows(grid, start, x, x, std::sqrt(pair.rc2), [&](int s0, int s1, const double* shift) {
          for (int j = s0; j < s1; ++j) {
            const double d[3] = {x[0] - shift[0] - packed(j, 0), x[1] - shift[1] - packed(j, 1),
                                 x[2] - shift[2] - packed(j, 2)};
            const double s = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
            if (s >= pair.rc2) continue;
            add<Kind>(pair, &packed(j, 0), d, s, s > 0 ? 1 / std::sqrt(s) : 0.0, KeepAll{}, sum, value);
          }
        });
        const int i = order(t);
        for (int c = 0; c < n; ++c) gradient(i, c) = sum[c];
        scalar(i) = value;
      });
}

}  // namespace near_fields

template <class Space>
void p2p_fields_per_target(const Space& space, const SortedPoints<Space>& targets, const SortedPoints<Space>& sources,
                           const PackedSources<Space>& packed, const FieldPair& pair, FieldSources kind,
                           const FieldGradients<Space>& gradient, const FieldScalars<Space>& scalar) {
  using namespace near_fields;
  switch (kind) {
    case FieldSources::forces:
      return run_targets<FieldSources::forces>(space, targets, sources, packed, pair, gradient, scalar);
    case FieldSources::layers:
      return run_targets<FieldSources::layers>(space, targets, sources, packed, pair, gradient, scalar);
    case FieldSources::charges:
      return run_targets<FieldSources::charges>(space, targets, sources, packed, pair, gradient, scalar);
  }
}

template <class Space>
void p2p_fields(const Space& space, const SortedPoints<Space>& targets, const TargetGroups<Space>& groups,
                const SortedPoints<Space>& sources, const PackedSources<Space>& packed, const FieldPair& pair,
                FieldSources kind, const FieldGradients<Space>& gradient, const FieldScalars<Space>& scalar) {
  using namespace near_fields;
  switch (kind) {
    case FieldSources::forces:
      return run_groups<FieldSources::forces>(space, targets, groups, sources, packed, pair, gradient, scalar);
    case FieldSources::layers:
      return run_groups<FieldSources::layers>(space, targets, groups, sources, packed, pair, gradient, scalar);
    case FieldSources::charges:
      return run_groups<FieldSources::charges>(space, targets, groups, sources, packed, pair, gradient, scalar);
  }
}

template void p2p_fields<Host>(const Host&, const SortedPoints<Host>&, const TargetGroups<Host>&,
                               const SortedPoints<Host>&, const PackedSources<Host>&, const FieldPair&, FieldSources,
                               const FieldGradients<Host>&, const FieldScalars<Host>&);

#define SLURRY_INSTANTIATE(Space)                                                                                  \
  template void p2p_fields_per_target<Space>(const Space&, const SortedPoints<Space>&, const SortedPoints<Space>&, \
                                             const PackedSources<Space>&, const FieldPair&, FieldSources,          \
                                             const FieldGradients<Space>&, const FieldScalars<Space>&);
SLURRY_FOR_EACH_SPACE(SLURRY_INSTANTIATE)

}  // namespace slurry
