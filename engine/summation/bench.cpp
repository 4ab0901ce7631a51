// SPDX-License-Identifier: BSD-3-Clause
#include "slurry/bench.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <random>
#include <utility>
#include <vector>

#include "base/execution.hpp"
#include "summation/direct.hpp"
#include "summation/spectral_ewald.hpp"

namespace slurry {
namespace {

using Space = Kokkos::DefaultHostExecutionSpace;

double process_seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
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

SumBenchResult bench_sum(const SumBenchCase& c) {
  Box box;
  box.periodicity = c.periodicity;
  EwaldOptions options;
  options.tolerance = c.tolerance;
  options.layer = c.layer;
  options.precision = c.precision;
  SumCounts counts;
  counts.sources = counts.targets = c.points;
  counts.squared_force_sum = c.layer == Layer::double_layer ? 0.0 : 3.0 * double(c.points);
  counts.dipole_norm = c.layer == Layer::single ? 0.0 : 7.0 / 9 * 3 * double(c.points);

  SumBenchResult r;
  const Space space;
  const auto start = std::chrono::steady_clock::now();
  r.parameters = select_ewald_parameters(box, options, counts);
  SpectralEwald<Space> ewald(space, r.parameters);
  r.plan_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();

  std::mt19937_64 random(c.seed);
  Cloud cloud(c.points);
  Vectors<Space> u("slurry::bench::u", c.points);
  std::vector<std::pair<double, StageTimes>> calls;
  for (int i = -1; i < c.repeats; ++i) {  // the first call takes the memory and is not counted
    cloud.fill(random);
    const double before = process_seconds();
    ewald.set_points(cloud.x, 0, {{cloud.x, 0, true}});
    ewald.apply(cloud.density(c.layer), {u});
    const double seconds = process_seconds() - before;
    const StageTimes stages = ewald.take_stage_times();
    if (i >= 0) calls.emplace_back(seconds, stages);
  }
  std::sort(calls.begin(), calls.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  r.cpu_seconds = calls[calls.size() / 2].first;
  r.stages = calls[calls.size() / 2].second;

  std::vector<std::size_t> sample(std::min<std::size_t>(200, c.points));
  for (std::size_t k = 0; k < sample.size(); ++k) sample[k] = k * (c.points / sample.size());
  Vectors<Space> truth("slurry::bench::truth", sample.size());
  r.against_direct_sum = c.layer == Layer::single && c.periodicity <= 1;
  if (r.against_direct_sum) {
    Vectors<Space> targets("slurry::bench::targets", sample.size());
    for (std::size_t k = 0; k < sample.size(); ++k)
      for (int d = 0; d < 3; ++d) targets(k, d) = cloud.x(sample[k], d);
    DirectSum<Space> direct(space, box);
    direct.set_points(cloud.x, 0, {{targets, 0, false}});
    direct.apply(cloud.f, {truth});
  } else {
    options.tolerance = 1e-12;
    options.precision = Precision::fp64;
    SpectralEwald<Space> other(space, select_ewald_parameters(box, options, counts));
    Vectors<Space> all("slurry::bench::all", c.points);
    other.set_points(cloud.x, 0, {{cloud.x, 0, true}});
    other.apply(cloud.density(c.layer), {all});
    for (std::size_t k = 0; k < sample.size(); ++k)
      for (int d = 0; d < 3; ++d) truth(k, d) = all(sample[k], d);
  }
  r.reached = relative_error(u, sample, truth);
  return r;
}

}  // namespace slurry
