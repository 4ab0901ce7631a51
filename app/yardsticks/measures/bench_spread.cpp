// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "base/memory.hpp"
#include "base/text.hpp"
#include "slurry/error.hpp"
#include "slurry/runtime.hpp"
#include "yardsticks/sparse_spreading/spread_operator.hpp"
#include "yardsticks/sparse_spreading/spreading.hpp"

namespace slurry {
namespace {

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

template <class F>
auto in_space(const SpreadBenchCase& c, F&& f) {
  return with_space(name_of(Runtime::device(c.device)), [&](auto space) {
    return c.precision == Precision::fp64 ? f(space, double()) : f(space, float());
  });
}

template <class Space, class Real>
SpreadBenchResult timed(const SpreadBenchCase& c) {
  const double needed = spread_memory<Real>(c.options, c.options.method, c.points),
               most = memory_for_spreading<Space>();
  if (needed > most)
    throw RefusedError(
        text("spreading {} points by '{}' would need {} of memory; at most {} may be used, three quarters of the "
             "available memory",
             c.points, name_of(c.options.method), bytes_text(needed), bytes_text(most)));
  const Space space;
  std::mt19937_64 random(c.seed);
  std::uniform_real_distribution<double> uniform;
  std::vector<double> points(3 * c.points);
  for (double& u : points) u = uniform(random);
  const auto x = to_space<Space>(points, "slurry::bench::x");
  const std::size_t components = std::size_t(c.options.components);
  SpreadValues<Space, Real> values("slurry::bench::values", c.points * components),
      mesh("slurry::bench::mesh", components * c.options.mesh * c.options.mesh * c.options.mesh);
  Kokkos::deep_copy(values, Real(1));
  if (c.options.method == SpreadMethod::automatic)  // rates are measured before anything is timed
    choose_spread_method<Space, Real>(c.options, c.points);
  const auto spread = make_spread_operator<Space, Real>(c.options);
  SpreadBenchResult r;
  r.build_seconds = r.spread_seconds = std::numeric_limits<double>::infinity();
  const double begun = seconds();
  // The first takes the memory and does not count.  What is short is repeated until other work does not show.
  const auto goes_on = [&](int done) {
    const double spent = seconds() - begun;
    return done < 2 || (done <= std::max(1, c.repeats) && spent < 3) || (done < 20 && spent < 0.01);
  };
  for (int i = 0; goes_on(i); ++i) {
    double start = seconds();
    spread->set_points(space, x);
    space.fence();
    if (i > 0) r.build_seconds = std::min(r.build_seconds, seconds() - start);
    start = seconds();
    spread->spread(space, values, mesh);
    space.fence();
    if (i > 0) r.spread_seconds = std::min(r.spread_seconds, seconds() - start);
  }
  r.method = spread->method();
  r.bytes = spread->bytes();
  return r;
}

template <class Space, class Real>
SpreadBenchResult modelled(const SpreadBenchCase& c) {
  SpreadBenchResult r;
  r.method = c.options.method == SpreadMethod::automatic ? choose_spread_method<Space, Real>(c.options, c.points)
                                                         : c.options.method;
  const SpreadTimes t = modelled_spread_times<Space, Real>(c.options, r.method, c.points);
  r.modelled_build = t.build;
  r.modelled_spread = t.spread;
  return r;
}

}  // namespace

SpreadBenchResult bench_spread(const SpreadBenchCase& c) {
  return in_space(c, [&](auto space, auto real) { return timed<decltype(space), decltype(real)>(c); });
}
SpreadBenchResult modelled_spread(const SpreadBenchCase& c) {
  return in_space(c, [&](auto space, auto real) { return modelled<decltype(space), decltype(real)>(c); });
}
SpreadMethod chosen_spread_method(const SpreadBenchCase& c) {
  return in_space(c, [&](auto space, auto real) {
    return choose_spread_method<decltype(space), decltype(real)>(c.options, c.points);
  });
}

}  // namespace slurry
