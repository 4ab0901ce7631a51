// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

#include "base/density.hpp"
#include "base/loop_name.hpp"
#include "base/prefetch.hpp"
#include "base/views.hpp"
#include "ewald/near/source_rows.hpp"
#include "geometry/sorted_points.hpp"

// Loops of SpectralEwald over its points. They are not members, because code on a device must not use an object on the
// host.
namespace slurry {

/// Sets u to sorted + constant, in the numbering of the points as given.
template <class Space>
void unsort(const Space& space, const SortedPoints<Space>& points, const Vectors<Space>& sorted,
            const std::array<double, 3>& constant, const Vectors<Space>& u) {
  const Kokkos::Array<double, 3> c{constant[0], constant[1], constant[2]};
  const auto order = points.order;
  const int count = static_cast<int>(points.count);
  Kokkos::parallel_for(
      "slurry::summation::unsort"_loop, Kokkos::RangePolicy<Space>(space, 0, count), KOKKOS_LAMBDA(int k) {
        prefetch_row(u, order(k + prefetch_far_ahead < count ? k + prefetch_far_ahead : count - 1));
        const int i = order(k);
        for (int d = 0; d < 3; ++d) u(i, d) = sorted(k, d) + c[d];
      });
}

/// Whether some source has a q.n other than 0. Usually the first source has. The search looks at more and more of the
/// sources.
template <class Space>
bool any_net_source(const Space& space, const Density<Space>& density) {
  const int sources = static_cast<int>(density.dipoles.extent(0));
  int found = 0;
  for (int from = 0, to = 256; from < sources && found == 0; from = to, to = sources / 16 < to ? sources : 16 * to) {
    const int end = to < sources ? to : sources;
    Kokkos::parallel_reduce(
        "slurry::summation::net_source"_loop, Kokkos::RangePolicy<Space>(space, from, end),
        KOKKOS_LAMBDA(int i, int& sum) { sum += net_source_of(density, i) != 0 ? 1 : 0; }, found);
  }
  return found > 0;
}

/// Sums of q.n and of y q.n over the sources at positions y, in the order of the densities.
template <class Space>
std::array<double, 4> net_source_moments(const Space& space, const ConstVectors<Space>& y,
                                         const Density<Space>& density) {
  std::array<double, 4> total{};
  for (int m = 0; m < 4; ++m)
    Kokkos::parallel_reduce(
        "slurry::summation::net_source_moments"_loop,
        Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(y.extent(0))),
        KOKKOS_LAMBDA(int i, double& sum) {
          const double qn = net_source_of(density, i);
          sum += m == 0 ? qn : y(i, m - 1) * qn;
        },
        total[m]);
  return total;
}

/// Adds factor (x m_0 - (m_1, m_2, m_3)) to u, and its gradient to the gradient if that is asked for.
template <class Space>
void add_face_flux(const Space& space, double factor, const std::array<double, 4>& m, const ConstVectors<Space>& x,
                   const Vectors<Space>& u, const FieldGradients<Space>& gradient) {
  const double net = factor * m[0], c0 = factor * m[1], c1 = factor * m[2], c2 = factor * m[3];
  const bool sloped = gradient.extent(0) > 0;
  Kokkos::parallel_for(
      "slurry::summation::face_flux"_loop, Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(u.extent(0))),
      KOKKOS_LAMBDA(int i) {
        u(i, 0) += net * x(i, 0) - c0;
        u(i, 1) += net * x(i, 1) - c1;
        u(i, 2) += net * x(i, 2) - c2;
        if (sloped)
          for (int d = 0; d < 3; ++d) gradient(i, 4 * d) += net;
      });
}

}  // namespace slurry
