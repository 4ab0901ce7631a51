// SPDX-License-Identifier: BSD-3-Clause
#include "near_field/radii_p2p.hpp"

#include <algorithm>

#include "base/execution.hpp"
#include "base/simd.hpp"
#include "near_field/row_walk.hpp"

namespace slurry {
namespace near_radii {

using Wide = simd::Wide<double>;

/// One vector of consecutive targets against all its sources.
template <class Space>
void group_against_sources(const SortedPoints<Space>& points, int first, int count, const PackedSources<Space>& packed,
                           const RadiiPair& pair, const Vectors<Space>& u) {
  constexpr int width = static_cast<int>(Wide::size());
  alignas(64) double row[4][width];  // x, y, z, radius
  double lo[3], hi[3];
  for (int l = 0; l < width; ++l) row[3][l] = l < count ? packed(first + l, 6) : 0;
  for (int d = 0; d < 3; ++d) {
    lo[d] = hi[d] = points.local(first, d);
    for (int l = 0; l < width; ++l) {
      const double c = l < count ? points.local(first + l, d) : 1e15;  // beyond: never within the cutoff
      row[d][l] = c;
      if (l >= count) continue;
      lo[d] = std::min(lo[d], c);
      hi[d] = std::max(hi[d], c);
    }
  }
  const Wide tx(row[0], simd::vector_aligned), ty(row[1], simd::vector_aligned), tz(row[2], simd::vector_aligned),
      radius(row[3], simd::vector_aligned);
  Wide sum[3];
  for (auto& c : sum) c = 0.0;
  walk_rows(points.grid, points.cell_start, lo, hi, std::sqrt(pair.rc2), [&](int s0, int s1, const double* shift) {
    for (int j = s0; j < s1; ++j) {
      const double* const q = packed.data() + std::size_t(packed_sphere) * j;
      const Wide dx = tx - (q[0] + shift[0]), dy = ty - (q[1] + shift[1]), dz = tz - (q[2] + shift[2]);
      const Wide s = dx * dx + dy * dy + dz * dz;
      const auto within = s < Wide(pair.rc2);
      if (simd::none_of(within)) continue;
      Wide positive = s;
      const auto zero = s == 0.0;
      simd::where(zero, positive) = 1.0;
      Wide inverse = simd::inverse_sqrt(positive);
      inverse *= 1.5 - 0.5 * positive * inverse * inverse;  // to the last bit: the fifth power follows
      simd::where(zero, inverse) = 0.0;
      const double b = q[6];
      Wide x0, y0, x, y;
      radii_coefficients<Wide>(pair, s, inverse, (radius * radius + b * b) * (1.0 / 6), x0, y0, x, y);
      const Wide touch = radius + b;
      const auto close = s < touch * touch;
      if (!simd::none_of(close))
        for (int l = 0; l < width; ++l) {
          if (!close[l] || row[3][l] == 0 || b == 0) continue;
          double xl, yl;
          rotne_prager_pair(std::sqrt(double(s[l])), row[3][l], b, xl, yl);
          x0[l] = xl;
          y0[l] = yl;
        }
      Wide along = x0 - x, radial = (y0 - y) * (dx * q[3] + dy * q[4] + dz * q[5]);
      simd::where(!within, along) = 0.0;
      simd::where(!within, radial) = 0.0;
      sum[0] += along * q[3] + radial * dx;
      sum[1] += along * q[4] + radial * dy;
      sum[2] += along * q[5] + radial * dz;
    }
  });
  for (int l = 0; l < count; ++l)
    for (int c = 0; c < 3; ++c) u(points.order(first + l), c) = sum[c][l];
}

}  // namespace near_radii

template <class Space>
void p2p_radii_per_target(const Space& space, const SortedPoints<Space>& points, const PackedSources<Space>& packed,
                          const RadiiPair& pair, const Vectors<Space>& u) {
  const auto order = points.order;
  const auto grid = points.grid;
  const auto start = points.cell_start;
  Kokkos::parallel_for(
      "slurry::near_field::p2p_radii_per_target", Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(points.count)),
      KOKKOS_LAMBDA(int t) {
        const double at[3] = {packed(t, 0), packed(t, 1), packed(t, 2)}, a = packed(t, 6);
        double sum[3] = {0, 0, 0};
        walk_rows(grid, start, at, at, std::sqrt(pair.rc2), [&](int s0, int s1, const double* shift) {
          for (int j = s0; j < s1; ++j) {
            double d[3], s = 0, fd = 0;
            for (int c = 0; c < 3; ++c) {
              d[c] = at[c] - shift[c] - packed(j, c);
              s += d[c] * d[c];
              fd += d[c] * packed(j, 3 + c);
            }
            if (s >= pair.rc2) continue;
            const double b = packed(j, 6);
            double x0, y0, x, y;
            radii_coefficients<double>(pair, s, s > 0 ? 1 / std::sqrt(s) : 0.0, (a * a + b * b) / 6, x0, y0, x, y);
            if (a > 0 && b > 0 && s < (a + b) * (a + b)) rotne_prager_pair(std::sqrt(s), a, b, x0, y0);
            for (int c = 0; c < 3; ++c) sum[c] += (x0 - x) * packed(j, 3 + c) + (y0 - y) * fd * d[c];
          }
        });
        for (int c = 0; c < 3; ++c) u(order(t), c) = sum[c];
      });
}

template <class Space>
void p2p_radii(const Space& space, const SortedPoints<Space>& points, const TargetGroups<Space>& groups,
               const PackedSources<Space>& packed, const RadiiPair& pair, const Vectors<Space>& u) {
  if constexpr (is_host_space<Space>) {
    const auto* const p = &pair;
    Kokkos::parallel_for(
        "slurry::near_field::p2p_radii",
        Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>>(space, 0, groups.count).set_chunk_size(16),
        [=](int g) {
          near_radii::group_against_sources<Space>(points, groups.runs(g, 0), groups.runs(g, 1), packed, *p, u);
        });
    space.fence();  // the constants live on the caller's stack
  } else {
    p2p_radii_per_target(space, points, packed, pair, u);
  }
}

using Space = CoreSpace;
template void p2p_radii<Space>(const Space&, const SortedPoints<Space>&, const TargetGroups<Space>&,
                               const PackedSources<Space>&, const RadiiPair&, const Vectors<Space>&);
template void p2p_radii_per_target<Space>(const Space&, const SortedPoints<Space>&, const PackedSources<Space>&,
                                          const RadiiPair&, const Vectors<Space>&);

}  // namespace slurry
