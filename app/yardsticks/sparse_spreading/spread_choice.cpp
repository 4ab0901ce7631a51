// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <random>
#include <tuple>
#include <vector>

#include "yardsticks/sparse_spreading/spread_operator.hpp"

// What `automatic` goes by: times of short spreads of random points on the mesh that is asked for, measured once in a
// process for each method, mesh, window, number of components and precision; linear in the number of points between
// those measured.  Where methods are close, they are measured with more points, up to as many as there are.
namespace slurry {
namespace {

struct Sample {
  double points = 0;
  SpreadTimes times;
};
using Samples = std::vector<Sample>;  ///< by ascending numbers of points

constexpr double first_points = 500, points_ratio = 8, most_points = 600000;
/// Seconds that one build with one spread may take while rates of every method are measured; of those that are close.
constexpr double short_trial = 0.03, long_trial = 1;
constexpr int gather_mesh = 32;  ///< p^3 looks for each node: too long on a large mesh, and each node costs alike

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

template <class Space, class Real>
SpreadTimes measured(const SpreadOptions& o, const Vectors<Space>& x) {
  const Space space;
  const auto n = x.extent(0), nodes = std::size_t(o.mesh) * o.mesh * o.mesh;
  SpreadValues<Space, Real> values("slurry::spreading::values", n * o.components),
      mesh("slurry::spreading::mesh", nodes * o.components);
  const auto spread = make_spread_operator<Space, Real>(o);
  SpreadTimes least{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  const double begun = seconds();
  // the first build takes the memory and does not count; what is short is repeated until other work does not show
  for (int r = 0; r < 3 || (r < 20 && seconds() - begun < 0.01); ++r) {
    double start = seconds();
    spread->set_points(space, x);
    space.fence();
    if (r > 0) least.build = std::min(least.build, seconds() - start);
    start = seconds();
    spread->spread(space, values, mesh);
    space.fence();
    if (r > 0) least.spread = std::min(least.spread, seconds() - start);
  }
  return least;
}

/// Between two samples, and along the last two beyond.
double at_points(const Samples& samples, double n, double SpreadTimes::*part) {
  if (samples.size() == 1) return samples[0].times.*part * std::max(1.0, n / samples[0].points);
  std::size_t i = 1;
  while (i + 1 < samples.size() && n > samples[i].points) ++i;
  const double a = samples[i - 1].times.*part, b = samples[i].times.*part;
  const double slope = std::max(0.0, (b - a) / (samples[i].points - samples[i - 1].points));
  return std::max(0.2 * std::min(a, b), a + slope * (n - samples[i - 1].points));
}

SpreadTimes at_points(const Samples& samples, double n) {
  return {at_points(samples, n, &SpreadTimes::build), at_points(samples, n, &SpreadTimes::spread)};
}

/// Samples of one method, on the options' mesh, from few points on: up to the first with `points` or more of them, as
/// long as the next is expected to take no more than `longest` seconds.
template <class Space, class Real>
const Samples& samples_of(SpreadOptions o, double points, double longest) {
  using Key = std::tuple<SpreadMethod, int, int, int, SpreadWindow>;
  static std::map<Key, Samples> kept;  // Kokkos, and so all of this, stays on one thread
  Samples& samples = kept[{o.method, o.mesh, o.window_points, o.components, o.window}];
  while (samples.size() < 2 || samples.back().points < std::min(points, most_points)) {
    const double n = samples.empty() ? first_points : std::min(most_points, points_ratio * samples.back().points);
    if (samples.size() > 1) {
      const SpreadTimes expected = at_points(samples, n);
      if (expected.build + expected.spread > longest) break;
    }
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> uniform;
    std::vector<double> x(3 * std::size_t(n));
    for (double& u : x) u = uniform(random);
    samples.push_back({n, measured<Space, Real>(o, to_space<Space>(x, "slurry::spreading::x"))});
  }
  return samples;
}

bool serves(const SpreadOptions& options, SpreadMethod method, std::size_t points, bool on_host) {
  const double p = options.window_points, entries = double(points) * p * p * p;
  const bool stores_entries =
      method == SpreadMethod::single_mesh || method == SpreadMethod::group_mesh || method == SpreadMethod::hybrid;
  if (method == SpreadMethod::automatic || method == SpreadMethod::probe) return false;
  if (method == SpreadMethod::colours && !on_host) return false;
  if (stores_entries && entries > 2147483647.0) return false;
  return !options.deterministic || method == SpreadMethod::single_mesh ||
         (on_host && (method == SpreadMethod::colours || method == SpreadMethod::stored));
}

/// Infinite where the method does not serve.
template <class Space, class Real>
SpreadTimes times_by_samples(const SpreadOptions& options, SpreadMethod method, std::size_t points, double longest) {
  constexpr double never = std::numeric_limits<double>::infinity();
  if (!serves(options, method, points, is_host_space<Space>)) return {never, never};
  SpreadOptions o = options;
  o.method = method;
  o.group_shape = GroupShape::row;  // rates of the default forms
  o.group_size = 64;
  o.deterministic = false;
  if (method == SpreadMethod::gather) o.mesh = std::min(o.mesh, gather_mesh);
  const double nodes = std::pow(double(options.mesh) / o.mesh, 3);
  SpreadTimes t = at_points(samples_of<Space, Real>(o, double(points), longest), double(points));
  t.build *= nodes;
  t.spread *= nodes;
  return t;
}

}  // namespace

template <class Real>
double spread_memory(const SpreadOptions& o, SpreadMethod method, std::size_t points) {
  const double p = o.window_points, nodes = std::pow(double(o.mesh), 3), value = sizeof(Real),
               entries = double(points) * p * p * p, fields = (nodes + double(points)) * o.components * value;
  switch (method) {
    case SpreadMethod::single_mesh:
    case SpreadMethod::group_mesh:
      return fields + (value + 5) * entries + 8 * nodes;
    case SpreadMethod::hybrid:
      return fields + 4 * (value + 4) * entries + 8 * nodes;
    default:
      return fields + 8 * nodes + double(points) * (3 * p * value + 100);
  }
}

template <class Space, class Real>
SpreadTimes modelled_spread_times(const SpreadOptions& options, SpreadMethod method, std::size_t points) {
  return times_by_samples<Space, Real>(options, method, points, short_trial);
}

template <class Space, class Real>
SpreadMethod choose_spread_method(const SpreadOptions& options, std::size_t points, double held) {
  // what there is takes files to read, which is not worth it for little
  constexpr double little = 1e8;
  std::optional<double> most;
  const auto suffices = [&](SpreadMethod method) {
    const double needed = spread_memory<Real>(options, method, points);
    if (needed > little && !most) most = memory_for_spreading<Space>() + held;
    return needed <= little || needed <= *most;
  };
  const auto total = [&](SpreadMethod method, double longest) {
    if (!suffices(method)) return std::numeric_limits<double>::infinity();
    const SpreadTimes t = times_by_samples<Space, Real>(options, method, points, longest);
    return t.build + options.spreads * t.spread;
  };
  double quickest = std::numeric_limits<double>::infinity();
  for (const SpreadMethod method : spread_methods()) quickest = std::min(quickest, total(method, short_trial));
  SpreadMethod best = SpreadMethod::stored;
  double least = std::numeric_limits<double>::infinity();
  for (const SpreadMethod method : spread_methods()) {
    if (total(method, short_trial) > 2 * quickest) continue;
    if (const double t = total(method, long_trial); t < least) {
      least = t;
      best = method;
    }
  }
  return best;
}

template double spread_memory<double>(const SpreadOptions&, SpreadMethod, std::size_t);
template double spread_memory<float>(const SpreadOptions&, SpreadMethod, std::size_t);

#define SLURRY_INSTANTIATE_FOR(Space, Real)                                                                 \
  template SpreadTimes modelled_spread_times<Space, Real>(const SpreadOptions&, SpreadMethod, std::size_t); \
  template SpreadMethod choose_spread_method<Space, Real>(const SpreadOptions&, std::size_t, double);
#define SLURRY_INSTANTIATE(Space)       \
  SLURRY_INSTANTIATE_FOR(Space, double) \
  SLURRY_INSTANTIATE_FOR(Space, float)
SLURRY_FOR_EACH_SPACE(SLURRY_INSTANTIATE)
#undef SLURRY_INSTANTIATE
#undef SLURRY_INSTANTIATE_FOR

}  // namespace slurry
