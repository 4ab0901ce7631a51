// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <tuple>
#include <vector>

#include "spreading/spread_operator.hpp"

// What `automatic` goes by: times of short spreads on a small and on a large mesh, measured once in a process for each
// window, number of components and precision; linear in the number of points between those measured, and in the nodes.
namespace slurry {
namespace {

struct Sample {
  double points = 0;
  SpreadTimes times;
};
struct Rates {
  std::vector<Sample> small, large;  ///< by ascending numbers of points
};
constexpr int small_mesh = 32, large_mesh = 128;

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
  for (int r = 0; r < 2; ++r) {  // the first build takes the memory and does not count
    double start = seconds();
    spread->set_points(space, x);
    space.fence();
    if (r > 0) least.build = std::min(least.build, seconds() - start);
    start = seconds();
    spread->spread(space, values, mesh);
    space.fence();
    least.spread = std::min(least.spread, seconds() - start);
  }
  return least;
}

template <class Space, class Real>
const Rates& rates_of(const SpreadOptions& asked, SpreadMethod method) {
  using Key = std::tuple<SpreadMethod, int, int, SpreadWindow>;
  static std::map<Key, Rates> kept;  // Kokkos, and so all of this, stays on one thread
  const auto [place, is_new] = kept.try_emplace({method, asked.window_points, asked.components, asked.window});
  Rates& rates = place->second;
  if (!is_new) return rates;
  SpreadOptions o = asked;
  o.method = method;
  const bool quick = method == SpreadMethod::colours || method == SpreadMethod::stored;
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform;
  for (const int n : quick ? std::vector<int>{500, 8000, 60000} : std::vector<int>{500, 4000}) {
    std::vector<double> points(3 * std::size_t(n));
    for (double& u : points) u = uniform(random);
    const auto x = to_space<Space>(points, "slurry::spreading::x");
    o.mesh = small_mesh;
    rates.small.push_back({double(n), measured<Space, Real>(o, x)});
    if (method == SpreadMethod::gather) continue;  // p^3 looks for each node: too long on a large mesh
    o.mesh = large_mesh;
    rates.large.push_back({double(n), measured<Space, Real>(o, x)});
  }
  return rates;
}

/// Between two samples, and along the last two beyond.
double at_points(const std::vector<Sample>& samples, double n, double SpreadTimes::*part) {
  std::size_t i = 1;
  while (i + 1 < samples.size() && n > samples[i].points) ++i;
  const double a = samples[i - 1].times.*part, b = samples[i].times.*part;
  const double slope = std::max(0.0, (b - a) / (samples[i].points - samples[i - 1].points));
  return std::max(0.2 * std::min(a, b), a + slope * (n - samples[i - 1].points));
}

double at_mesh(const Rates& rates, double K, double n, double SpreadTimes::*part) {
  const double small = at_points(rates.small, n, part), ratio = std::pow(K / small_mesh, 3);
  if (rates.large.empty()) return small * ratio;
  const double large = at_points(rates.large, n, part), base_small = at_points(rates.small, 0, part),
               base_large = at_points(rates.large, 0, part);
  // nodes cost alike wherever they are; points cost more where the mesh is out of the caches
  const double most = std::pow(double(large_mesh) / small_mesh, 3);
  const double base = std::max(0.0, base_small + (base_large - base_small) * (ratio - 1) / (most - 1));
  const double share = std::clamp(std::log(K / small_mesh) / std::log(double(large_mesh) / small_mesh), 0.0, 1.0);
  return base + (1 - share) * std::max(0.0, small - base_small) + share * std::max(0.0, large - base_large);
}

}  // namespace

template <class Space, class Real>
SpreadTimes modelled_spread_times(const SpreadOptions& options, SpreadMethod method, std::size_t points) {
  constexpr double never = std::numeric_limits<double>::infinity();
  const double p = options.window_points, entries = double(points) * p * p * p;
  const bool stores_entries =
      method == SpreadMethod::single_mesh || method == SpreadMethod::group_mesh || method == SpreadMethod::hybrid;
  if (method == SpreadMethod::automatic || method == SpreadMethod::probe) return {never, never};
  if (method == SpreadMethod::colours && !is_host_space<Space>) return {never, never};
  if (stores_entries && entries > 2147483647.0) return {never, never};
  if (options.deterministic && method != SpreadMethod::single_mesh &&
      !(is_host_space<Space> && (method == SpreadMethod::colours || method == SpreadMethod::stored)))
    return {never, never};
  SpreadOptions o = options;
  o.group_shape = GroupShape::row;  // rates of the default forms
  o.group_size = 64;
  o.deterministic = false;
  const Rates& rates = rates_of<Space, Real>(o, method);
  return {at_mesh(rates, options.mesh, double(points), &SpreadTimes::build),
          at_mesh(rates, options.mesh, double(points), &SpreadTimes::spread)};
}

template <class Space, class Real>
SpreadMethod choose_spread_method(const SpreadOptions& options, std::size_t points) {
  SpreadMethod best = SpreadMethod::stored;
  double least = std::numeric_limits<double>::infinity();
  for (const SpreadMethod method : spread_methods()) {
    const SpreadTimes t = modelled_spread_times<Space, Real>(options, method, points);
    const double total = t.build + options.spreads * t.spread;
    if (total < least) {
      least = total;
      best = method;
    }
  }
  return best;
}

#define SLURRY_INSTANTIATE_FOR(Space, Real)                                                                 \
  template SpreadTimes modelled_spread_times<Space, Real>(const SpreadOptions&, SpreadMethod, std::size_t); \
  template SpreadMethod choose_spread_method<Space, Real>(const SpreadOptions&, std::size_t);
#define SLURRY_INSTANTIATE(Space)       \
  SLURRY_INSTANTIATE_FOR(Space, double) \
  SLURRY_INSTANTIATE_FOR(Space, float)
SLURRY_FOR_EACH_SPACE(SLURRY_INSTANTIATE)
#undef SLURRY_INSTANTIATE
#undef SLURRY_INSTANTIATE_FOR

}  // namespace slurry
