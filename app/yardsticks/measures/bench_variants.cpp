// SPDX-License-Identifier: BSD-3-Clause
#include "yardsticks/measures/bench_variants.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "base/execution.hpp"
#include "base/relative_difference.hpp"
#include "ewald/plan/cost_model.hpp"
#include "ewald/plan/engine_parameters.hpp"
#include "ewald/plan/stage_sizes.hpp"
#include "planning/engines.hpp"
#include "slurry/error.hpp"
#include "slurry/runtime.hpp"
#include "timing/variant_case.hpp"
#include "timing/variant_series.hpp"
#include "yardsticks/published_rules/published_parameters.hpp"

namespace slurry {
namespace {

Vectors<Host> numbers(std::size_t count, std::mt19937_64& random, bool of_directions = false) {
  std::normal_distribution<double> normal;
  Vectors<Host> v("slurry::bench::numbers", count);
  for (std::size_t i = 0; i < count; ++i) {
    for (int d = 0; d < 3; ++d) v(i, d) = normal(random);
    const double length = of_directions ? std::hypot(v(i, 0), v(i, 1), v(i, 2)) : 1;
    for (int d = 0; d < 3; ++d) v(i, d) /= length;
  }
  return v;
}

/// Normal: of standard deviation 0.3 around the middle, and drawn again where it lies outside (Kosmacher et al. 2026).
Vectors<Host> points_of(Distribution distribution, std::size_t count, std::mt19937_64& random) {
  if (distribution == Distribution::sphere) {
    const Vectors<Host> x = numbers(count, random, true);
    for (std::size_t i = 0; i < x.size(); ++i) x.data()[i] = 0.5 + 0.499 * x.data()[i];
    return x;
  }
  std::uniform_real_distribution<double> uniform;
  std::normal_distribution<double> normal(0.5, 0.3);
  Vectors<Host> x("slurry::bench::points", count);
  for (std::size_t i = 0; i < x.size(); ++i) do
      x.data()[i] = distribution == Distribution::uniform ? uniform(random) : normal(random);
    while (!(x.data()[i] >= 0 && x.data()[i] < 1));
  return x;
}

/// Points, densities and parameters of the sum, drawn and planned.
VariantCase drawn(const VariantBenchCase& c) {
  VariantCase v;
  std::mt19937_64 random(c.seed);
  v.sources = points_of(c.sources, c.points, random);
  v.targets = c.apart ? points_of(c.targets, c.points, random) : v.sources;
  if (c.layer != Layer::double_layer) v.density.layers.forces = numbers(c.points, random);
  if (c.layer != Layer::single) {
    v.density.layers.dipoles = numbers(c.points, random);
    v.density.layers.normals = numbers(c.points, random, true);
  }
  PlanRequest& request = v.request;
  SumTask& task = request.task;
  task.box.periodicity = c.periodicity;
  task.options.tolerance = c.tolerance;
  task.options.layer = c.layer;
  task.options.split = c.split;
  task.options.precision = c.precision;
  task.options.rates = c.rates;
  task.options.device = c.device;
  task.options.cutoff_radius = c.cutoff_radius;
  task.targets_are_sources = !c.apart;
  request.engine = "ewald";
  request.counts.sources = request.counts.targets = c.points;
  request.counts.squared_force_sum = c.layer == Layer::double_layer ? 0.0 : 3.0 * double(c.points);
  request.counts.dipole_norm = c.layer == Layer::single ? 0.0 : 7.0 / 9 * 3 * double(c.points);
  request.rates = rates_for(task.options, Host().concurrency());
  if (c.published_per_cell)
    v.parameters =
        published_ewald_parameters({c.tolerance, *c.published_per_cell, c.points}, c.periodicity, c.layer, c.precision);
  v.stage = c.stage;
  v.variants = c.variants;
  v.others = c.others;
  v.repeats = c.repeats;
  v.costs = c.costs;
  return v;
}

/// Relative l2 error of these velocities at 200 targets, against the other split at 1e-11.
double reached_by(const VariantCase& c, const EwaldParameters& parameters, const Vectors<Host>& velocities) {
  const std::size_t points = c.sources.extent(0), count = std::min<std::size_t>(200, points), step = points / count;
  Vectors<Host> targets("slurry::bench::targets", count), u("slurry::bench::some", count),
      truth("slurry::bench::truth", count);
  for (std::size_t k = 0; k < count; ++k)
    for (int d = 0; d < 3; ++d) {
      targets(k, d) = c.targets(k * step, d);
      u(k, d) = velocities(k * step, d);
    }
  PlanRequest other = c.request;
  other.task.targets_are_sources = false;
  other.task.options.precision = Precision::fp64;
  other.task.options.tolerance = 1e-11;
  other.task.options.split = parameters.split == Split::hasimoto ? Split::prolate : Split::hasimoto;
  other.task.options.cutoff_radius.reset();
  other.counts.targets = count;
  const auto sum = make_sum(best(candidates(other)));
  SumFields<Host> wanted;
  wanted.velocity = truth;
  sum->set_points({c.sources, 0, {}}, {{targets, 0, false, {}}});
  sum->apply(c.density, {wanted});
  return relative_difference(u, truth);
}

}  // namespace

VariantBenchResult bench_variants(const VariantBenchCase& c) {
  VariantSeries series(drawn(c));
  VariantBenchResult r;
  r.sum = series.found();
  r.parameters = r.sum.parameters.as<EwaldParameters>();
  const StageSizes sizes = stage_sizes(r.parameters, c.points, make_sum_grid(r.parameters));
  r.per_cell = sizes.near_cell;
  r.grid_nodes = static_cast<std::size_t>(sizes.grid_nodes);
  const auto tell = [&] {
    if (c.row_done) c.row_done(r);
  };
  tell();
  while (series.measure_next()) {
    r.rows.push_back(series.rows()[r.rows.size()].row);
    tell();
  }
  return r;
}

WholeSumResult bench_whole_sum(const VariantBenchCase& c) {
  const VariantCase v = drawn(c);
  const SumPlan plan = plan_of(v);
  const Vectors<Host> u("slurry::bench::u", c.points);
  WholeSumResult r;
  r.stages = quickest_call(v, plan, c.others, u, [](const StageTimes& t) { return t.total(); });
  r.reached = reached_by(v, plan.parameters.as<EwaldParameters>(), u);
  return r;
}

}  // namespace slurry
