// SPDX-License-Identifier: BSD-3-Clause
#include "base/execution.hpp"
#include "base/loop_name.hpp"
#include "near_field/cell_pairs.hpp"

namespace slurry::near {

/// A velocity that lanes add up together.
struct Sum3 {
  double c[3] = {0, 0, 0};
  KOKKOS_FUNCTION Sum3& operator+=(const Sum3& other) {
    for (int k = 0; k < 3; ++k) c[k] += other.c[k];
    return *this;
  }
  KOKKOS_FUNCTION void operator+=(const volatile Sum3& other) volatile {
    for (int k = 0; k < 3; ++k) c[k] = c[k] + other.c[k];
  }
};

}  // namespace slurry::near

template <>
struct Kokkos::reduction_identity<slurry::near::Sum3> {
  KOKKOS_FORCEINLINE_FUNCTION static slurry::near::Sum3 sum() { return {}; }
};

namespace slurry {
namespace near {

/// Terms of points or of spheres, and of the combined layer.
template <class Real>
struct LayerPair {
  NearPair pair;
  KOKKOS_FUNCTION int stride() const { return pair.kind == PairKind::combined ? packed_combined : packed_single; }
  /// row: a source's numbers.
  KOKKOS_FUNCTION void add(const double x[3], const double shift[3], const double* row, double u[3]) const {
    const Real d[3] = {Real(x[0] - shift[0] - row[0]), Real(x[1] - shift[1] - row[1]), Real(x[2] - shift[2] - row[2])};
    Real w[packed_combined - 3];
    for (int k = 0; k < stride() - 3; ++k) w[k] = Real(row[3 + k]);
    if (pair.kind == PairKind::combined)
      add_combined_pair(pair, d, w, u);
    else
      add_near_pair(pair, d, w, u);
  }
};

/// One team: targets of a cell, as many as it has threads.
template <class Space, class Pair, bool staged, bool shared>
struct CellTeam {
  using Team = typename Kokkos::TeamPolicy<Space>::member_type;
  using Integers = typename CellLists<Space>::Integers;
  Pair pair;
  SortedPoints<Space> targets;
  CellLists<Space> lists;  ///< of the targets
  CellLists<Space> source_lists;
  PackedSources<Space> rows;
  Vectors<Space> u;
  int blocks, lanes;  ///< teams per slot; lanes per thread

  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const int slot = team.league_rank() / blocks, cell = lists.cell(slot), count = lists.count(cell);
    const int threads = team.team_size(), first = team.league_rank() % blocks * threads;
    if (first >= count) return;  // all of the team
    const int t = first + team.team_rank();
    const bool has_target = t < count;
    const int point = lists.place(std::size_t(slot) * lists.longest + (has_target ? t : first));
    const double x[3] = {targets.local(point, 0), targets.local(point, 1), targets.local(point, 2)};
    Sum3 sum;
    if constexpr (staged)
      through_scratch(team, cell, x, sum);
    else
      from_memory(team, cell, x, sum);
    if (!has_target) return;
    const int i = targets.order(point);
    Kokkos::single(Kokkos::PerThread(team), Write{u, sum, i});
  }

 private:
  struct Write {
    Vectors<Space> u;
    Sum3 sum;
    int i;
    KOKKOS_FUNCTION void operator()() const {
      for (int c = 0; c < 3; ++c) u(i, c) = sum.c[c];
    }
  };
  /// A lane's part of all sources in memory.
  struct Lane {
    const CellTeam& t;
    int cell;
    const double* x;
    KOKKOS_FUNCTION void operator()(int lane, Sum3& sum) const {
      const int stride = t.pair.stride();
      for (int k = 0; k < t.source_lists.colleagues(); ++k) {
        double shift[3];
        const int s = t.source_lists.colleague(cell, k, shift);
        if (s < 0) continue;
        const int count = t.source_lists.count(t.source_lists.cell(s));
        const double* const row = t.rows.data() + std::size_t(s) * t.source_lists.longest * stride;
        for (int j = lane; j < count; j += t.lanes) t.pair.add(x, shift, row + std::size_t(j) * stride, sum.c);
      }
    }
  };
  /// A lane's part of the sources in scratch.
  struct StagedLane {
    const CellTeam& t;
    const double* x;
    const double* shift;
    const double* scratch;
    int count;
    KOKKOS_FUNCTION void operator()(int lane, Sum3& sum) const {
      const int stride = t.pair.stride();
      for (int j = lane; j < count; j += t.lanes) t.pair.add(x, shift, scratch + j * stride, sum.c);
    }
  };
  struct Stage {
    const double* from;
    double* scratch;
    KOKKOS_FUNCTION void operator()(int i) const { scratch[i] = from[i]; }
  };

  KOKKOS_FUNCTION void from_memory(const Team& team, int cell, const double x[3], Sum3& sum) const {
    const Lane lane{*this, cell, x};
    if constexpr (shared)
      Kokkos::parallel_reduce(Kokkos::ThreadVectorRange(team, lanes), lane, Kokkos::Sum<Sum3>(sum));
    else
      lane(0, sum);
  }
  KOKKOS_FUNCTION void through_scratch(const Team& team, int cell, const double x[3], Sum3& sum) const {
    const int stride = pair.stride(), chunk = team.team_size() * lanes;
    double* const scratch = static_cast<double*>(team.team_scratch(0).get_shmem(sizeof(double) * chunk * stride));
    for (int k = 0; k < source_lists.colleagues(); ++k) {
      double shift[3];
      const int s = source_lists.colleague(cell, k, shift);
      if (s < 0) continue;
      const int count = source_lists.count(source_lists.cell(s));
      const double* const row = rows.data() + std::size_t(s) * source_lists.longest * stride;
      for (int j = 0; j < count; j += chunk) {
        const int here = count - j < chunk ? count - j : chunk;
        team.team_barrier();  // nobody reads the last ones any more
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, here * stride),
                             Stage{row + std::size_t(j) * stride, scratch});
        team.team_barrier();
        const StagedLane lane{*this, x, shift, scratch, here};
        if constexpr (shared) {
          Sum3 part;
          Kokkos::parallel_reduce(Kokkos::ThreadVectorRange(team, lanes), lane, Kokkos::Sum<Sum3>(part));
          sum += part;
        } else {
          lane(0, sum);
        }
      }
    }
  }
};

template <class Space>
struct PlaceRow {
  CellLists<Space> lists;
  PackedSources<Space> packed, rows;
  KOKKOS_FUNCTION void operator()(int k) const {
    const int slot = k / lists.longest, at = k % lists.longest;
    if (at >= lists.count(lists.cell(slot))) return;
    const int from = lists.place(k);
    for (int c = 0; c < static_cast<int>(rows.extent(1)); ++c) rows(k, c) = packed(from, c);
  }
};

template <bool staged, bool shared, class Space, class Real>
void run_teams(BlockShape shape, const Space& space, const SortedPoints<Space>& targets, const CellLists<Space>& lists,
               const CellRows<Space>& sources, const NearPair& pair, const Vectors<Space>& u) {
  using Work = CellTeam<Space, LayerPair<Real>, staged, shared>;
  if (is_host_space<Space>) shape.threads = 1;
  const int blocks = (lists.longest + shape.threads - 1) / shape.threads;
  if (lists.slots == 0) return;
  const Work work{{pair}, targets, lists, sources.lists, sources.rows, u, blocks, shared ? shape.lanes : 1};
  Kokkos::TeamPolicy<Space> policy(space, lists.slots * blocks, shape.threads,
                                   shared && !is_host_space<Space> ? shape.lanes : 1);
  if (staged)
    policy.set_scratch_size(
        0, Kokkos::PerTeam(static_cast<int>(sizeof(double)) * shape.threads * work.lanes * work.pair.stride() + 64));
  Kokkos::parallel_for("slurry::near_field::p2p_by_cells"_loop, policy, work);
}

}  // namespace near

template <class Space>
void place_rows(const Space& space, const CellLists<Space>& lists, const PackedSources<Space>& packed,
                PackedSources<Space>& rows) {
  const std::size_t places = std::size_t(lists.slots) * lists.longest;
  if (rows.extent(0) < places || rows.extent(1) != packed.extent(1))
    rows = PackedSources<Space>(Kokkos::view_alloc("slurry::cell_lists::rows", Kokkos::WithoutInitializing), places,
                                packed.extent(1));
  Kokkos::parallel_for("slurry::near_field::place_rows"_loop,
                       Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(places)),
                       near::PlaceRow<Space>{lists, packed, rows});
}

template <class Space, class Real>
void p2p_by_cells(CellLoop loop, BlockShape shape, const Space& space, const SortedPoints<Space>& targets,
                  const CellLists<Space>& lists, const CellRows<Space>& sources, const NearPair& pair,
                  const Vectors<Space>& u) {
  switch (loop) {
    case CellLoop::gm_1d:
      return near::run_teams<false, false, Space, Real>(shape, space, targets, lists, sources, pair, u);
    case CellLoop::sm_1d:
      return near::run_teams<true, false, Space, Real>(shape, space, targets, lists, sources, pair, u);
    case CellLoop::gm_2d:
      return near::run_teams<false, true, Space, Real>(shape, space, targets, lists, sources, pair, u);
    case CellLoop::sm_2d:
      return near::run_teams<true, true, Space, Real>(shape, space, targets, lists, sources, pair, u);
  }
}

#define SLURRY_INSTANTIATE(Space)                                                                                      \
  template void place_rows(const Space&, const CellLists<Space>&, const PackedSources<Space>&, PackedSources<Space>&); \
  template void p2p_by_cells<Space, double>(CellLoop, BlockShape, const Space&, const SortedPoints<Space>&,            \
                                            const CellLists<Space>&, const CellRows<Space>&, const NearPair&,          \
                                            const Vectors<Space>&);                                                    \
  template void p2p_by_cells<Space, float>(CellLoop, BlockShape, const Space&, const SortedPoints<Space>&,             \
                                           const CellLists<Space>&, const CellRows<Space>&, const NearPair&,           \
                                           const Vectors<Space>&);
SLURRY_FOR_EACH_SPACE(SLURRY_INSTANTIATE)

}  // namespace slurry
