// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "yardsticks/sparse_spreading/matrix.hpp"

// Sums over the entries of a row.
namespace slurry::spreading_methods {

/// Holds one sum for each component.
template <class Real, int C>
struct Sums {
  Real value[C];
  KOKKOS_INLINE_FUNCTION Sums() {
    for (int c = 0; c < C; ++c) value[c] = 0;
  }
  KOKKOS_INLINE_FUNCTION Sums& operator+=(const Sums& o) {
    for (int c = 0; c < C; ++c) value[c] += o.value[c];
    return *this;
  }
};

/// One thread per row with G partial sums. Each takes every G-th entry, and a tree adds them up. This is the result
/// that G threads of a device give.
template <class Space, class Real, int C, int G>
struct SumRow {
  Integers<Space> start;
  Entries<Space, Real> entries;
  const Real* values;
  Real* nodes;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    Sums<Real, C> part[G];
    const int end = start(row + 1);
    int k = start(row);
    for (; k + G <= end; k += G)
      for (int l = 0; l < G; ++l) add(part[l], k + l);
    for (int l = 0; k < end; ++k, ++l) add(part[l], k);
    for (int step = G / 2; step > 0; step /= 2)
      for (int l = 0; l < step; ++l) part[l] += part[l + step];
    for (int c = 0; c < C; ++c) nodes[std::size_t(row) * C + c] = part[0].value[c];
  }
  KOKKOS_INLINE_FUNCTION void add(Sums<Real, C>& sum, int k) const {
    const Real w = entries.weight(k);
    const Real* value = values + std::size_t(entries.particle(k)) * C;
    for (int c = 0; c < C; ++c) sum.value[c] += w * value[c];
  }
};

/// Teams whose threads work in groups of `group` per row. They add up through the scratch memory of the team.
template <class Space, class Real, int C>
struct SumRowsInScratch {
  using Team = typename Kokkos::TeamPolicy<Space>::member_type;
  Integers<Space> start;
  Entries<Space, Real> entries;
  int rows, group;
  const Real* values;
  Real* nodes;
  bool shuffle;
  KOKKOS_INLINE_FUNCTION void operator()(const Team& team) const {
    const int lane = team.team_rank() % group,
              row = team.league_rank() * (team.team_size() / group) + team.team_rank() / group;
    Sums<Real, C> sum;
    if (row < rows)
      for (int k = start(row) + lane; k < start(row + 1); k += group) {
        const Real w = entries.weight(k);
        const Real* value = values + std::size_t(entries.particle(k)) * C;
        for (int c = 0; c < C; ++c) sum.value[c] += w * value[c];
      }
#if defined(__CUDA_ARCH__)
    if (shuffle) {
      for (int step = group / 2; step > 0; step /= 2)
        for (int c = 0; c < C; ++c) sum.value[c] += __shfl_down_sync(0xffffffffu, sum.value[c], step, group);
      if (lane == 0 && row < rows)
        for (int c = 0; c < C; ++c) nodes[std::size_t(row) * C + c] = sum.value[c];
      return;
    }
#endif
    auto* scratch = static_cast<Sums<Real, C>*>(team.team_shmem().get_shmem(team.team_size() * sizeof(Sums<Real, C>)));
    scratch[team.team_rank()] = sum;
    team.team_barrier();
    if (lane != 0 || row >= rows) return;
    for (int l = 1; l < group; ++l) sum += scratch[team.team_rank() + l];
    for (int c = 0; c < C; ++c) nodes[std::size_t(row) * C + c] = sum.value[c];
  }
};

/// Computes the transposed product, row by row. The entries of a particle lie in many rows.
template <class Space, class Real, int C>
struct ReturnRow {
  Integers<Space> start;
  Entries<Space, Real> entries;
  Rows rows;
  const Real* nodes;
  Real* values;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    for (int k = start(row); k < start(row + 1); ++k) {
      const int node = rows.node(row, rows.size > 1 ? entries.within(k) : 0);
      for (int c = 0; c < C; ++c)
        Kokkos::atomic_add(values + std::size_t(entries.particle(k)) * C + c,
                           entries.weight(k) * nodes[std::size_t(node) * C + c]);
    }
  }
};

/// Sums of a group on the stack of one thread of the host.
template <class Space, class Real, int C, bool atomics>
struct SumGroup {
  Integers<Space> start;
  Entries<Space, Real> entries;
  Rows rows;
  const Real* values;
  Real* nodes;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    Real sums[256 * C];
    if constexpr (!atomics)
      for (int m = 0; m < rows.size * C; ++m) sums[m] = 0;
    for (int k = start(row); k < start(row + 1); ++k) {
      const Real* value = values + std::size_t(entries.particle(k)) * C;
      const Real w = entries.weight(k);
      const int within = entries.within(k);
      if constexpr (atomics) {
        Real* node = nodes + std::size_t(rows.node(row, within)) * C;
        for (int c = 0; c < C; ++c) Kokkos::atomic_add(node + c, w * value[c]);
      } else {
        for (int c = 0; c < C; ++c) sums[within * C + c] += w * value[c];
      }
    }
    if constexpr (atomics) return;
    const int all = rows.mesh * rows.mesh * rows.mesh;
    for (int within = 0; within < rows.size; ++within) {
      const int node = rows.node(row, within);
      if (node < all)
        for (int c = 0; c < C; ++c) nodes[std::size_t(node) * C + c] = sums[within * C + c];
    }
  }
};

/// One team per group, with its sums in scratch memory or directly on the mesh.
template <class Space, class Real, int C, bool atomics>
struct SumGroupByTeam {
  using Team = typename Kokkos::TeamPolicy<Space>::member_type;
  Integers<Space> start;
  Entries<Space, Real> entries;
  Rows rows;
  const Real* values;
  Real* nodes;
  KOKKOS_INLINE_FUNCTION void operator()(const Team& team) const {
    const int row = team.league_rank(), all = rows.mesh * rows.mesh * rows.mesh;
    Real* sums = nullptr;
    if constexpr (!atomics) {
      sums = static_cast<Real*>(team.team_shmem().get_shmem(rows.size * C * sizeof(Real)));
      for (int m = team.team_rank(); m < rows.size * C; m += team.team_size()) sums[m] = 0;
      team.team_barrier();
    }
    for (int k = start(row) + team.team_rank(); k < start(row + 1); k += team.team_size()) {
      const Real* value = values + std::size_t(entries.particle(k)) * C;
      const int within = entries.within(k);
      Real* to = atomics ? nodes + std::size_t(rows.node(row, within)) * C : sums + within * C;
      for (int c = 0; c < C; ++c) Kokkos::atomic_add(to + c, entries.weight(k) * value[c]);
    }
    if constexpr (!atomics) {
      team.team_barrier();
      for (int m = team.team_rank(); m < rows.size * C; m += team.team_size()) {
        const int node = rows.node(row, m / C);
        if (node < all) nodes[std::size_t(node) * C + m % C] = sums[m];
      }
    }
  }
};

}  // namespace slurry::spreading_methods
