// SPDX-License-Identifier: BSD-3-Clause
#include "slurry/sum.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <numeric>
#include <random>

#include "accuracy/error_estimate.hpp"
#include "accuracy/presets.hpp"
#include "base/text.hpp"
#include "slurry/error.hpp"
#include "summation/spectral_ewald.hpp"

namespace slurry {
namespace {

using Space = Kokkos::DefaultHostExecutionSpace;

double cpu_seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

double squared_norm(const std::vector<double>& v) {
  return std::inner_product(v.begin(), v.end(), v.begin(), 0.0);
}

void check(const SumProblem& p) {
  if (p.sources.size() % 3 != 0 || p.targets.size() % 3 != 0 || p.sources.size() != p.forces.size())
    throw InputError(text("sources ({} numbers) and forces ({} numbers) must both have the shape (N,3)",
                          p.sources.size(), p.forces.size()));
  if (p.sources.empty()) throw InputError("there is no source; at least one is needed");
  if (!std::all_of(p.forces.begin(), p.forces.end(), [](double f) { return std::isfinite(f); }))
    throw InputError("a force is not a finite number");
}

/// Free directions of the box are widened to hold every point: nothing but the padding depends on them.
Box box_around(const SumProblem& p) {
  Box box = p.box;
  for (int d = std::max(box.periodicity, 0); d < 3; ++d) {
    double lower = p.sources[d], upper = p.sources[d];
    for (const auto* points : {&p.sources, &p.targets})
      for (std::size_t i = d; i < points->size(); i += 3) {
        lower = std::min(lower, (*points)[i]);
        upper = std::max(upper, (*points)[i]);
      }
    if (std::isfinite(upper - lower)) box.lengths[d] = std::max(box.lengths[d], (upper - lower) * (1 + 1e-12));
  }
  return box;
}

/// Velocities at some targets by another split at another cutoff and a far tighter tolerance.
std::vector<double> other_split(const SumProblem& p, const Box& box, const SumOptions& options,
                                const EwaldParameters& used, const SumCounts& counts,
                                const std::vector<double>& targets) {
  EwaldOptions tight = options;
  tight.tolerance = options.tolerance / 30;
  if (options.tolerance_kind == ToleranceKind::relative)
    tight.tolerance = std::max(tight.tolerance, tightest_tolerance);
  tight.cutoff_radius.reset();
  SumCounts few = counts;
  few.targets = targets.size() / 3;
  EwaldParameters q = select_ewald_parameters(box, tight, few);
  if (std::abs(q.cutoff_radius - used.cutoff_radius) < 0.1 * used.cutoff_radius) {
    tight.cutoff_radius = 0.8 * used.cutoff_radius;
    q = select_ewald_parameters(box, tight, few);
  }
  const Space space;
  SpectralEwald<Space> ewald(space, q);
  const auto y = to_space<Space>(p.sources, "slurry::sum::sources");
  const auto f = to_space<Space>(p.forces, "slurry::sum::forces");
  const auto x = to_space<Space>(targets, "slurry::sum::check_targets");
  std::vector<double> u(targets.size());
  ewald.set_points(y, 0, {{x, 0, false}});
  ewald.apply(f, {host_vectors(std::span<double>(u))});
  return u;
}

double measured_error(const SumProblem& p, const Box& box, const SumOptions& options, const EwaldParameters& used,
                      const SumCounts& counts, const std::vector<double>& targets, const std::vector<double>& u) {
  std::vector<std::size_t> order(targets.size() / 3);
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::mt19937_64 random(options.seed);
  std::shuffle(order.begin(), order.end(), random);
  order.resize(std::min<std::size_t>(order.size(), options.measured_targets));
  std::vector<double> some(3 * order.size());
  for (std::size_t k = 0; k < order.size(); ++k)
    for (int d = 0; d < 3; ++d) some[3 * k + d] = targets[3 * order[k] + d];
  const auto truth = other_split(p, box, options, used, counts, some);
  double difference = 0, norm = 0;
  for (std::size_t k = 0; k < order.size(); ++k)
    for (int d = 0; d < 3; ++d) {
      difference += std::pow(u[3 * order[k] + d] - truth[3 * k + d], 2);
      norm += truth[3 * k + d] * truth[3 * k + d];
    }
  return options.tolerance_kind == ToleranceKind::relative ? std::sqrt(difference / std::max(norm, 1e-300))
                                                           : std::sqrt(difference / double(order.size()));
}

}  // namespace

SumResult evaluate_sum(const SumProblem& p, const SumOptions& options) {
  check(p);
  const Box box = box_around(p);
  const bool same = p.targets.empty() || p.targets == p.sources;
  const auto& targets = same ? p.sources : p.targets;
  SumCounts counts;
  counts.sources = p.sources.size() / 3;
  counts.targets = targets.size() / 3;
  counts.squared_force_sum = squared_norm(p.forces);

  SumResult r;
  const auto start = std::chrono::steady_clock::now();
  r.parameters = select_ewald_parameters(box, options, counts);
  const Space space;
  SpectralEwald<Space> ewald(space, r.parameters);
  r.plan_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();

  const double cpu = cpu_seconds();
  const auto y = to_space<Space>(p.sources, "slurry::sum::sources");
  const auto f = to_space<Space>(p.forces, "slurry::sum::forces");
  const auto x = same ? y : to_space<Space>(targets, "slurry::sum::targets");
  r.velocities.resize(targets.size());
  ewald.set_points(y, 0, {{x, 0, same}});
  ewald.apply(f, {host_vectors(std::span<double>(r.velocities))});
  r.cpu_seconds = cpu_seconds() - cpu;
  r.times = ewald.take_stage_times();

  r.error.asked = options.tolerance;
  r.error.predicted = ewald.predicted_rms_error(counts.squared_force_sum);
  if (options.tolerance_kind == ToleranceKind::relative) r.error.predicted /= velocity_scale(box, counts);
  if (options.measured_targets > 0)
    r.error.measured = measured_error(p, box, options, r.parameters, counts, targets, r.velocities);
  return r;
}

}  // namespace slurry
