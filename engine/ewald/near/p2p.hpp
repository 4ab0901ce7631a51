// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include "base/views.hpp"
#include "geometry/sorted_points.hpp"
#include "kernels/near_pair.hpp"

namespace slurry {

/// Sources of the near field in sorted order, one row per source: x, y, z (box-local), followed by the force (6 numbers
/// in all), or by force, q, n and q.n (13 numbers in all).
template <class Space>
using PackedSources = Kokkos::View<double**, Kokkos::LayoutRight, typename Space::memory_space>;
inline constexpr int packed_single = 6, packed_combined = 13;

/// Runs of consecutive targets of a row, as (first, count). Each run is at most one SIMD vector long. The host's inner
/// loop uses them.
template <class Space>
struct TargetGroups {
  Kokkos::View<int* [2], Kokkos::LayoutRight, typename Space::memory_space> runs;
  int count = 0;
  /// Makes the runs. width: largest length of a run, group_width<Real>().
  void build(const Space& space, const SortedPoints<Space>& targets, int width);
};

/// Number of targets that the host takes together in the given precision.
template <class Real>
int group_width();

/// Near field: for every target i (original numbering), u(i) = sum over all source images within the cutoff. The pair
/// of a point with itself is included as its self term. Source: theory/splits.md (S3), (S4), theory/rotne-prager.md
/// (R4). Real is the precision of the arithmetic on differences; the differences are formed in double, and sums are
/// kept in double. Cost: about 4 ns per pair inside the cutoff on one AVX-512 core.
template <class Real, class Space>
void p2p(const Space& space, const SortedPoints<Space>& targets, const TargetGroups<Space>& groups,
         const SortedPoints<Space>& sources, const PackedSources<Space>& packed, const NearPair& pair,
         const Vectors<Space>& u);

/// Near part with one thread per target and scalar arithmetic. Devices use this form, and the other form is checked
/// against it. In single precision, separations are formed in double and rounded, and terms are added in double.
template <class Space, class Real = double>
void p2p_per_target(const Space& space, const SortedPoints<Space>& targets, const SortedPoints<Space>& sources,
                    const PackedSources<Space>& packed, const NearPair& pair, const Vectors<Space>& u);

}  // namespace slurry
