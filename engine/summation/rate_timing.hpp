// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>

#include "base/execution.hpp"
#include "base/views.hpp"
#include "slurry/stage_times.hpp"

// Random points, and the quickest of several calls. Engines measure their rates with them.
namespace slurry::rate_timing {

/// Number of points. Fewer points would not fill a device.
template <class Space>
inline constexpr std::size_t points = is_host_space<Space> ? 50000 : 500000;
inline constexpr int calls = 4;  // the quickest call counts, because other programs share the machine

template <class View>
void fill(const View& v, bool uniform, std::uint64_t seed) {
  const auto host = Kokkos::create_mirror_view(v);
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> places;
  std::normal_distribution<double> strengths;
  for (std::size_t i = 0; i < host.size(); ++i) host.data()[i] = uniform ? places(random) : strengths(random);
  Kokkos::deep_copy(v, host);
}

template <class Space>
Vectors<Space> vectors(std::size_t count, bool uniform, std::uint64_t seed) {
  Vectors<Space> v("slurry::rates::vectors", count);
  fill(v, uniform, seed);
  return v;
}

/// Shortest time of every stage over some calls.
template <class Call>
StageTimes quickest(const Call& call) {
  StageTimes best = call();  // takes the memory
  best = call();
  for (int i = 1; i < calls; ++i) {
    const StageTimes t = call();
    for (auto& [stage, seconds] : best) seconds = std::min(seconds, t[stage]);
  }
  return best;
}

}  // namespace slurry::rate_timing
