// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/density.hpp"
#include "base/loop_name.hpp"
#include "base/point_sets.hpp"
#include "ewald/near/field_p2p.hpp"
#include "ewald/near/p2p.hpp"

namespace slurry {

/// The product q.n of source i.
template <class Space>
KOKKOS_INLINE_FUNCTION double net_source_of(const Density<Space>& density, int i) {
  double qn = 0;
  for (int d = 0; d < 3; ++d) qn += density.dipoles(i, d) * density.normals(i, d);
  return qn;
}

/// Layout of sorted sources with their densities, one row for each source. Every loop from sources to targets reads
/// this layout.
template <class Space>
struct SourceRows {
  static constexpr bool of_density = true;
  PackedSources<Space> rows;

  /// Makes the rows. dipoles: leaves room for q and n, whether the density has them or not.
  void make(const Space& space, const SortedPoints<Space>& sources, const Density<Space>& density, bool dipoles) {
    const int numbers = dipoles ? packed_combined : packed_single;
    if (rows.extent(0) < sources.count || static_cast<int>(rows.extent(1)) != numbers)
      rows = PackedSources<Space>(Kokkos::view_alloc("slurry::p2p::packed", Kokkos::WithoutInitializing), sources.count,
                                  numbers);
    const auto row = rows;
    const auto order = sources.order;
    const auto local = sources.local;
    const bool single = density.single();
    Kokkos::parallel_for(
        "slurry::near_field::pack"_loop, Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(sources.count)),
        KOKKOS_LAMBDA(int k) {
          const int i = order(k);
          for (int d = 0; d < 3; ++d) row(k, d) = local(k, d);
          for (int d = 0; d < 3; ++d) {
            row(k, 3 + d) = single ? density.forces(i, d) : 0.0;
            if (!dipoles) continue;
            row(k, 6 + d) = density.dipoles(i, d);
            row(k, 9 + d) = density.normals(i, d);
          }
          if (dipoles) row(k, 12) = net_source_of(density, i);
        });
  }
};

/// Layout of sorted charges, one row for each charge.
template <class Space>
struct ChargeRows {
  static constexpr bool of_density = true;
  PackedSources<Space> rows;

  void make(const Space& space, const SortedPoints<Space>& sources, const PointCharges<Space>& charges) {
    if (rows.extent(0) < sources.count)
      rows = PackedSources<Space>(Kokkos::view_alloc("slurry::p2p::packed", Kokkos::WithoutInitializing), sources.count,
                                  packed_charge);
    const auto row = rows;
    const auto order = sources.order;
    const auto local = sources.local;
    Kokkos::parallel_for(
        "slurry::near_field::pack_charges"_loop, Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(sources.count)),
        KOKKOS_LAMBDA(int k) {
          for (int d = 0; d < 3; ++d) row(k, d) = local(k, d);
          row(k, 3) = charges(order(k));
        });
  }
};

/// Layout of runs of targets that the host takes together.
template <class Space, class Real>
struct GroupedTargets : TargetGroups<Space> {
  static constexpr bool of_density = false;
  void make(const Space& space, const SortedPoints<Space>& targets) {
    this->build(space, targets, group_width<Real>());
  }
};

}  // namespace slurry
