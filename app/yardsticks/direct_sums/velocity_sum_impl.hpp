// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <type_traits>
#include <vector>

#include "base/execution.hpp"
#include "base/loop_name.hpp"
#include "slurry/error.hpp"
#include "yardsticks/direct_sums/pair_terms.hpp"
#include "yardsticks/direct_sums/sums.hpp"
#include "yardsticks/direct_sums/velocity_sum.hpp"

// The kernels. Only the sources that instantiate them may include this header; they are compiled without contraction.
namespace slurry::direct_sums {

/// Number of sources of a small tile: a warp.
inline constexpr int small_tile = 32;
inline constexpr int largest_block = 1024;

/// Computes the term of one target and one source.
template <class Term, class Pair>
struct Meeting {
  Term length, inverse_length;

  KOKKOS_INLINE_FUNCTION void difference(const FourNumbers<Term>& target, const FourNumbers<Term>& source,
                                         Term (&d)[3]) const {
    for (int c = 0; c < 3; ++c) {
      d[c] = target.value[c] - source.value[c];
      if constexpr (!std::is_same_v<Pair, MemoryAlone>) d[c] = nearest_image(d[c], length, inverse_length);
    }
  }

  /// Computes mu_ij = mu_ji once. `here` follows from the force on the source, `there` from the force on the target.
  static void both(const Term (&d)[3], const FourNumbers<Term>& on_source, const FourNumbers<Term>& on_target,
                   Term (&here)[3], Term (&there)[3]) {
    const Term f[3] = {on_source.value[0], on_source.value[1], on_source.value[2]};
    const Term g[3] = {on_target.value[0], on_target.value[1], on_target.value[2]};
    if constexpr (std::is_same_v<Pair, MemoryAlone>) {
      pair_velocity<Pair>(d, f, here);
      pair_velocity<Pair>(d, g, there);
    } else {
      const PairMobility<Term> mobility = Pair::mobility(d);
      mobility.apply(d, f, here);
      mobility.apply(d, g, there);
    }
  }

  template <class Sum>
  KOKKOS_INLINE_FUNCTION void add(const FourNumbers<Term>& target, const FourNumbers<Term>& source,
                                  const FourNumbers<Term>& force, bool itself, Sum (&sum)[3]) const {
    Term u[3] = {force.value[0], force.value[1], force.value[2]};  // its own mobility is mu0
    if (!itself) {
      Term d[3];
      difference(target, source, d);
      const Term f[3] = {force.value[0], force.value[1], force.value[2]};
      pair_velocity<Pair>(d, f, u);
    }
    for (int c = 0; c < 3; ++c) sum[c].add(u[c]);
  }
};

template <class Space, class Term>
struct Reads {
  using Numbers = Kokkos::View<const FourNumbers<Term>*, typename Space::memory_space>;
  Numbers positions, forces;
  int count;
};

template <class Space, class Term, class Sum, class Pair>
struct NaiveSum {
  Reads<Space, Term> in;
  Meeting<Term, Pair> meeting;
  Vectors<Space> out;

  KOKKOS_INLINE_FUNCTION void operator()(int i) const {
    const FourNumbers<Term> target = in.positions(i);
    Sum sum[3];
    for (int j = 0; j < in.count; ++j) meeting.add(target, in.positions(j), in.forces(j), j == i, sum);
    for (int c = 0; c < 3; ++c) out(i, c) = static_cast<double>(sum[c].result());
  }
};

/// A team of `block` targets, with tiles of `tile` sources in its scratch memory. `loaders` lanes load them. On devices
/// every lane has one target; on a host, whose teams have fewer lanes, several targets.
template <class Space, class Term, class Sum, class Pair>
struct TiledSum {
  using Team = typename Kokkos::TeamPolicy<Space>::member_type;
  using Tile = Kokkos::View<FourNumbers<Term>*, typename Space::scratch_memory_space, Kokkos::MemoryUnmanaged>;
  static constexpr int scratch_level = is_host_space<Space> ? 1 : 0;  // a host's level 0 holds 32 KB
  static constexpr int most_per_lane = is_host_space<Space> ? largest_block : 1;

  Reads<Space, Term> in;
  Meeting<Term, Pair> meeting;
  Vectors<Space> out;
  int block, tile, loaders;

  static std::size_t scratch_bytes(int tile) { return 2 * Tile::shmem_size(static_cast<std::size_t>(tile)); }

  KOKKOS_INLINE_FUNCTION void operator()(const Team& team) const {
    constexpr int level = scratch_level;  // taken by reference, which device code cannot do with a member
    const Tile x(team.team_scratch(level), static_cast<std::size_t>(tile)),
        f(team.team_scratch(level), static_cast<std::size_t>(tile));
    const int lane = team.team_rank(), lanes = team.team_size(), first = team.league_rank() * block;
    const int readers = loaders < lanes ? loaders : lanes;
    Sum sum[most_per_lane][3];
    for (int base = 0; base < in.count; base += tile) {
      const int staged = in.count - base < tile ? in.count - base : tile;
      if (lane < readers)
        for (int m = lane; m < staged; m += readers) {
          x(m) = in.positions(base + m);
          f(m) = in.forces(base + m);
        }
      team.team_barrier();
      for (int k = 0, i = first + lane; k < most_per_lane && i < in.count && i < first + block; ++k, i += lanes) {
        const FourNumbers<Term> target = in.positions(i);
        for (int m = 0; m < staged; ++m) meeting.add(target, x(m), f(m), base + m == i, sum[k]);
      }
      team.team_barrier();
    }
    for (int k = 0, i = first + lane; k < most_per_lane && i < in.count && i < first + block; ++k, i += lanes)
      for (int c = 0; c < 3; ++c) out(i, c) = static_cast<double>(sum[k][c].result());
  }
};

/// Sums every pair once, because mu_ij = mu_ji.
template <class Space, class Term, class Sum, class Pair>
void sum_symmetric(const Reads<Space, Term>& in, const Meeting<Term, Pair>& meeting, const Vectors<Space>& out) {
  struct Three {
    Sum sum[3];
  };
  std::vector<Three> sums(static_cast<std::size_t>(in.count));
  for (int i = 0; i < in.count; ++i) {
    const FourNumbers<Term> target = in.positions(i), own = in.forces(i);
    for (int c = 0; c < 3; ++c) sums[i].sum[c].add(own.value[c]);
    for (int j = 0; j < i; ++j) {
      const FourNumbers<Term> source = in.positions(j);
      const FourNumbers<Term> other = in.forces(j);
      Term d[3], here[3], there[3];
      meeting.difference(target, source, d);
      meeting.both(d, other, own, here, there);
      for (int c = 0; c < 3; ++c) {
        sums[i].sum[c].add(here[c]);
        sums[j].sum[c].add(there[c]);
      }
    }
  }
  for (int i = 0; i < in.count; ++i)
    for (int c = 0; c < 3; ++c) out(i, c) = static_cast<double>(sums[i].sum[c].result());
}

template <class Space, class Term, class Sum, class Pair>
void sum_of_pairs(const Space& space, const DirectForm& form, const PackedParticles<Space, Term>& p,
                  const Vectors<Space>& out) {
  const int count = static_cast<int>(p.positions.extent(0));
  const Reads<Space, Term> in{p.positions, p.forces, count};
  const Meeting<Term, Pair> meeting{p.length, p.inverse_length};
  if (form.kernel == DirectKernel::symmetric) {
    if constexpr (is_host_space<Space>) {
      space.fence();
      sum_symmetric<Space, Term, Sum, Pair>(in, meeting, out);
    }
    return;
  }
  if (form.kernel == DirectKernel::naive) {
    Kokkos::parallel_for("slurry::direct_sums::naive"_loop, Kokkos::RangePolicy<Space>(space, 0, count),
                         NaiveSum<Space, Term, Sum, Pair>{in, meeting, out});
    return;
  }
  const bool small = form.kernel == DirectKernel::small_tiling;
  using Tiled = TiledSum<Space, Term, Sum, Pair>;
  const Tiled tiled{in, meeting, out, form.block, small ? small_tile : form.block, small ? small_tile : form.block};
  const int lanes = form.lanes > 0 ? form.lanes : is_host_space<Space> ? 1 : form.block;
  Kokkos::TeamPolicy<Space> teams(space, (count + form.block - 1) / form.block, lanes);
  teams.set_scratch_size(Tiled::scratch_level, Kokkos::PerTeam(Tiled::scratch_bytes(tiled.tile)));
  if (lanes > teams.team_size_max(tiled, Kokkos::ParallelForTag()))
    throw InputError("a team of a direct sum cannot have " + std::to_string(lanes) + " lanes on this device");
  Kokkos::parallel_for(small ? "slurry::direct_sums::small_tiling"_loop : "slurry::direct_sums::tiling"_loop, teams,
                       tiled);
}

template <class Space, class Term, class Sum>
void sum_with(const Space& space, const DirectForm& form, const PackedParticles<Space, Term>& p,
              const Vectors<Space>& out) {
  if (form.pair == DirectPair::rotne_prager) sum_of_pairs<Space, Term, Sum, RotnePragerPair>(space, form, p, out);
  if (form.pair == DirectPair::oseen) sum_of_pairs<Space, Term, Sum, OseenPair>(space, form, p, out);
  if (form.pair == DirectPair::memory_alone) sum_of_pairs<Space, Term, Sum, MemoryAlone>(space, form, p, out);
}

/// Chooses, by its name, one of the sums that exist for terms of one precision.
template <class Space, class Term>
void sum_in(const Space& space, const DirectForm& form, const PackedParticles<Space, Term>& p,
            const Vectors<Space>& out) {
  if (form.sums == DirectNumber::fp64) sum_with<Space, Term, PlainSum<double>>(space, form, p, out);
  if constexpr (std::is_same_v<Term, float>) {
    if (form.sums == DirectNumber::fp32) sum_with<Space, Term, PlainSum<float>>(space, form, p, out);
    if (form.sums == DirectNumber::double_single) sum_with<Space, Term, DoubleSingle>(space, form, p, out);
  }
  if constexpr (is_host_space<Space>)
    if (form.sums == DirectNumber::extended) sum_with<Space, Term, PlainSum<long double>>(space, form, p, out);
}

}  // namespace slurry::direct_sums
