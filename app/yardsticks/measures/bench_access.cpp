// SPDX-License-Identifier: BSD-3-Clause
#include "yardsticks/measures/bench_access.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <vector>

#include "base/execution.hpp"
#include "slurry/runtime.hpp"
#include "yardsticks/direct_sums/access_study.hpp"

namespace slurry {
namespace {

template <class Space>
AccessBenchRow access_in(const Space& space, const AccessBenchCase& c) {
  AccessStudy<Space> study(space, c.bytes, c.items);
  AccessBenchRow r;
  study.run(c.kernel, c.map);  // warms up
  space.fence();
  const auto start = std::chrono::steady_clock::now();
  double taken = 0;
  while (r.calls < 100 && taken < c.least_seconds) {
    study.run(c.kernel, c.map);
    space.fence();
    ++r.calls;
    taken = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
  r.seconds = taken / std::max(1, r.calls);
  if (c.map == AccessMap::unordered || c.kernel == DirectKernel::naive) return r;
  r.compared = true;
  const std::vector<double> found = study.result();
  study.run(DirectKernel::naive, c.map);
  const std::vector<double> naive = study.result();
  for (std::size_t i = 0; i < found.size(); ++i)
    r.difference = std::max(r.difference, std::abs(found[i] / naive[i] - 1));
  return r;
}

}  // namespace

AccessBenchRow bench_access(const AccessBenchCase& c) {
  const Device device = Runtime::device(c.device);
  AccessBenchRow r = with_space(name_of(device), [&](const auto& space) { return access_in(space, c); });
  r.device = device;
  return r;
}

}  // namespace slurry
