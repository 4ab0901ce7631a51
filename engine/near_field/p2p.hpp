// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include "base/views.hpp"
#include "geometry/sorted_points.hpp"
#include "kernels/near_pair.hpp"

namespace slurry {

/// Sources of the near field in sorted order, one row per source: x, y, z (box-local) and the force.
template <class Space>
using PackedSources = Kokkos::View<double* [6], Kokkos::LayoutRight, typename Space::memory_space>;

/// Runs of up to one SIMD vector of consecutive targets of a row, (first, count); used by the host's inner loop.
template <class Space>
struct TargetGroups {
  Kokkos::View<int* [2], Kokkos::LayoutRight, typename Space::memory_space> runs;
  int count = 0;
  void build(const Space& space, const SortedPoints<Space>& targets);
};

/// Near field: for every target i (original numbering) u(i) = sum over all source images within the cutoff, the pair of
/// a point with itself included as its self term.  Source: ewald-recipe.md sections 2 and 7.
/// Cost: about 4 ns per pair inside the cutoff on one AVX-512 core (cpu-kernels.md section 3, design c).
template <class Space>
void p2p(const Space& space, const SortedPoints<Space>& targets, const TargetGroups<Space>& groups,
         const SortedPoints<Space>& sources, const PackedSources<Space>& packed, const NearPair& pair,
         const Vectors<Space>& u);

/// The same with one thread per target and scalar arithmetic: the form for devices, and a check of the other.
template <class Space>
void p2p_per_target(const Space& space, const SortedPoints<Space>& targets, const SortedPoints<Space>& sources,
                    const PackedSources<Space>& packed, const NearPair& pair, const Vectors<Space>& u);

}  // namespace slurry
