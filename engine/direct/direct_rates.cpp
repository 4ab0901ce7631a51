// SPDX-License-Identifier: BSD-3-Clause
#include "direct/direct_rates.hpp"

#include <cstddef>
#include <string>
#include <type_traits>

#include "base/execution.hpp"
#include "direct/direct.hpp"
#include "direct/direct_work.hpp"
#include "slurry/runtime.hpp"
#include "summation/rate_timing.hpp"

namespace slurry {
namespace {

/// Seconds per pair of a direct sum of `count` points, and as many targets more as are to spare.
template <class Space>
double direct_rate(int periodicity, std::size_t count, double spare) {
  const auto x = rate_timing::vectors<Space>(count, true, 6), f = rate_timing::vectors<Space>(count, false, 7);
  const Vectors<Space> u("slurry::rates::u", count);
  DirectSum<Space> sum(Space(), Box{{1, 1, 1}, periodicity});
  sum.set_points(x, 0, {{x, 0, true}});
  const StageTimes t = rate_timing::quickest([&] {
    sum.apply(f, {u});
    return sum.take_stage_times();
  });
  return t.total() / (double(count) * (double(count) + spare));
}

}  // namespace

void measure_direct_rates(MachineRates& rates) {
  with_space(name_of(rates.device), [&](const auto& space) {
    using Space = std::decay_t<decltype(space)>;
    const std::size_t more = is_host_space<Space> ? 1 : 10;
    rates.named[std::string(direct_free_rate)] = direct_rate<Space>(0, 2000 * more, rates.spare_targets);
    rates.named[std::string(direct_periodic_rate)] = direct_rate<Space>(1, 500 * more, rates.spare_targets);
  });
}

}  // namespace slurry
