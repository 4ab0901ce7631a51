// SPDX-License-Identifier: BSD-3-Clause
#include "yardsticks/measures/bench_fcc.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <vector>

#include "base/execution.hpp"
#include "direct/direct.hpp"
#include "ewald/plan/parameter_selection.hpp"
#include "ewald/sums/rotne_prager_ewald.hpp"
#include "slurry/error.hpp"
#include "slurry/runtime.hpp"
#include "yardsticks/direct_sums/fcc_crystal.hpp"
#include "yardsticks/direct_sums/published_step.hpp"
#include "yardsticks/direct_sums/timing_models.hpp"
#include "yardsticks/direct_sums/velocity_sum.hpp"

namespace slurry {
namespace {

/// Equal forces of 1 along z.
std::vector<double> weights(std::size_t points) {
  std::vector<double> f(3 * points, 0.0);
  for (std::size_t i = 0; i < points; ++i) f[3 * i + 2] = 1;
  return f;
}

double mean_along_z(const std::vector<double>& v) {
  double sum = 0;
  for (std::size_t i = 2; i < v.size(); i += 3) sum += v[i];
  return sum / (double(v.size()) / 3);
}

/// Seconds of the quickest call.  One call longer than `least` is enough; the first of several warms up.
template <class Space, class F>
double quickest(const Space& space, double least, int& calls, const F& f) {
  double best = std::numeric_limits<double>::infinity(), total = 0;
  for (calls = 0; calls < 2 || total < least; ++calls) {
    space.fence();
    const auto start = std::chrono::steady_clock::now();
    f();
    space.fence();
    const double taken = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    best = std::min(best, taken);
    total += taken;
    if (taken > std::max(least, 0.5)) {
      ++calls;
      break;
    }
  }
  return best;
}

template <class Space>
FccBenchRow kernel_in(const Space& space, const FccBenchCase& c) {
  const FccCrystal crystal = fcc_crystal(c.points);
  VelocitySum<Space> sum(space, c.form, crystal.length);
  sum.set_particles(crystal.positions, weights(c.points));
  FccBenchRow r;
  r.seconds = quickest(space, c.least_seconds, r.calls, [&] { sum.run(); });
  r.mean_speed = mean_along_z(sum.host_velocities());
  return r;
}

template <class Space>
FccStageShares shares_in(const Space& space, const FccBenchCase& c, DirectNumber positions, int steps) {
  const FccCrystal crystal = fcc_crystal(c.points);
  PublishedStep<Space> step(space, c.form, positions, crystal.length, crystal.positions, weights(c.points));
  step.step(0.001);
  step.forget_seconds();
  for (int i = 0; i < steps; ++i) step.step(0.001);
  FccStageShares s;
  s.hydrodynamics = step.seconds().hydrodynamics / steps;
  s.lubrication = step.seconds().lubrication / steps;
  s.integration = step.seconds().integration / steps;
  FccBenchCase reading = c;
  reading.form.pair = DirectPair::memory_alone;
  s.memory_alone = kernel_in(space, reading).seconds;
  return s;
}

/// Calls of one of ours, the points set anew in each.
template <class Space, class Sum>
FccEngineRow calls_of(const Space& space, const FccBenchCase& c, const FccCrystal& crystal, Sum& sum) {
  const auto x = to_space<Space>(crystal.positions, "slurry::bench::fcc_x");
  const auto f = to_space<Space>(weights(c.points), "slurry::bench::fcc_f");
  const Vectors<Space> u("slurry::bench::fcc_u", c.points);
  FccEngineRow r;
  int calls = 0;
  r.seconds = quickest(space, c.least_seconds, calls, [&] {
    sum.set_points(SourceSet<Space>(x, 1), {TargetSet<Space>(x, 1, true)});
    sum.apply(f, {u});
  });
  std::vector<double> v(3 * c.points);
  Kokkos::deep_copy(host_vectors(std::span<double>(v)), u);
  r.mean_speed = mean_along_z(v) * 3 / 4;  // mu0 = 1/(6 pi eta a), of sums without 1/(8 pi eta)
  return r;
}

template <class Space>
FccEngineRow engine_in(const Space& space, const FccBenchCase& c, FccEngine engine, double tolerance) {
  const FccCrystal crystal = fcc_crystal(c.points);
  const double edge = crystal.length;
  if (engine != FccEngine::ewald) {
    const Precision terms = engine == FccEngine::direct_fp32 ? Precision::fp32 : Precision::fp64;
    DirectSum<Space> sum(space, Box{{edge, edge, edge}, 0}, 1e-15, terms);
    return calls_of(space, c, crystal, sum);
  }
  EwaldOptions options;
  options.tolerance = tolerance;
  options.device = c.device;
  SumCounts counts;
  counts.sources = counts.targets = c.points;
  counts.squared_force_sum = counts.net_force = double(c.points);
  counts.largest_radius = 1;
  RotnePragerEwald<Space> sum(space, select_ewald_parameters(Box{{edge, edge, edge}, 3}, options, counts));
  return calls_of(space, c, crystal, sum);
}

/// f in the space of a device, and which one it was.
template <class F>
auto on_device(Device asked, const F& f) {
  const Device device = Runtime::device(asked);
  auto r = with_space(name_of(device), f);
  r.device = device;
  return r;
}

}  // namespace

FccBenchRow bench_fcc_kernel(const FccBenchCase& c) {
  return on_device(c.device, [&](const auto& space) { return kernel_in(space, c); });
}

FccStageShares bench_fcc_shares(const FccBenchCase& c, DirectNumber positions, int steps) {
  if (steps < 1) throw InputError("the shares of the stages need at least one step");
  return on_device(c.device, [&](const auto& space) { return shares_in(space, c, positions, steps); });
}

FccEngineRow bench_fcc_engine(const FccBenchCase& c, FccEngine engine, double tolerance) {
  return on_device(c.device, [&](const auto& space) { return engine_in(space, c, engine, tolerance); });
}

TimingModelFaults bench_timing_models(std::size_t points) {
  return timing_model_faults(points);
}

}  // namespace slurry
