// SPDX-License-Identifier: BSD-3-Clause
#include "bench/machine_costs.hpp"

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/execution.hpp"
#include "base/loop_name.hpp"
#include "base/views.hpp"

namespace slurry {
namespace {

template <class Space>
using Numbers = Kokkos::View<double*, typename Space::memory_space>;

/// Chains of multiply-adds that do not wait for each other: as many as the host's vectors have in flight, and what a
/// device's thread holds in registers.
template <class Space>
inline constexpr int cost_chains = is_host_space<Space> ? 64 : 8;

template <class Space>
struct MultiplyAdd {
  Numbers<Space> out;
  int rounds;
  KOKKOS_FUNCTION void operator()(int i) const {
    double a[cost_chains<Space>];
    const double b = 0.999999, c = 1e-6 * (i + 1);
    for (int k = 0; k < cost_chains<Space>; ++k) a[k] = k;
    for (int r = 0; r < rounds; ++r)
      for (int k = 0; k < cost_chains<Space>; ++k) a[k] = a[k] * b + c;
    double sum = 0;
    for (int k = 0; k < cost_chains<Space>; ++k) sum += a[k];
    out(i) = sum;
  }
};

/// Every team runs over a piece of its own, `rounds` times; the sums are chained through all of them, so that none can
/// be left out.
template <class Space>
struct ReadPieces {
  using Team = typename Kokkos::TeamPolicy<Space>::member_type;
  Numbers<Space> x, out;
  int piece, rounds;
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const double* mine = x.data() + std::size_t(team.league_rank()) * piece;
    const int threads = team.team_size(), t = team.team_rank(), stride = threads * cost_chains<Space>;
    double a[cost_chains<Space>];
    for (int k = 0; k < cost_chains<Space>; ++k) a[k] = k;
    for (int r = 0; r < rounds; ++r)
      for (int i = 0; i + stride <= piece; i += stride)
        for (int k = 0; k < cost_chains<Space>; ++k) {
          // a device's neighbours read neighbours, the host's vectors run along k
          const int at = is_host_space<Space> ? i + t * cost_chains<Space> + k : i + k * threads + t;
          a[k] = a[k] * 0.999999 + mine[at];
        }
    double sum = 0;
    for (int k = 0; k < cost_chains<Space>; ++k) sum += a[k];
    out(team.league_rank() * threads + t) = sum;
  }
};

/// Least time of a few calls.
template <class Space, class Call>
double least_seconds(const Space& space, const Call& call) {
  double least = 1e300;
  for (int i = 0; i < 5; ++i) {
    space.fence();
    const auto start = std::chrono::steady_clock::now();
    call();
    space.fence();
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (i > 0) least = std::min(least, seconds);
  }
  return least;
}

template <class Space>
double seconds_per_flop(const Space& space) {
  const int threads = is_host_space<Space> ? space.concurrency() : 1 << 20,
            rounds = is_host_space<Space> ? 1 << 18 : 1 << 9;
  const Numbers<Space> out("slurry::bench::flops", threads);
  const MultiplyAdd<Space> work{out, rounds};
  const double seconds = least_seconds(space, [&] {
    Kokkos::parallel_for("slurry::bench::multiply_add"_loop, Kokkos::RangePolicy<Space>(space, 0, threads), work);
  });
  return seconds / (2.0 * cost_chains<Space> * rounds * threads);
}

/// Of pieces of so many bytes, `total` bytes of them.
template <class Space>
double seconds_per_byte(const Space& space, double piece_bytes, double total_bytes, int rounds) {
  const int piece = static_cast<int>(piece_bytes / 8);
  const int pieces = std::max(1, static_cast<int>(total_bytes / piece_bytes));
  const int team = is_host_space<Space> ? 1 : 256;
  const Numbers<Space> x("slurry::bench::bytes", std::size_t(pieces) * piece),
      out("slurry::bench::sums", pieces * team);
  const ReadPieces<Space> work{x, out, piece, rounds};
  const double seconds = least_seconds(space, [&] {
    Kokkos::parallel_for("slurry::bench::read_pieces"_loop, Kokkos::TeamPolicy<Space>(space, pieces, team), work);
  });
  return seconds / (8.0 * piece * pieces * rounds);
}

}  // namespace

template <class Space>
StageCosts measure_stage_costs(const Space& space) {
  constexpr double kib = 1024, mib = 1024 * kib;
  const bool host = is_host_space<Space>;
  const double threads = host ? space.concurrency() : 0;
  StageCosts c;
  c.second_per_flop = seconds_per_flop(space);
  c.second_per_byte = seconds_per_byte(space, 1 * mib, (host ? 256 : 2048) * mib, 1);
  // on a device pieces of 64 KiB, re-read by a team, stay in its L1; a few large ones that fit L2 together do not
  const double l2 = host ? seconds_per_byte(space, 256 * kib, threads * 256 * kib, 64)
                         : seconds_per_byte(space, 512 * kib, 32 * mib, 8);
  const double l1 = host ? seconds_per_byte(space, 16 * kib, threads * 16 * kib, 1024)
                         : seconds_per_byte(space, 64 * kib, 32 * mib, 64);
  c.l2 = std::min(1.0, l2 / c.second_per_byte);
  c.l1 = std::min(c.l2, l1 / c.second_per_byte);
  return c;
}

#define SLURRY_INSTANTIATE(Space) template StageCosts measure_stage_costs(const Space&);
SLURRY_FOR_EACH_SPACE(SLURRY_INSTANTIATE)
#undef SLURRY_INSTANTIATE

}  // namespace slurry
