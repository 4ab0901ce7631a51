// SPDX-License-Identifier: BSD-3-Clause
#include "yardsticks/measures/bench.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "base/execution.hpp"
#include "base/process_clock.hpp"
#include "ewald/plan/cost_model.hpp"
#include "planning/engines.hpp"
#include "slurry/error.hpp"

namespace slurry {
namespace {

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Points and densities of one call.
struct Cloud {
  Vectors<Host> x, f, q, n;
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
  SumDensity<Host> density(Layer layer) const {
    SumDensity<Host> d;
    if (layer != Layer::double_layer) d.layers.forces = f;
    if (layer != Layer::single) {
      d.layers.dipoles = q;
      d.layers.normals = n;
    }
    return d;
  }
};

double relative_error(const Vectors<Host>& u, const std::vector<std::size_t>& sample, const Vectors<Host>& truth) {
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

  SumBenchCase c;
  PlanRequest request;
  SumBenchResult figures;
  std::unique_ptr<Summation<Host>> sum;
  std::mt19937_64 random;
  Cloud cloud;
  Vectors<Host> u;
  bool warm = false;
  std::vector<Call> calls;

  explicit Impl(const SumBenchCase& asked)
      : c(asked), random(asked.seed), cloud(asked.points), u("slurry::bench::u", asked.points) {
    SumTask& task = request.task;
    task.box.periodicity = c.periodicity;
    task.options.tolerance = c.tolerance;
    task.options.layer = c.layer;
    task.options.precision = c.precision;
    task.options.rates = c.rates;
    task.options.device = c.device;
    task.options.variants = c.variants;
    request.engine = "ewald";
    request.counts.sources = request.counts.targets = c.points;
    request.counts.squared_force_sum = c.layer == Layer::double_layer ? 0.0 : 3.0 * double(c.points);
    request.counts.dipole_norm = c.layer == Layer::single ? 0.0 : 7.0 / 9 * 3 * double(c.points);
    request.rates = rates_for(task.options, Host().concurrency());
    const double start = wall_seconds();
    const Candidates found = candidates(request);
    const SumPlan& plan = best(found);
    sum = make_sum(plan);
    figures.plan_seconds = wall_seconds() - start;
    figures.parameters = plan.parameters.as<EwaldParameters>();
    figures.predicted = plan.predicted;
    figures.device = device_of(plan.task);
  }

  void call() {
    cloud.fill(random);
    const double cpu = process_seconds(), wall = wall_seconds();
    sum->set_points({cloud.x, 0, {}}, {{cloud.x, 0, true, {}}});
    sum->apply(cloud.density(c.layer), {velocity(u)});
    const Call done{process_seconds() - cpu, wall_seconds() - wall, sum->take_stage_times()};
    if (std::exchange(warm, true)) calls.push_back(done);
  }

  static SumFields<Host> velocity(const Vectors<Host>& into) {
    SumFields<Host> wanted;
    wanted.velocity = into;
    return wanted;
  }

  /// The sum of the last call at the sample, made otherwise: over all pairs where they can be summed, else by another
  /// split.
  Vectors<Host> truth(const std::vector<std::size_t>& sample, bool& all_pairs) const {
    Vectors<Host> targets("slurry::bench::targets", sample.size()), at("slurry::bench::truth", sample.size());
    for (std::size_t k = 0; k < sample.size(); ++k)
      for (int d = 0; d < 3; ++d) targets(k, d) = cloud.x(sample[k], d);
    PlanRequest other = request;
    other.task.targets_are_sources = false;
    other.task.options.precision = Precision::fp64;
    other.task.options.tolerance = 1e-12;
    other.task.options.split = Split::hasimoto;
    other.task.options.variants.clear();
    other.counts.targets = sample.size();
    other.engine = "direct";
    Candidates found = candidates(other);
    all_pairs = !found.plans.empty();
    if (!all_pairs) {
      other.engine = "ewald";
      found = candidates(other);
    }
    const auto independent = make_sum(best(found));
    independent->set_points({cloud.x, 0, {}}, {{targets, 0, false, {}}});
    independent->apply(cloud.density(c.layer), {velocity(at)});
    return at;
  }
};

SumBench::SumBench(const SumBenchCase& c) : impl_(std::make_unique<Impl>(c)) {}
SumBench::~SumBench() = default;

void SumBench::call() {
  impl_->call();
}

SumBenchResult SumBench::result() const {
  SumBenchResult r = impl_->figures;
  r.variants = impl_->sum->variants();
  auto calls = impl_->calls;
  if (calls.empty()) throw InputError("a benchmark needs at least two calls");
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
  const Vectors<Host> truth = impl_->truth(sample, r.against_direct_sum);
  r.reached = relative_error(impl_->u, sample, truth);
  return r;
}

SumBenchResult bench_sum(const SumBenchCase& c) {
  SumBench bench(c);
  for (int i = -1; i < c.repeats; ++i) bench.call();
  return bench.result();
}

}  // namespace slurry
