// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/near/radii_p2p.hpp"

#include <algorithm>

#include "base/execution.hpp"
#include "base/instantiations.hpp"
#include "base/loop_name.hpp"
#include "base/simd.hpp"
#include "ewald/near/row_walk.hpp"
#include "slurry/error.hpp"

namespace slurry {
namespace near_radii {

using Wide = simd::Wide<double>;
inline constexpr int width = static_cast<int>(Wide::size());

/// 1/r to the last bit, since its fifth power follows; 0 at r = 0, which is the self term.
inline Wide inverse_distance(Wide s) {
  const Wide inverse = simd::inverse_sqrt<true>(s);
  return inverse * (1.5 - 0.5 * s * inverse * inverse);
}

/// A vector of targets: coordinates, radii and their squares over 6.
struct Lanes {
  Wide x, y, z, radius, bent;
  alignas(64) double radii[width];
};

/// Velocity of the lanes by one source of radius b.  Degree is the compile-time m: the Horner loops must unroll fully.
template <int Degree>
inline void add_pairs(const RadiiPair& p, const Lanes& t, const double* q, Wide dx, Wide dy, Wide dz, Wide s, Wide& ux,
                      Wide& uy, Wide& uz) {
  const auto within = s < Wide(p.rc2);
  const double b = q[6];
  const Wide inverse = inverse_distance(s);
  Wide x0, y0, x, y;
  radii_coefficients<Wide, Degree>(p, s, inverse, t.bent + b * b * (1.0 / 6), x0, y0, x, y);
  const Wide touch = t.radius + b;
  const auto close = s < touch * touch;
  if (b > 0 && !simd::none_of(close))
    for (int l = 0; l < width; ++l) {
      if (!close[l] || t.radii[l] == 0) continue;
      double xl, yl;
      rotne_prager_pair(std::sqrt(double(s[l])), t.radii[l], b, xl, yl);
      x0[l] = xl;
      y0[l] = yl;
    }
  Wide along = x0 - x, radial = (y0 - y) * (dx * q[3] + dy * q[4] + dz * q[5]);
  simd::where(!within, along) = 0.0;
  simd::where(!within, radial) = 0.0;
  ux += along * q[3] + radial * dx;
  uy += along * q[4] + radial * dy;
  uz += along * q[5] + radial * dz;
}

/// Adds the velocities by the sources [first, last) of the packed array, moved by `shift`, to u.
using RunLoop = void (*)(const RadiiPair& pair, const Lanes& targets, const double* packed, int first, int last,
                         const double* shift, Wide (&u)[3]);

template <int Degree>
void targets_against_run(const RadiiPair& pair, const Lanes& t, const double* packed, int first, int last,
                         const double* shift, Wide (&u)[3]) {
  Wide ux = 0.0, uy = 0.0, uz = 0.0;  // in registers: what a pointer reaches lives in memory
  const Wide tx = t.x, ty = t.y, tz = t.z;
  for (int j = first; j < last; ++j) {
    const double* const q = packed + std::size_t(packed_sphere) * j;
    const Wide dx = tx - (q[0] + shift[0]), dy = ty - (q[1] + shift[1]), dz = tz - (q[2] + shift[2]);
    const Wide s = dx * dx + dy * dy + dz * dz;
    if (simd::none_of(s < Wide(pair.rc2))) continue;
    add_pairs<Degree>(pair, t, q, dx, dy, dz, s, ux, uy, uz);
  }
  u[0] += ux;
  u[1] += uy;
  u[2] += uz;
}

/// One vector of consecutive targets against all its sources.
template <class Space>
void group_against_sources(RunLoop loop, const SortedPoints<Space>& targets, int first, int count,
                           const double* target_radii, const SortedPoints<Space>& sources,
                           const PackedSources<Space>& packed, const RadiiPair& pair, const Vectors<Space>& u) {
  alignas(64) double row[3][width];
  double lo[3], hi[3];
  Lanes t;
  for (int l = 0; l < width; ++l) t.radii[l] = l < count ? target_radii[first + l] : 0;
  for (int d = 0; d < 3; ++d) {
    lo[d] = hi[d] = targets.local(first, d);
    for (int l = 0; l < width; ++l) {
      const double c = l < count ? targets.local(first + l, d) : 1e15;  // beyond: never within the cutoff
      row[d][l] = c;
      if (l >= count) continue;
      lo[d] = std::min(lo[d], c);
      hi[d] = std::max(hi[d], c);
    }
  }
  t.x = Wide(row[0], simd::vector_aligned);
  t.y = Wide(row[1], simd::vector_aligned);
  t.z = Wide(row[2], simd::vector_aligned);
  t.radius = Wide(t.radii, simd::vector_aligned);
  t.bent = t.radius * t.radius * (1.0 / 6);
  Wide sum[3] = {0.0, 0.0, 0.0};
  walk_rows(sources.grid, sources.cell_start, lo, hi, std::sqrt(pair.rc2),
            [&](int s0, int s1, const double* shift) { loop(pair, t, packed.data(), s0, s1, shift, sum); });
  for (int l = 0; l < count; ++l) {
    const int i = targets.order(first + l);
    for (int c = 0; c < 3; ++c) u(i, c) = sum[c][l];
  }
}

template <int... Degrees>
RunLoop loop_of_degree(std::integer_sequence<int, Degrees...>, int degree) {
  RunLoop found = nullptr;
  ((degree == Degrees ? void(found = &targets_against_run<Degrees>) : void()), ...);
  if (!found) throw Error("the near field is not compiled for this polynomial degree");
  return found;
}

}  // namespace near_radii

template <class Space>
void p2p_radii_per_target(const Space& space, const SortedPoints<Space>& targets,
                          const SphereRadii<Space>& target_radii, const SortedPoints<Space>& sources,
                          const PackedSources<Space>& packed, const RadiiPair& pair, const Vectors<Space>& u) {
  const auto local = targets.local;
  const auto order = targets.order;
  const auto grid = sources.grid;
  const auto start = sources.cell_start;
  Kokkos::parallel_for(
      "slurry::near_field::p2p_radii_per_target"_loop,
      Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(targets.count)), KOKKOS_LAMBDA(int t) {
        const double at[3] = {local(t, 0), local(t, 1), local(t, 2)}, a = target_radii(t);
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
void p2p_radii(const Space& space, const SortedPoints<Space>& targets, const TargetGroups<Space>& groups,
               const SphereRadii<Space>& target_radii, const SortedPoints<Space>& sources,
               const PackedSources<Space>& packed, const RadiiPair& pair, const Vectors<Space>& u) {
  const auto loop = near_radii::loop_of_degree(CompiledNearDegrees{}, pair.degree);
  const auto* const p = &pair;
  const double* const radii = target_radii.data();
  Kokkos::parallel_for(
      "slurry::near_field::p2p_radii"_loop,
      Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>>(space, 0, groups.count).set_chunk_size(16),
      [=](int g) {
        near_radii::group_against_sources<Space>(loop, targets, groups.runs(g, 0), groups.runs(g, 1), radii, sources,
                                                 packed, *p, u);
      });
  space.fence();  // the constants live on the caller's stack
}

template void p2p_radii<Host>(const Host&, const SortedPoints<Host>&, const TargetGroups<Host>&,
                              const SphereRadii<Host>&, const SortedPoints<Host>&, const PackedSources<Host>&,
                              const RadiiPair&, const Vectors<Host>&);

#define SLURRY_INSTANTIATE(Space)                                                                                      \
  template void p2p_radii_per_target<Space>(const Space&, const SortedPoints<Space>&, const SphereRadii<Space>&,       \
                                            const SortedPoints<Space>&, const PackedSources<Space>&, const RadiiPair&, \
                                            const Vectors<Space>&);
SLURRY_FOR_EACH_SPACE(SLURRY_INSTANTIATE)

}  // namespace slurry
