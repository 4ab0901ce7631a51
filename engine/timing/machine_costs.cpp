// SPDX-License-Identifier: BSD-3-Clause
#include "timing/machine_costs.hpp"

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/execution.hpp"
#include "base/loop_name.hpp"
#include "base/views.hpp"
#include "slurry/runtime.hpp"

namespace slurry {
namespace {

template <class Space, class Real = double>
using Numbers = Kokkos::View<Real*, typename Space::memory_space>;

/// Chains of multiply-adds that do not wait for each other: as many as the host's vectors have in flight, and what a
/// device's thread holds in registers.
template <class Space>
inline constexpr int cost_chains = is_host_space<Space> ? 64 : 8;

template <class Space, class Real>
struct MultiplyAdd {
  static constexpr int all = cost_chains<Space> * (is_host_space<Space> ? 8 / sizeof(Real) : 1);
  Numbers<Space, Real> out;
  int rounds;
  KOKKOS_FUNCTION void operator()(int i) const {
    Real a[all];
    const Real b = Real(0.999999), c = Real(1e-6) * Real(i + 1);
    for (int k = 0; k < all; ++k) a[k] = Real(k);
    for (int r = 0; r < rounds; ++r)
      for (int k = 0; k < all; ++k) a[k] = a[k] * b + c;
    Real sum = 0;
    for (int k = 0; k < all; ++k) sum += a[k];
    out(i) = sum;
  }
};

/// Three polynomials of degree 8, as a pair has, of one number after another: where the next lies is read with it, so
/// that no vector can hold several.
template <class Space, class Real>
struct OneByOne {
  static constexpr int degree = 8, numbers = 256;
  struct Item {
    Real x;
    int next;
  };
  Kokkos::View<Item*, typename Space::memory_space> items;
  Numbers<Space, Real> coefficients, out;
  int rounds;
  KOKKOS_FUNCTION void operator()(int i) const {
    Real sum = 0;
    int at = i % numbers;
    for (int r = 0; r < rounds; ++r) {
      const Real x = items(at).x;
      at = items(at).next;
      Real p[3];
      for (int k = 0; k < 3; ++k) {
        p[k] = coefficients(k);
        for (int d = 1; d <= degree; ++d) p[k] = p[k] * x + coefficients(3 * d + k);
      }
      sum += p[0] + p[1] + p[2];
    }
    out(i) = sum;
  }
};

/// Twelve neighbours at a time, anywhere among those that fit L2.
template <class Space, class Real>
struct AddAtomically {
  static constexpr int side_by_side = 12, places = 2048;
  Numbers<Space, Real> sums;
  int rounds;
  KOKKOS_FUNCTION void operator()(int i) const {
    unsigned at = 2654435761U * static_cast<unsigned>(i + 1);
    for (int r = 0; r < rounds; ++r) {
      at = at * 1664525U + 1013904223U;
      const int first = static_cast<int>((at >> 8) % places) * side_by_side;
      for (int k = 0; k < side_by_side; ++k) Kokkos::atomic_add(&sums(first + k), Real(1));
    }
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

template <class Space, class Real>
double seconds_per_flop(const Space& space) {
  const int threads = is_host_space<Space> ? space.concurrency() : 1 << 20,
            rounds = is_host_space<Space> ? 1 << 18 : 1 << 9;
  const Numbers<Space, Real> out("slurry::bench::flops", threads);
  const MultiplyAdd<Space, Real> work{out, rounds};
  const double seconds = least_seconds(space, [&] {
    Kokkos::parallel_for("slurry::bench::multiply_add"_loop, Kokkos::RangePolicy<Space>(space, 0, threads), work);
  });
  return seconds / (2.0 * work.all * rounds * threads);
}

/// Seconds per operation of a host without vectors; hosts only.
template <class Real, class Space>
double seconds_per_single_flop(const Space& space) {
  using Work = OneByOne<Space, Real>;
  const int threads = space.concurrency(), rounds = 1 << 18;
  const Work work{decltype(Work::items)("slurry::bench::items", Work::numbers),
                  Numbers<Space, Real>("slurry::bench::coefficients", 3 * (Work::degree + 1)),
                  Numbers<Space, Real>("slurry::bench::flops", threads), rounds};
  const auto items = Kokkos::create_mirror_view(work.items);
  for (int i = 0; i < Work::numbers; ++i) items(i) = {Real(1) / Real(i + 2), (i + 37) % Work::numbers};
  Kokkos::deep_copy(work.items, items);
  Kokkos::deep_copy(work.coefficients, Real(0.5));
  const double seconds = least_seconds(space, [&] {
    Kokkos::parallel_for("slurry::bench::one_by_one"_loop, Kokkos::RangePolicy<Space>(space, 0, threads), work);
  });
  return seconds / (2.0 * 3 * Work::degree * rounds * threads);
}

template <class Real, class Space>
double seconds_per_atomic(const Space& space) {
  using Work = AddAtomically<Space, Real>;
  const bool host = is_host_space<Space>;
  const int threads = host ? space.concurrency() : 1 << 17, rounds = host ? 1 << 16 : 1 << 6;
  const Work work{Numbers<Space, Real>("slurry::bench::sums", Work::places * Work::side_by_side), rounds};
  const double seconds = least_seconds(space, [&] {
    Kokkos::parallel_for("slurry::bench::atomics"_loop, Kokkos::RangePolicy<Space>(space, 0, threads), work);
  });
  return seconds / (double(Work::side_by_side) * rounds * threads);
}

/// Seconds per byte for pieces of this number of bytes, `total` bytes of them.
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

template <class Real, class Space>
StageCosts measure_stage_costs(const Space& space) {
  constexpr double kib = 1024, mib = 1024 * kib;
  const bool host = is_host_space<Space>;
  const double threads = host ? space.concurrency() : 0;
  StageCosts c;
  c.second_per_flop = seconds_per_flop<Space, Real>(space);
  if constexpr (is_host_space<Space>) c.second_per_single_flop = seconds_per_single_flop<Real>(space);
  c.second_per_atomic = seconds_per_atomic<Real>(space);
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

#define SLURRY_INSTANTIATE(Space)                                \
  template StageCosts measure_stage_costs<double>(const Space&); \
  template StageCosts measure_stage_costs<float>(const Space&);
SLURRY_FOR_EACH_SPACE(SLURRY_INSTANTIATE)
#undef SLURRY_INSTANTIATE

MachineCosts measure_machine_costs(Device device, Precision precision) {
  const StageCosts c = with_space(name_of(Runtime::device(device)), [&](const auto& space) {
    return precision == Precision::fp32 ? measure_stage_costs<float>(space) : measure_stage_costs<double>(space);
  });
  return {1 / c.second_per_flop,
          1 / c.second_per_byte,
          c.l1,
          c.l2,
          c.second_per_single_flop > 0 ? 1 / c.second_per_single_flop : 0,
          1 / c.second_per_atomic,
          precision};
}

StageCosts stage_costs(const MachineCosts& m) {
  const auto one = [](double per_second) { return per_second > 0 ? 1 / per_second : 0; };
  return {1 / m.flops_per_second,         1 / m.bytes_per_second,   m.l1, m.l2,
          one(m.single_flops_per_second), one(m.atomics_per_second)};
}

}  // namespace slurry
