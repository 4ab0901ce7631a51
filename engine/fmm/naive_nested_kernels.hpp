// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "fmm/level_kernels.hpp"
#include "fmm/level_sums.hpp"

// M2L by all loops in one range (naive), and by a team for the children of one source parent (nested).
namespace slurry::fmm {

/// Scheme `naive`: a thread does one (target, window z y x, l, m, j) (theory/fast-multipole.md (M36)).
template <class Space, class Real, bool Shared>
struct NaiveProduct {
  LevelView<Space, Real> level;
  HarmonicTable<Space, Real> table;

  KOKKOS_INLINE_FUNCTION std::int64_t per_target() const {
    return std::int64_t(window_places) * (level.p + 1) * (level.p + 1) * (level.p + 1);
  }
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t index) const {
    const int orders = level.p + 1;
    const int j = int(index % orders), m = int(index / orders % orders), l = int(index / orders / orders % orders);
    index /= std::int64_t(orders) * orders * orders;
    const int window = int(index % window_places), target = int(index / window_places);
    if (m > l) return;
    const int source = level.met(std::size_t(target) * window_places + std::size_t(window));
    if (source < 0) return;
    const int octant = level.target_octant(std::size_t(target));
    const int dx = -from_box(window % 6, octant & 1), dy = -from_box(window / 6 % 6, octant >> 1 & 1),
              dz = -from_box(window / 36, octant >> 2 & 1);
    SetSums<Real> sums;
    add_orders(
        level.sets, l, m, j, -j, j, table.of(offset_number(dx, dy, dz)),
        [&](int at, int c) { return level.multipole(source, at, c); }, sums);
    const Real d[3] = {Real(dx) * level.cell[0], Real(dy) * level.cell[1], Real(dz) * level.cell[2]};
    if (level.sets == 4) sums.move(d);
    const Real factor = local_factor<Real>(l, m);
    for (int c = 0; c < level.sets; ++c) {
      add_to<Shared>(level.local(target, entry_of(l, m), c), factor * sums.re[c]);
      if (m > 0) add_to<Shared>(level.local(target, entry_of(l, -m), c), factor * sums.im[c]);
    }
  }
};

/// Scheme `naive`, target by target, so that only one thread adds to a target.
template <class Space, class Real>
struct NaiveTarget {
  NaiveProduct<Space, Real, false> product;
  KOKKOS_INLINE_FUNCTION void operator()(int target) const {
    const std::int64_t count = product.per_target();
    for (std::int64_t i = 0; i < count; ++i) product(target * count + i);
  }
};

template <class Space, class Real>
class NaiveKernel final : public LevelKernel<Space, Real> {
 public:
  NaiveKernel(const ExpansionShape& shape, const Vector3& cell)
      : table_(table_of_offsets<Space, Real>(shape.p, cell)) {}
  void run(const Space& space, const LevelView<Space, Real>& level) const override {
    if constexpr (is_host_space<Space>) {
      Kokkos::parallel_for("slurry::fmm::m2l_naive", Kokkos::RangePolicy<Space>(space, 0, level.targets),
                           NaiveTarget<Space, Real>{{level, table_}});
    } else {
      const NaiveProduct<Space, Real, true> product{level, table_};
      using Policy = Kokkos::RangePolicy<Space, Kokkos::IndexType<std::int64_t>>;
      Kokkos::parallel_for("slurry::fmm::m2l_naive", Policy(space, 0, level.targets * product.per_target()), product);
    }
    space.fence();
  }

 private:
  HarmonicTable<Space, Real> table_;
};

// ---- nested: a team for the children of one source parent

/// Scheme `nested`: a team does one source parent of one target; on the host, all 26 parents of a target
/// (theory/fast-multipole.md (M37)).
template <class Space, class Real>
struct NestedParents {
  static constexpr bool shared = !is_host_space<Space>;
  static constexpr int parents_at_once = shared ? 1 : 27;
  using Number = Real;
  using Member = typename Kokkos::TeamPolicy<Space>::member_type;
  LevelView<Space, Real> level;
  HarmonicTable<Space, Real> table;
  int scratch_level;

  /// Count of numbers: a child's multipole, the harmonics of its offset, and the sums of each thread for half a
  /// coefficient.
  static std::size_t scratch_numbers(int p, int sets) {
    return std::size_t(coefficients(p) * sets + 2 * coefficients(2 * p) + 2 * (p + 1) * (p + 2) * sets);
  }

  KOKKOS_INLINE_FUNCTION void operator()(const Member& team) const {
    const int p = level.p, sets = level.sets, numbers = level.coefficients() * sets, entries = 2 * table.entries;
    const int halves = (p + 1) * (p + 2);
    Real* const multipole =
        static_cast<Real*>(team.team_scratch(scratch_level)
                               .get_shmem(std::ptrdiff_t(sizeof(Real)) * (numbers + entries + 2 * halves * sets)));
    Real* const harmonics = multipole + numbers;
    Real* const sums = harmonics + entries;
    const int target = team.league_rank() * parents_at_once / 27;
    const int first = team.league_rank() * parents_at_once % 27;
    const int octant = level.target_octant(std::size_t(target));
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, 2 * halves * sets), [&](int i) { sums[i] = 0; });
    for (int parent = first; parent < first + parents_at_once; ++parent)
      for (int child = 0; child < 8; ++child) {
        const int x = 2 * (parent % 3) + (child & 1), y = 2 * (parent / 3 % 3) + (child >> 1 & 1),
                  z = 2 * (parent / 9) + (child >> 2 & 1);
        const int window = x + window_side * (y + window_side * z);
        const int source = level.met(std::size_t(target) * window_places + std::size_t(window));
        if (source < 0) continue;
        const int dx = -from_box(x, octant & 1), dy = -from_box(y, octant >> 1 & 1), dz = -from_box(z, octant >> 2 & 1);
        const Real d[3] = {Real(dx) * level.cell[0], Real(dy) * level.cell[1], Real(dz) * level.cell[2]};
        const Real* const from = table.of(offset_number(dx, dy, dz));
        team.team_barrier();
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, numbers),
                             [&](int i) { multipole[i] = level.multipole(source, i / sets, i % sets); });
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, entries), [&](int i) { harmonics[i] = from[i]; });
        team.team_barrier();
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, halves),
                             [&](int i) { half_of_row(i, d, multipole, harmonics, sums); });
      }
    team.team_barrier();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, halves), [&](int i) { store(i, target, sums); });
  }

 private:
  /// Two threads share a coefficient. One takes the negative orders of the sources, the other takes the remaining
  /// orders, so that all threads run the same instructions.
  struct Row {
    int l, m;
    bool negative;
  };
  KOKKOS_INLINE_FUNCTION Row row_of(int i) const {
    const int x = i % (level.p + 1), y = i / (level.p + 1);
    return x < y ? Row{y - 1, x, true} : Row{x, y, false};
  }
  KOKKOS_INLINE_FUNCTION void half_of_row(int i, const Real* d, const Real* multipole, const Real* harmonics,
                                          Real* sums) const {
    const Row row = row_of(i);
    const int sets = level.sets;
    SetSums<Real> own;
    for (int j = row.negative ? 1 : 0; j <= level.p; ++j)
      add_orders(
          sets, row.l, row.m, j, row.negative ? -j : 0, row.negative ? -1 : j, harmonics,
          [&](int at, int c) { return multipole[at * sets + c]; }, own);
    if (sets == 4) own.move(d);
    for (int c = 0; c < sets; ++c) {
      sums[2 * (i * sets + c)] += own.re[c];
      sums[2 * (i * sets + c) + 1] += own.im[c];
    }
  }
  KOKKOS_INLINE_FUNCTION void store(int i, int target, const Real* sums) const {
    const Row row = row_of(i);
    if (!row.negative) return;
    const int other = row.l + (level.p + 1) * row.m;
    const Real factor = local_factor<Real>(row.l, row.m);
    for (int c = 0; c < level.sets; ++c) {
      const Real *const a = sums + 2 * (i * level.sets + c), *const b = sums + 2 * (other * level.sets + c);
      add_to<shared>(level.local(target, entry_of(row.l, row.m), c), factor * (a[0] + b[0]));
      if (row.m > 0) add_to<shared>(level.local(target, entry_of(row.l, -row.m), c), factor * (a[1] + b[1]));
    }
  }
};

template <class Space, class Real>
class NestedKernel final : public LevelKernel<Space, Real> {
 public:
  NestedKernel(const ExpansionShape& shape, const Vector3& cell)
      : table_(table_of_offsets<Space, Real>(shape.p, cell)) {}
  void run(const Space& space, const LevelView<Space, Real>& level) const override {
    using Parents = NestedParents<Space, Real>;
    run_teams("slurry::fmm::m2l_nested", space, level.targets * 27 / Parents::parents_at_once,
              team_threads((level.p + 1) * (level.p + 2), 256), Parents::scratch_numbers(level.p, level.sets),
              Parents{level, table_, 0});
  }

 private:
  HarmonicTable<Space, Real> table_;
};

}  // namespace slurry::fmm
