// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include "base/views.hpp"
#include "geometry/sorted_points.hpp"
#include "kernels/near_pair.hpp"

namespace slurry {

/// Sources of the near field in sorted order, one row per source: x, y, z (box-local), then the force (6 numbers), or
/// force, q, n and q.n (13 numbers).
template <class Space>
using PackedSources = Kokkos::View<double**, Kokkos::LayoutRight, typename Space::memory_space>;
inline constexpr int packed_single = 6, packed_combined = 13;

/// Runs of consecutive targets of a row, (first, count), each at most one SIMD vector long; used by the host's inner
/// loop.
template <class Space>
struct TargetGroups {
  Kokkos::View<int* [2], Kokkos::LayoutRight, typename Space::memory_space> runs;
  int count = 0;
  /// width: largest length of a run, group_width<Real>().
  void build(const Space& space, const SortedPoints<Space>& targets, int width);
};

/// Targets that the host takes at once in the given precision.
template <class Real>
int group_width();

/// Near field: for every target i (original numbering) u(i) = sum over all source images within the cutoff, the pair of
/// a point with itself included as its self term.  Source: theory/splits.md (S3), (S4), theory/rotne-prager.md (R4).
/// Real: precision of the arithmetic on differences; they are formed, and sums are kept, in double.
/// Cost: about 4 ns per pair inside the cutoff on one AVX-512 core.
template <class Real, class Space>
void p2p(const Space& space, const SortedPoints<Space>& targets, const TargetGroups<Space>& groups,
         const SortedPoints<Space>& sources, const PackedSources<Space>& packed, const NearPair& pair,
         const Vectors<Space>& u);

/// Near part with one thread per target and scalar arithmetic: the form for devices, and a check of the other.  fp32:
/// separations are formed in fp64 and rounded, terms are added in fp64.
template <class Space, class Real = double>
void p2p_per_target(const Space& space, const SortedPoints<Space>& targets, const SortedPoints<Space>& sources,
                    const PackedSources<Space>& packed, const NearPair& pair, const Vectors<Space>& u);

}  // namespace slurry
