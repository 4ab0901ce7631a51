// SPDX-License-Identifier: BSD-3-Clause
#include "base/execution.hpp"
#include "base/loop_name.hpp"
#include "ewald/near/cell_pairs.hpp"

namespace slurry::near {

/// Sums that lanes add up together: a velocity, or a potential and its gradient.
template <int n>
struct Sums {
  double c[n] = {};
  KOKKOS_FUNCTION Sums& operator+=(const Sums& other) {
    for (int k = 0; k < n; ++k) c[k] += other.c[k];
    return *this;
  }
  KOKKOS_FUNCTION void operator+=(const volatile Sums& other) volatile {
    for (int k = 0; k < n; ++k) c[k] = c[k] + other.c[k];
  }
};

}  // namespace slurry::near

template <int n>
struct Kokkos::reduction_identity<slurry::near::Sums<n>> {
  KOKKOS_FORCEINLINE_FUNCTION static slurry::near::Sums<n> sum() { return {}; }
};

namespace slurry {
namespace near {

/// Terms of points or of spheres, and of the combined layer.
template <class Real>
struct LayerPair {
  static constexpr int sums = 3;
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

/// Pairs within the cutoff that need no more than their distance.
struct Separation {
  double d[3], s;
  KOKKOS_FUNCTION Separation(const double x[3], const double shift[3], const double* row)
      : d{x[0] - shift[0] - row[0], x[1] - shift[1] - row[1], x[2] - shift[2] - row[2]},
        s(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]) {}
};

/// The gradient of the charges' potential, and it.
struct ChargePair {
  static constexpr int sums = 4;
  FieldPair pair;
  KOKKOS_FUNCTION int stride() const { return packed_charge; }
  KOKKOS_FUNCTION void add(const double x[3], const double shift[3], const double* row, double u[4]) const {
    const Separation r(x, shift, row);
    if (r.s >= pair.rc2) return;
    add_charge_pair(pair, r.d, r.s, r.s > 0 ? 1 / std::sqrt(r.s) : 0.0, KeepAll{}, row[3], u[3], u);
  }
};

/// 1/r of charges, whatever the split would leave of it.
template <class Real>
struct FreePoisson {
  static constexpr int sums = 1;
  double rc2;
  KOKKOS_FUNCTION int stride() const { return packed_charge; }
  KOKKOS_FUNCTION void add(const double x[3], const double shift[3], const double* row, double u[1]) const {
    const Separation r(x, shift, row);
    const Real s = Real(r.s);
    if (s > 0 && s < Real(rc2)) u[0] += double(Real(row[3]) / std::sqrt(s));
  }
};

/// I/r + rr/r^3 of forces.
template <class Real>
struct FreeStokeslet {
  static constexpr int sums = 3;
  double rc2;
  KOKKOS_FUNCTION int stride() const { return packed_single; }
  KOKKOS_FUNCTION void add(const double x[3], const double shift[3], const double* row, double u[3]) const {
    const Separation r(x, shift, row);
    const Real s = Real(r.s);
    if (!(s > 0 && s < Real(rc2))) return;
    const Real d[3] = {Real(r.d[0]), Real(r.d[1]), Real(r.d[2])}, f[3] = {Real(row[3]), Real(row[4]), Real(row[5])};
    const Real i = 1 / std::sqrt(s), along = (d[0] * f[0] + d[1] * f[1] + d[2] * f[2]) * i * i;
    for (int c = 0; c < 3; ++c) u[c] += double(i * (f[c] + along * d[c]));
  }
};

/// Hasimoto's split by erf(x)/x as a rational function, densities w of the combined layer or f alone.
template <class Real>
struct HasimotoPair {
  static constexpr int sums = 3;
  ErfRational fit;
  double xi, rc2;
  bool combined;
  KOKKOS_FUNCTION int stride() const { return combined ? packed_combined : packed_single; }
  KOKKOS_FUNCTION void add(const double x[3], const double shift[3], const double* row, double u[3]) const {
    const Separation r(x, shift, row);
    const Real s = Real(r.s);
    if (s >= Real(rc2)) return;
    const Real d[3] = {Real(r.d[0]), Real(r.d[1]), Real(r.d[2])};
    Real b[3], w[packed_combined - 3];
    for (int k = 0; k < stride() - 3; ++k) w[k] = Real(row[3 + k]);
    hasimoto_near_betas(fit, Real(xi), s, b);
    const Real rf = d[0] * w[0] + d[1] * w[1] + d[2] * w[2], along = 2 * b[0] + s * b[1];
    if (!combined) {
      for (int c = 0; c < 3; ++c) u[c] += double(along * w[c] - b[1] * rf * d[c]);
      return;
    }
    const Real *q = w + 3, *n = w + 6;
    const Real rq = d[0] * q[0] + d[1] * q[1] + d[2] * q[2], rn = d[0] * n[0] + d[1] * n[1] + d[2] * n[2],
               a = 3 * b[1] + s * b[2], radial = a * w[9] - b[1] * rf - 2 * b[2] * rq * rn;
    for (int c = 0; c < 3; ++c) u[c] += double(along * w[c] + a * (rn * q[c] + rq * n[c]) + radial * d[c]);
  }
};

/// Where sums go.
template <class Space>
struct ToVelocity {
  Vectors<Space> u;
  KOKKOS_FUNCTION void operator()(int i, const double* sum) const {
    for (int c = 0; c < 3; ++c) u(i, c) = sum[c];
  }
};
template <class Space>
struct ToFields {
  FieldGradients<Space> gradient;
  FieldScalars<Space> scalar;
  KOKKOS_FUNCTION void operator()(int i, const double* sum) const {
    for (int c = 0; c < 3; ++c) gradient(i, c) = sum[c];
    scalar(i) = sum[3];
  }
};
template <class Space>
struct ToScalar {
  FieldScalars<Space> scalar;
  KOKKOS_FUNCTION void operator()(int i, const double* sum) const { scalar(i) = sum[0]; }
};

/// One team: targets of a cell, as many as it has threads.
template <class Space, class Pair, class Out, bool staged, bool shared>
struct CellTeam {
  using Team = typename Kokkos::TeamPolicy<Space>::member_type;
  using Sum = Sums<Pair::sums>;
  Pair pair;
  SortedPoints<Space> targets;
  CellLists<Space> lists;  ///< cell lists of the targets
  CellLists<Space> source_lists;
  PackedSources<Space> rows;
  Out out;
  int blocks, lanes, chunk;  ///< teams per slot; lanes per thread; sources that are staged at once

  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const int slot = team.league_rank() / blocks, cell = lists.cell(slot), count = lists.count(cell);
    const int threads = team.team_size(), first = team.league_rank() % blocks * threads;
    if (first >= count) return;  // all of the team
    const int t = first + team.team_rank();
    const bool has_target = t < count;
    const int point = lists.place(std::size_t(slot) * lists.longest + (has_target ? t : first));
    const double x[3] = {targets.local(point, 0), targets.local(point, 1), targets.local(point, 2)};
    Sum sum;
    if constexpr (staged)
      through_scratch(team, cell, x, sum);
    else
      from_memory(team, cell, x, sum);
    if (!has_target) return;
    const int i = targets.order(point);
    Kokkos::single(Kokkos::PerThread(team), Write{out, sum, i});
  }

 private:
  struct Write {
    Out out;
    Sum sum;
    int i;
    KOKKOS_FUNCTION void operator()() const { out(i, sum.c); }
  };
  /// A lane's part of all sources in memory.
  struct Lane {
    const CellTeam& t;
    int cell;
    const double* x;
    KOKKOS_FUNCTION void operator()(int lane, Sum& sum) const {
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
    KOKKOS_FUNCTION void operator()(int lane, Sum& sum) const {
      const int stride = t.pair.stride();
      for (int j = lane; j < count; j += t.lanes) t.pair.add(x, shift, scratch + j * stride, sum.c);
    }
  };
  struct AddToOwn {
    const StagedLane& staged_lane;
    Sum& own;
    KOKKOS_FUNCTION void operator()(int lane) const { staged_lane(lane, own); }
  };
  struct OwnSum {
    const Sum& own;
    KOKKOS_FUNCTION void operator()(int, Sum& sum) const { sum += own; }
  };
  struct Stage {
    const double* from;
    double* scratch;
    KOKKOS_FUNCTION void operator()(int i) const { scratch[i] = from[i]; }
  };

  KOKKOS_FUNCTION void from_memory(const Team& team, int cell, const double x[3], Sum& sum) const {
    const Lane lane{*this, cell, x};
    if constexpr (shared)
      Kokkos::parallel_reduce(Kokkos::ThreadVectorRange(team, lanes), lane, Kokkos::Sum<Sum>(sum));
    else
      lane(0, sum);
  }
  KOKKOS_FUNCTION void through_scratch(const Team& team, int cell, const double x[3], Sum& sum) const {
    const int stride = pair.stride();
    Sum own;  // a device's lanes have one each, the host's lanes one for all
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
        if constexpr (shared)
          Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, lanes), AddToOwn{lane, own});
        else
          lane(0, own);
      }
    }
    if constexpr (shared)
      Kokkos::parallel_reduce(Kokkos::ThreadVectorRange(team, is_host_space<Space> ? 1 : lanes), OwnSum{own},
                              Kokkos::Sum<Sum>(sum));
    else
      sum = own;
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

template <bool staged, bool shared, class Space, class Pair, class Out>
void run_teams(BlockShape shape, const Space& space, const SortedPoints<Space>& targets, const CellLists<Space>& lists,
               const CellRows<Space>& sources, const Pair& pair, const Out& out) {
  using Work = CellTeam<Space, Pair, Out, staged, shared>;
  // the host's one thread stages as much at once as a device's block does
  const int lanes = shared ? shape.lanes : 1, chunk = shape.threads * lanes;
  if (is_host_space<Space>) shape.threads = 1;
  const int blocks = (lists.longest + shape.threads - 1) / shape.threads;
  if (lists.slots == 0) return;
  const Work work{pair, targets, lists, sources.lists, sources.rows, out, blocks, lanes, chunk};
  Kokkos::TeamPolicy<Space> policy(space, lists.slots * blocks, shape.threads,
                                   shared && !is_host_space<Space> ? shape.lanes : 1);
  if (staged)
    policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(sizeof(double)) * chunk * work.pair.stride() + 64));
  Kokkos::parallel_for("slurry::near_field::p2p_by_cells"_loop, policy, work);
}

template <class Space, class Pair, class Out>
void run_loop(CellLoop loop, BlockShape shape, const Space& space, const SortedPoints<Space>& targets,
              const CellLists<Space>& lists, const CellRows<Space>& sources, const Pair& pair, const Out& out) {
  switch (loop) {
    case CellLoop::gm_1d:
      return run_teams<false, false>(shape, space, targets, lists, sources, pair, out);
    case CellLoop::sm_1d:
      return run_teams<true, false>(shape, space, targets, lists, sources, pair, out);
    case CellLoop::gm_2d:
      return run_teams<false, true>(shape, space, targets, lists, sources, pair, out);
    case CellLoop::sm_2d:
      return run_teams<true, true>(shape, space, targets, lists, sources, pair, out);
  }
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
  near::run_loop(loop, shape, space, targets, lists, sources, near::LayerPair<Real>{pair}, near::ToVelocity<Space>{u});
}

template <class Space, class Real>
void p2p_hasimoto_by_cells(CellLoop loop, BlockShape shape, const Space& space, const SortedPoints<Space>& targets,
                           const CellLists<Space>& lists, const CellRows<Space>& sources, const RationalPair& pair,
                           const Vectors<Space>& u) {
  near::run_loop(loop, shape, space, targets, lists, sources,
                 near::HasimotoPair<Real>{pair.erf, pair.xi, pair.rc2, pair.combined}, near::ToVelocity<Space>{u});
}

template <class Space>
void p2p_charges_by_cells(CellLoop loop, BlockShape shape, const Space& space, const SortedPoints<Space>& targets,
                          const CellLists<Space>& lists, const CellRows<Space>& sources, const FieldPair& pair,
                          const FieldGradients<Space>& gradient, const FieldScalars<Space>& potential) {
  near::run_loop(loop, shape, space, targets, lists, sources, near::ChargePair{pair},
                 near::ToFields<Space>{gradient, potential});
}

template <class Space, class Real>
void p2p_free_by_cells(CellLoop loop, BlockShape shape, const Space& space, const SortedPoints<Space>& targets,
                       const CellLists<Space>& lists, const CellRows<Space>& sources, double cutoff,
                       const FieldScalars<Space>& potential) {
  near::run_loop(loop, shape, space, targets, lists, sources, near::FreePoisson<Real>{cutoff * cutoff},
                 near::ToScalar<Space>{potential});
}

template <class Space, class Real>
void p2p_free_by_cells(CellLoop loop, BlockShape shape, const Space& space, const SortedPoints<Space>& targets,
                       const CellLists<Space>& lists, const CellRows<Space>& sources, double cutoff,
                       const Vectors<Space>& u) {
  near::run_loop(loop, shape, space, targets, lists, sources, near::FreeStokeslet<Real>{cutoff * cutoff},
                 near::ToVelocity<Space>{u});
}

#define SLURRY_INSTANTIATE_IN(Space, Real)                                                                         \
  template void p2p_by_cells<Space, Real>(CellLoop, BlockShape, const Space&, const SortedPoints<Space>&,          \
                                          const CellLists<Space>&, const CellRows<Space>&, const NearPair&,        \
                                          const Vectors<Space>&);                                                  \
  template void p2p_hasimoto_by_cells<Space, Real>(CellLoop, BlockShape, const Space&, const SortedPoints<Space>&, \
                                                   const CellLists<Space>&, const CellRows<Space>&,                \
                                                   const RationalPair&, const Vectors<Space>&);                    \
  template void p2p_free_by_cells<Space, Real>(CellLoop, BlockShape, const Space&, const SortedPoints<Space>&,     \
                                               const CellLists<Space>&, const CellRows<Space>&, double,            \
                                               const FieldScalars<Space>&);                                        \
  template void p2p_free_by_cells<Space, Real>(CellLoop, BlockShape, const Space&, const SortedPoints<Space>&,     \
                                               const CellLists<Space>&, const CellRows<Space>&, double,            \
                                               const Vectors<Space>&);
#define SLURRY_INSTANTIATE(Space)                                                                                      \
  template void place_rows(const Space&, const CellLists<Space>&, const PackedSources<Space>&, PackedSources<Space>&); \
  template void p2p_charges_by_cells(CellLoop, BlockShape, const Space&, const SortedPoints<Space>&,                   \
                                     const CellLists<Space>&, const CellRows<Space>&, const FieldPair&,                \
                                     const FieldGradients<Space>&, const FieldScalars<Space>&);                        \
  SLURRY_INSTANTIATE_IN(Space, double)                                                                                 \
  SLURRY_INSTANTIATE_IN(Space, float)
SLURRY_FOR_EACH_SPACE(SLURRY_INSTANTIATE)

}  // namespace slurry
