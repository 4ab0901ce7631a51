// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

#include "base/density.hpp"
#include "base/execution.hpp"
#include "base/loop_name.hpp"
#include "base/prefetch.hpp"
#include "base/views.hpp"
#include "geometry/sorted_points.hpp"
#include "near_field/p2p.hpp"

// Loops of SpectralEwald over its points.  They are no members: what a device runs must not hang on an object of the
// host.
namespace slurry {

/// q.n of source i.
template <class Space>
KOKKOS_INLINE_FUNCTION double net_source_of(const Density<Space>& density, int i) {
  double qn = 0;
  for (int d = 0; d < 3; ++d) qn += density.dipoles(i, d) * density.normals(i, d);
  return qn;
}

/// Sources in sorted order, with their densities, as rows for p2p.
template <class Space>
void pack_sources(const Space& space, const SortedPoints<Space>& sources, const Density<Space>& density, bool dipoles,
                  const PackedSources<Space>& row) {
  const auto order = sources.order;
  const auto local = sources.local;
  const bool single = density.single();
  Kokkos::parallel_for(
      "slurry::near_field::pack"_loop, Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(sources.count)),
      KOKKOS_LAMBDA(int k) {
        const int i = order(k);
        for (int d = 0; d < 3; ++d) {
          row(k, d) = local(k, d);
          row(k, 3 + d) = single ? density.forces(i, d) : 0.0;
          if (!dipoles) continue;
          row(k, 6 + d) = density.dipoles(i, d);
          row(k, 9 + d) = density.normals(i, d);
        }
        if (dipoles) row(k, 12) = net_source_of(density, i);
      });
}

/// v += u.
template <class Space>
void add_vectors(const Space& space, const Vectors<Space>& u, const Vectors<Space>& v) {
  Kokkos::parallel_for(
      "slurry::near_field::add"_loop, Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(v.extent(0))),
      KOKKOS_LAMBDA(int i) {
        for (int d = 0; d < 3; ++d) v(i, d) += u(i, d);
      });
}

/// v += c u; nothing for c = 0.
template <class Space>
void add_scaled(const Space& space, double c, const ConstVectors<Space>& u, const Vectors<Space>& v) {
  if (c == 0) return;
  Kokkos::parallel_for(
      "slurry::summation::add_scaled"_loop, Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(v.extent(0))),
      KOKKOS_LAMBDA(int i) {
        for (int d = 0; d < 3; ++d) v(i, d) += c * u(i, d);
      });
}

/// order(k) = k.
template <class Space>
void number(const Space& space, const Kokkos::View<int*, typename Space::memory_space>& order) {
  Kokkos::parallel_for(
      "slurry::summation::number"_loop, Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(order.extent(0))),
      KOKKOS_LAMBDA(int k) { order(k) = k; });
}

/// u = sorted + constant, in the numbering of the points as given.
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

/// Whether some source has q.n other than 0.  Mostly the first one has: more and more of them are looked at.
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

/// Sum of q.n and of y q.n over the sources at y, in the order of the densities.
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

/// u += factor (x m_0 - (m_1, m_2, m_3)), and its gradient where there is one.
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
