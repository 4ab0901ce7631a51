// SPDX-License-Identifier: BSD-3-Clause
#include "slurry/bench.hpp"
#include "planning/parameter_selection.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "base/execution.hpp"
#include "base/process_clock.hpp"
#include "planning/cost_model.hpp"
#include "slurry/error.hpp"
#include "summation/direct.hpp"
#include "summation/spectral_ewald.hpp"

namespace slurry {
namespace {

using Space = Kokkos::DefaultHostExecutionSpace;

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Points and densities of one call.
struct Cloud {
  Vectors<Space> x, f, q, n;
  explicit Cloud(std::size_t count)
      : x("slurry::bench::x", count),
        f("slurry::bench::f", count),
        q("slurry::bench::q", count),
        n("slurry::bench::n", count) {}
  void fill(std::mt19937_64& random) {
    std::uniform_real_distribution<double> uniform;
    std::normal_distribution<double> normal;
    for (std::size_t i = 0; i < x.extent(0); ++i) {
      double length = 0;
      for (int d = 0; d < 3; ++d) {
        x(i, d) = uniform(random);
        f(i, d) = normal(random);
        q(i, d) = normal(random);
        n(i, d) = normal(random);
        length += n(i, d) * n(i, d);
      }
      for (int d = 0; d < 3; ++d) n(i, d) /= std::sqrt(length);
    }
  }
  Density<Space> density(Layer layer) const {
    Density<Space> d;
    if (layer != Layer::double_layer) d.forces = f;
    if (layer != Layer::single) {
      d.dipoles = q;
      d.normals = n;
    }
    return d;
  }
};

double relative_error(const Vectors<Space>& u, const std::vector<std::size_t>& sample, const Vectors<Space>& truth) {
  double difference = 0, norm = 0;
  for (std::size_t k = 0; k < sample.size(); ++k)
    for (int d = 0; d < 3; ++d) {
      difference += std::pow(u(sample[k], d) - truth(k, d), 2);
      norm += truth(k, d) * truth(k, d);
    }
  return std::sqrt(difference / norm);
}

}  // namespace

struct SumBench::Impl {
  struct Call {
    double cpu, wall;
    StageTimes stages;
  };

  Space space;
  SumBenchCase c;
  Box box;
  EwaldOptions options;
  SumCounts counts;
  SumBenchResult plan;
  std::unique_ptr<SpectralEwald<Space>> ewald;
  std::mt19937_64 random;
  Cloud cloud;
  Vectors<Space> u;
  bool warm = false;
  std::vector<Call> calls;

  explicit Impl(const SumBenchCase& asked)
      : c(asked), random(asked.seed), cloud(asked.points), u("slurry::bench::u", asked.points) {
    box.periodicity = c.periodicity;
    options.tolerance = c.tolerance;
    options.layer = c.layer;
    options.precision = c.precision;
    options.rates = c.rates;
    counts.sources = counts.targets = c.points;
    counts.squared_force_sum = c.layer == Layer::double_layer ? 0.0 : 3.0 * double(c.points);
    counts.dipole_norm = c.layer == Layer::single ? 0.0 : 7.0 / 9 * 3 * double(c.points);
    const double start = wall_seconds();
    plan.parameters = select_ewald_parameters(box, options, counts);
    const EwaldStages stages{c.variants};
    check_variant_names(stages);
    ewald = std::make_unique<SpectralEwald<Space>>(space, plan.parameters, stages);
    plan.plan_seconds = wall_seconds() - start;
    plan.predicted = CostModel(counts, rates_for(options, space.concurrency())).stages(plan.parameters);
  }

  void call() {
    cloud.fill(random);
    const double cpu = process_seconds(), wall = wall_seconds();
    ewald->set_points(cloud.x, 0, {{cloud.x, 0, true}});
    ewald->apply(cloud.density(c.layer), {u});
    const Call done{process_seconds() - cpu, wall_seconds() - wall, ewald->take_stage_times()};
    if (std::exchange(warm, true)) calls.push_back(done);
  }

  /// The sum of the last call at the sample, made otherwise.
  Vectors<Space> truth(const std::vector<std::size_t>& sample, bool direct_sum) const {
    Vectors<Space> at("slurry::bench::truth", sample.size());
    if (direct_sum) {
      Vectors<Space> targets("slurry::bench::targets", sample.size());
      for (std::size_t k = 0; k < sample.size(); ++k)
        for (int d = 0; d < 3; ++d) targets(k, d) = cloud.x(sample[k], d);
      DirectSum<Space> direct(space, box);
      direct.set_points(cloud.x, 0, {{targets, 0, false}});
      direct.apply(cloud.f, {at});
      return at;
    }
    EwaldOptions tight = options;
    tight.tolerance = 1e-12;
    tight.precision = Precision::fp64;
    SpectralEwald<Space> other(space, select_ewald_parameters(box, tight, counts));
    Vectors<Space> all("slurry::bench::all", c.points);
    other.set_points(cloud.x, 0, {{cloud.x, 0, true}});
    other.apply(cloud.density(c.layer), {all});
    for (std::size_t k = 0; k < sample.size(); ++k)
      for (int d = 0; d < 3; ++d) at(k, d) = all(sample[k], d);
    return at;
  }
};

SumBench::SumBench(const SumBenchCase& c) : impl_(std::make_unique<Impl>(c)) {}
SumBench::~SumBench() = default;

void SumBench::call() {
  impl_->call();
}

SumBenchResult SumBench::result() const {
  SumBenchResult r = impl_->plan;
  r.variants = impl_->ewald->variants();
  auto calls = impl_->calls;
  if (calls.empty()) throw InputError("a benchmark needs two calls at least");
  std::sort(calls.begin(), calls.end(), [](const auto& a, const auto& b) { return a.cpu < b.cpu; });
  const auto& median = calls[calls.size() / 2];
  r.cpu_seconds = median.cpu;
  r.wall_seconds = median.wall;
  r.stages = median.stages;
  r.quickest_seconds = median.wall;
  for (const auto& call : calls) r.quickest_seconds = std::min(r.quickest_seconds, call.wall);

  const std::size_t points = impl_->c.points;
  std::vector<std::size_t> sample(std::min<std::size_t>(200, points));
  for (std::size_t k = 0; k < sample.size(); ++k) sample[k] = k * (points / sample.size());
  r.against_direct_sum = impl_->c.layer == Layer::single && impl_->c.periodicity <= 1;
  r.reached = relative_error(impl_->u, sample, impl_->truth(sample, r.against_direct_sum));
  return r;
}

SumBenchResult bench_sum(const SumBenchCase& c) {
  SumBench bench(c);
  for (int i = -1; i < c.repeats; ++i) bench.call();
  return bench.result();
}

}  // namespace slurry
