// SPDX-License-Identifier: BSD-3-Clause
#include "slurry/sum.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <numeric>
#include <random>
#include <span>

#include "accuracy/error_estimate.hpp"
#include "accuracy/presets.hpp"
#include "base/execution.hpp"
#include "base/text.hpp"
#include "slurry/error.hpp"
#include "summation/spectral_ewald.hpp"

namespace slurry {
namespace {

using Space = CoreSpace;

double cpu_seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

double squared_norm(const std::vector<double>& v) {
  return std::inner_product(v.begin(), v.end(), v.begin(), 0.0);
}

void check(const SumProblem& p, Layer layer) {
  if (p.sources.empty()) throw InputError("there is no source; at least one is needed");
  if (p.sources.size() % 3 != 0 || p.targets.size() % 3 != 0)
    throw InputError("sources and targets must have the shape (N,3)");
  const auto fits = [&](const std::vector<double>& density, const char* name) {
    if (density.size() != p.sources.size())
      throw InputError(text("the density {} has {} numbers, {} are needed: three per source", name, density.size(),
                            p.sources.size()));
    if (!std::all_of(density.begin(), density.end(), [](double x) { return std::isfinite(x); }))
      throw InputError(text("the density {} holds a number that is not finite", name));
  };
  if (layer != Layer::double_layer) fits(p.forces, "f");
  if (layer != Layer::single) {
    fits(p.dipoles, "q");
    fits(p.normals, "n");
  }
}

SumCounts counts_of(const SumProblem& p, Layer layer, std::size_t targets) {
  SumCounts c;
  c.sources = p.sources.size() / 3;
  c.targets = targets;
  if (layer != Layer::double_layer) c.squared_force_sum = squared_norm(p.forces);
  if (layer == Layer::single) return c;
  for (std::size_t i = 0; i < p.dipoles.size(); i += 3) {
    double qq = 0, nn = 0, qn = 0;
    for (std::size_t d = i; d < i + 3; ++d) {
      qq += p.dipoles[d] * p.dipoles[d];
      nn += p.normals[d] * p.normals[d];
      qn += p.dipoles[d] * p.normals[d];
    }
    c.dipole_norm += 17.0 / 15 * qn * qn + 0.4 * qq * nn;
  }
  return c;
}

/// Densities of the layer in the memory of the execution space.
Density<Space> densities(const SumProblem& p, Layer layer) {
  Density<Space> d;
  if (layer != Layer::double_layer) d.forces = to_space<Space>(p.forces, "slurry::sum::forces");
  if (layer == Layer::single) return d;
  d.dipoles = to_space<Space>(p.dipoles, "slurry::sum::dipoles");
  d.normals = to_space<Space>(p.normals, "slurry::sum::normals");
  return d;
}

/// Sum over the sources at every target, in host memory.
template <class S>
void apply(SpectralEwald<S>& ewald, const Density<S>& density, std::span<double> velocities) {
  if constexpr (is_host_space<S>) {
    ewald.apply(density, {host_vectors(velocities)});
  } else {
    const Vectors<S> u(Kokkos::view_alloc("slurry::sum::velocities", Kokkos::WithoutInitializing),
                       velocities.size() / 3);
    ewald.apply(density, {u});
    Kokkos::deep_copy(host_vectors(velocities), u);
  }
}

/// Relative rounding error of the whole sum (recipe, sections 5 and 9).
double rounding_floor(const SumOptions& options) {
  const bool single = options.layer == Layer::single;
  if (options.precision == Precision::fp32) return single ? 2e-7 : 5e-7;
  return single ? 2e-14 : 3e-13;
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

/// Rms velocity of the double layer over some targets: nearest images of the bare kernel.  Close pairs carry most of it
/// (|T| ~ r^-2), so counts and norms alone miss it by any factor; the single layer's scale needs no such look.
double sampled_dipole_velocity(const SumProblem& p, const Box& box, const std::vector<double>& targets,
                               const std::vector<std::size_t>& sample) {
  double squared = 0;
  for (const std::size_t t : sample) {
    double u[3] = {0, 0, 0};
    for (std::size_t j = 0; j < p.sources.size(); j += 3) {
      double d[3], s = 0, rq = 0, rn = 0;
      for (int k = 0; k < 3; ++k) {
        d[k] = targets[3 * t + k] - p.sources[j + k];
        if (k < box.periodicity) d[k] -= box.lengths[k] * std::round(d[k] / box.lengths[k]);
        s += d[k] * d[k];
        rq += d[k] * p.dipoles[j + k];
        rn += d[k] * p.normals[j + k];
      }
      if (s == 0) continue;
      const double factor = -6 * rq * rn / (s * s * std::sqrt(s));
      for (int k = 0; k < 3; ++k) u[k] += factor * d[k];
    }
    squared += u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
  }
  return std::sqrt(squared / double(sample.size()));
}

/// Up to `count` targets at random.
std::vector<std::size_t> random_targets(std::size_t targets, std::size_t count, std::uint64_t seed) {
  std::vector<std::size_t> order(targets);
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::mt19937_64 random(seed);
  std::shuffle(order.begin(), order.end(), random);
  order.resize(std::min(targets, count));
  return order;
}

/// Velocities at some targets by the other split at a far tighter tolerance: near field, multipliers, cutoff and grid
/// all differ from those used.
std::vector<double> other_split(const SumProblem& p, const Box& box, const SumOptions& options, const SumCounts& counts,
                                const std::vector<double>& targets) {
  EwaldOptions tight = options;
  tight.precision = Precision::fp64;
  tight.split = options.split == Split::prolate ? Split::hasimoto : Split::prolate;
  tight.tolerance = options.tolerance / 30;
  if (options.tolerance_kind == ToleranceKind::relative)
    tight.tolerance = std::max(tight.tolerance, tightest_tolerance);
  tight.cutoff_radius.reset();
  SumCounts few = counts;
  few.targets = targets.size() / 3;
  const EwaldParameters q = select_ewald_parameters(box, tight, few);
  const Space space;
  SpectralEwald<Space> ewald(space, q);
  const auto y = to_space<Space>(p.sources, "slurry::sum::sources");
  const auto f = densities(p, options.layer);
  const auto x = to_space<Space>(targets, "slurry::sum::check_targets");
  std::vector<double> u(targets.size());
  ewald.set_points(y, 0, {{x, 0, false}});
  apply(ewald, f, u);
  return u;
}

double measured_error(const SumProblem& p, const Box& box, const SumOptions& options, const SumCounts& counts,
                      const std::vector<double>& targets, const std::vector<double>& u) {
  const auto order = random_targets(targets.size() / 3, options.measured_targets, options.seed);
  std::vector<double> some(3 * order.size());
  for (std::size_t k = 0; k < order.size(); ++k)
    for (int d = 0; d < 3; ++d) some[3 * k + d] = targets[3 * order[k] + d];
  const auto truth = other_split(p, box, options, counts, some);
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
  check(p, options.layer);
  if (options.layer != Layer::single && options.tolerance_kind == ToleranceKind::relative &&
      options.tolerance < tightest_double_layer_tolerance)
    throw RefusedError(text("the tolerance {} is below what fp64 reaches for a double layer; {} is the tightest",
                            options.tolerance, tightest_double_layer_tolerance));
  const Box box = box_around(p);
  const bool same = p.targets.empty() || p.targets == p.sources;
  const auto& targets = same ? p.sources : p.targets;
  const SumCounts counts = counts_of(p, options.layer, targets.size() / 3);

  SumResult r;
  const auto start = std::chrono::steady_clock::now();
  r.parameters = select_ewald_parameters(box, options, counts);
  const Space space;
  SpectralEwald<Space> ewald(space, r.parameters);
  r.plan_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();

  const double cpu = cpu_seconds();
  const auto y = to_space<Space>(p.sources, "slurry::sum::sources");
  const auto f = densities(p, options.layer);
  const auto x = same ? y : to_space<Space>(targets, "slurry::sum::targets");
  r.velocities.resize(targets.size());
  ewald.set_points(y, 0, {{x, 0, same}});
  apply(ewald, f, r.velocities);
  r.cpu_seconds = cpu_seconds() - cpu;
  r.times = ewald.take_stage_times();

  r.error.asked = options.tolerance;
  r.error.predicted = ewald.predicted_rms_error(counts.squared_force_sum, counts.dipole_norm);
  if (options.tolerance_kind == ToleranceKind::relative) {
    double scale = velocity_scale(box, counts);
    if (options.layer != Layer::single) {
      SumCounts single = counts;
      single.dipole_norm = 0;
      const auto sample = random_targets(counts.targets, 64, options.seed + 1);
      scale = std::hypot(velocity_scale(box, single), sampled_dipole_velocity(p, box, targets, sample));
    }
    r.error.predicted = std::hypot(r.error.predicted / scale, rounding_floor(options));
  }
  if (options.measured_targets > 0) r.error.measured = measured_error(p, box, options, counts, targets, r.velocities);
  return r;
}

}  // namespace slurry
