// SPDX-License-Identifier: BSD-3-Clause
#include "slurry/sum.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <numeric>
#include <random>
#include <span>
#include <utility>

#include "accuracy/error_estimate.hpp"
#include "accuracy/presets.hpp"
#include "base/execution.hpp"
#include "base/text.hpp"
#include "kernels/field_pair.hpp"
#include "slurry/error.hpp"
#include "summation/coulomb_ewald.hpp"
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
  if (layer == Layer::coulomb) {
    if (p.charges.size() * 3 != p.sources.size())
      throw InputError(
          text("there are {} charges, {} are needed: one per source", p.charges.size(), p.sources.size() / 3));
    if (!std::all_of(p.charges.begin(), p.charges.end(), [](double x) { return std::isfinite(x); }))
      throw InputError("a charge is a number that is not finite");
    return;
  }
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
  if (layer == Layer::coulomb) c.squared_force_sum = squared_norm(p.charges);
  if (layer == Layer::single || layer == Layer::combined) c.squared_force_sum = squared_norm(p.forces);
  if (layer == Layer::single || layer == Layer::coulomb) return c;
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

/// Everything that was asked for at the targets, in host memory, with the errors that the parameters promise.
struct Evaluation {
  std::vector<double> velocities, gradients, pressures, potentials;
  double predicted = 0, predicted_gradient = 0, predicted_pressure = 0;  // absolute, rms over targets
  StageTimes times;
  double plan_seconds = 0, cpu_seconds = 0;  // transforms and tables; the rest
};

std::vector<double> in_host_memory(const FieldScalars<Space>& v) {
  std::vector<double> host(v.size());
  Kokkos::deep_copy(Kokkos::View<double*, Kokkos::HostSpace>(host.data(), host.size()), v);
  return host;
}
std::vector<double> in_host_memory(const FieldGradients<Space>& v) {
  std::vector<double> host(v.size());
  Kokkos::deep_copy(
      Kokkos::View<double**, Kokkos::LayoutRight, Kokkos::HostSpace>(host.data(), v.extent(0), v.extent(1)), v);
  return host;
}
std::vector<double> in_host_memory(const Vectors<Space>& v) {
  std::vector<double> host(v.size());
  Kokkos::deep_copy(host_vectors(std::span<double>(host)), v);
  return host;
}

/// same: the targets are the sources.
void evaluate(const SumProblem& p, const SumCounts& counts, CoulombEwald<Space>& ewald, const Vectors<Space>& sources,
              const Vectors<Space>& targets, bool same, Evaluation& e) {
  const Kokkos::View<double*, typename Space::memory_space> charges(
      Kokkos::view_alloc("slurry::sum::charges", Kokkos::WithoutInitializing), p.charges.size());
  Kokkos::deep_copy(charges, Kokkos::View<const double*, Kokkos::HostSpace>(p.charges.data(), p.charges.size()));
  const FieldScalars<Space> potential("slurry::sum::potential", targets.extent(0));
  const FieldGradients<Space> gradient("slurry::sum::gradient", targets.extent(0), 3);
  ewald.set_points(sources, targets, same);
  ewald.apply(charges, potential, gradient);
  e.potentials = in_host_memory(potential);
  if (ewald.parameters().gradient) e.gradients = in_host_memory(gradient);
  e.predicted = ewald.predicted_rms_error(counts.squared_force_sum);
  if (ewald.parameters().gradient) e.predicted_gradient = ewald.predicted_gradient_error(counts.squared_force_sum);
  e.times = ewald.take_stage_times();
}

void evaluate(const SumProblem& p, const SumCounts& counts, SpectralEwald<Space>& ewald, const Vectors<Space>& sources,
              const Vectors<Space>& targets, bool same, Evaluation& e) {
  const auto& used = ewald.parameters();
  const auto density = densities(p, used.layer);
  const std::size_t count = targets.extent(0);
  const Vectors<Space> u(Kokkos::view_alloc("slurry::sum::velocities", Kokkos::WithoutInitializing), count);
  std::vector<TargetFields<Space>> fields;
  if (used.gradient || used.pressure) {
    fields.resize(1);
    if (used.gradient) fields[0].gradient = FieldGradients<Space>("slurry::sum::gradient", count, 9);
    if (used.pressure) fields[0].pressure = FieldScalars<Space>("slurry::sum::pressure", count);
  }
  ewald.set_points(sources, 0, {{targets, 0, same}});
  ewald.apply(density, {u}, fields);
  e.velocities = in_host_memory(u);
  if (used.gradient) e.gradients = in_host_memory(fields[0].gradient);
  if (used.pressure) e.pressures = in_host_memory(fields[0].pressure);
  e.predicted = ewald.predicted_rms_error(counts.squared_force_sum, counts.dipole_norm);
  if (used.gradient)
    e.predicted_gradient = ewald.predicted_gradient_error(counts.squared_force_sum, counts.dipole_norm);
  if (used.pressure)
    e.predicted_pressure = ewald.predicted_pressure_error(counts.squared_force_sum, counts.dipole_norm);
  e.times = ewald.take_stage_times();
}

/// Relative rounding error of the whole sum (recipe, sections 5 and 9).
double rounding_floor(const SumOptions& options) {
  const bool single = options.layer == Layer::single || options.layer == Layer::coulomb;
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

/// Rms values of the bare kernels over some targets, nearest images alone.  Close pairs carry most of the double
/// layer's velocity (|T| ~ r^-2), of gradients and of pressures, so that counts and norms alone miss them by any
/// factor; the single layer's velocity needs no such look.
struct SampledScales {
  double dipole_velocity = 0, gradient = 0, pressure = 0, potential = 0;
};
SampledScales sampled_scales(const SumProblem& p, const Box& box, Layer layer, const std::vector<double>& targets,
                             const std::vector<std::size_t>& sample) {
  FieldPair bare;  // no far part
  bare.degree = 4;
  SampledScales sum;
  const double none[3] = {0, 0, 0};
  for (const std::size_t t : sample) {
    double u[3] = {0, 0, 0}, gradient[9] = {}, pressure = 0, potential = 0;
    for (std::size_t j = 0; j < p.sources.size(); j += 3) {
      double d[3], s = 0;
      for (int k = 0; k < 3; ++k) {
        d[k] = targets[3 * t + k] - p.sources[j + k];
        if (k < box.periodicity) d[k] -= box.lengths[k] * std::round(d[k] / box.lengths[k]);
        s += d[k] * d[k];
      }
      if (s == 0) continue;
      const double inverse = 1 / std::sqrt(s);
      if (layer == Layer::coulomb) {
        add_charge_pair(bare, d, s, inverse, KeepAll{}, p.charges[j / 3], potential, gradient);
        continue;
      }
      const double* const f = layer == Layer::double_layer ? none : &p.forces[j];
      if (layer == Layer::single) {
        add_field_pair<false>(bare, d, s, inverse, KeepAll{}, f, none, none, gradient, pressure);
        continue;
      }
      const double *const q = &p.dipoles[j], *const n = &p.normals[j];
      add_field_pair<true>(bare, d, s, inverse, KeepAll{}, f, q, n, gradient, pressure);
      const double rq = d[0] * q[0] + d[1] * q[1] + d[2] * q[2], rn = d[0] * n[0] + d[1] * n[1] + d[2] * n[2];
      for (int k = 0; k < 3; ++k) u[k] -= 6 * rq * rn * d[k] * inverse / (s * s);
    }
    sum.dipole_velocity += u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
    for (const double g : gradient) sum.gradient += g * g;
    sum.pressure += pressure * pressure;
    sum.potential += potential * potential;
  }
  const double count = double(sample.size());
  return {std::sqrt(sum.dipole_velocity / count), std::sqrt(sum.gradient / count), std::sqrt(sum.pressure / count),
          std::sqrt(sum.potential / count)};
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

Evaluation evaluate(const SumProblem& p, const EwaldParameters& parameters, const SumCounts& counts,
                    const std::vector<double>& targets, bool same) {
  const auto start = std::chrono::steady_clock::now();
  const Space space;
  Evaluation e;
  const auto with = [&](auto ewald) {
    e.plan_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const double cpu = cpu_seconds();
    const auto y = to_space<Space>(p.sources, "slurry::sum::sources");
    const auto x = same ? y : to_space<Space>(targets, "slurry::sum::targets");
    evaluate(p, counts, ewald, y, x, same, e);
    e.cpu_seconds = cpu_seconds() - cpu;
  };
  if (parameters.layer == Layer::coulomb)
    with(CoulombEwald<Space>(space, parameters));
  else
    with(SpectralEwald<Space>(space, parameters));
  return e;
}

/// Everything at some targets by the other split at a far tighter tolerance: near field, multipliers, cutoff and grid
/// all differ from those used.
Evaluation other_split(const SumProblem& p, const Box& box, const SumOptions& options, const SumCounts& counts,
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
  return evaluate(p, select_ewald_parameters(box, tight, few), counts, targets, false);
}

/// Difference of `all` at the targets `order` from the `truth` there.
double difference(const std::vector<double>& all, const std::vector<double>& truth,
                  const std::vector<std::size_t>& order, ToleranceKind kind) {
  const std::size_t width = truth.size() / order.size();
  double squared = 0, norm = 0;
  for (std::size_t k = 0; k < order.size(); ++k)
    for (std::size_t c = 0; c < width; ++c) {
      squared += std::pow(all[width * order[k] + c] - truth[width * k + c], 2);
      norm += std::pow(truth[width * k + c], 2);
    }
  return kind == ToleranceKind::relative ? std::sqrt(squared / std::max(norm, 1e-300))
                                         : std::sqrt(squared / double(order.size()));
}

void measure_errors(const SumProblem& p, const Box& box, const SumOptions& options, const SumCounts& counts,
                    const std::vector<double>& targets, SumResult& r) {
  const auto order = random_targets(targets.size() / 3, options.measured_targets, options.seed);
  std::vector<double> some(3 * order.size());
  for (std::size_t k = 0; k < order.size(); ++k)
    for (int d = 0; d < 3; ++d) some[3 * k + d] = targets[3 * order[k] + d];
  const Evaluation truth = other_split(p, box, options, counts, some);
  const ToleranceKind kind = options.tolerance_kind;
  r.error.measured = options.layer == Layer::coulomb ? difference(r.potentials, truth.potentials, order, kind)
                                                     : difference(r.velocities, truth.velocities, order, kind);
  if (options.gradient) r.gradient_error.measured = difference(r.gradients, truth.gradients, order, kind);
  if (options.pressure) r.pressure_error.measured = difference(r.pressures, truth.pressures, order, kind);
}

/// Predicted errors in the kind that was asked for.
void predict_errors(const SumProblem& p, const Box& box, const SumOptions& options, const SumCounts& counts,
                    const std::vector<double>& targets, const Evaluation& e, SumResult& r) {
  r.error = {options.tolerance, e.predicted, r.error.measured};
  if (options.gradient) r.gradient_error = {options.tolerance, e.predicted_gradient, r.gradient_error.measured};
  if (options.pressure) r.pressure_error = {options.tolerance, e.predicted_pressure, r.pressure_error.measured};
  if (options.tolerance_kind != ToleranceKind::relative) return;
  double scale = velocity_scale(box, counts);
  if (options.layer != Layer::single || options.gradient || options.pressure) {
    const auto sample = random_targets(counts.targets, 64, options.seed + 1);
    const SampledScales sampled = sampled_scales(p, box, options.layer, targets, sample);
    SumCounts single = counts;
    single.dipole_norm = 0;
    scale = options.layer == Layer::coulomb ? sampled.potential
                                            : std::hypot(velocity_scale(box, single), sampled.dipole_velocity);
    r.gradient_error.predicted = std::hypot(e.predicted_gradient / sampled.gradient, rounding_floor(options));
    r.pressure_error.predicted = std::hypot(e.predicted_pressure / sampled.pressure, rounding_floor(options));
    if (!options.gradient) r.gradient_error = {};
    if (!options.pressure) r.pressure_error = {};
  }
  r.error.predicted = std::hypot(e.predicted / scale, rounding_floor(options));
}

}  // namespace

SumResult evaluate_sum(const SumProblem& p, const SumOptions& options) {
  check(p, options.layer);
  if (options.layer == Layer::coulomb && options.pressure) throw InputError("a Coulomb sum has no pressure");
  if ((options.layer == Layer::double_layer || options.layer == Layer::combined) &&
      options.tolerance_kind == ToleranceKind::relative && options.tolerance < tightest_double_layer_tolerance)
    throw RefusedError(text("the tolerance {} is below what fp64 reaches for a double layer; {} is the tightest",
                            options.tolerance, tightest_double_layer_tolerance));
  const Box box = box_around(p);
  const bool same = p.targets.empty() || p.targets == p.sources;
  const auto& targets = same ? p.sources : p.targets;
  const SumCounts counts = counts_of(p, options.layer, targets.size() / 3);

  SumResult r;
  r.parameters = select_ewald_parameters(box, options, counts);
  Evaluation e = evaluate(p, r.parameters, counts, targets, same);
  r.plan_seconds = e.plan_seconds;
  r.cpu_seconds = e.cpu_seconds;
  r.times = e.times;
  predict_errors(p, box, options, counts, targets, e, r);
  r.velocities = std::move(e.velocities);
  r.gradients = std::move(e.gradients);
  r.pressures = std::move(e.pressures);
  r.potentials = std::move(e.potentials);
  if (options.measured_targets > 0) measure_errors(p, box, options, counts, targets, r);
  return r;
}

}  // namespace slurry
