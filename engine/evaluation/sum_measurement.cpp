// SPDX-License-Identifier: BSD-3-Clause
#include "evaluation/sum_measurement.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <random>

#include "kernels/field_pair.hpp"
#include "planning/engines.hpp"
#include "planning/safety.hpp"
#include "slurry/error.hpp"
#include "summation/rates.hpp"

namespace slurry {
namespace {

/// Of an error and what it is relative to, both squared: infinite where that is nothing.
double relative_size(double squared, double norm) {
  if (squared == 0) return 0;
  return norm > 0 ? std::sqrt(squared / norm) : std::numeric_limits<double>::infinity();
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
  return kind == ToleranceKind::relative ? relative_size(squared, norm) : std::sqrt(squared / double(order.size()));
}

/// By another engine at its tightest tolerance: a sum that errs by rounding alone has no tolerance.  Nothing where that
/// takes long, as it does where points lie far apart in free directions.
std::optional<SumPlan> opinion_of_exact(const SumProblem& p, const SumOptions& options, const SumPlan& plan,
                                        const std::vector<double>& targets, std::size_t some) {
  constexpr double moments = 0.5;  // seconds
  PlanRequest r;
  r.task = plan.task;
  r.task.box = p.box;
  r.task.targets_are_sources = false;
  r.task.options = options;
  r.task.options.variants.clear();
  r.task.options.tolerance_kind = ToleranceKind::relative;
  r.task.options.tolerance = 1e-12 / second_opinion_factor;
  r.counts = plan.counts;
  r.counts.targets = some;
  r.sources = &p.sources;
  r.targets = &targets;
  r.rates = rates_for(r.task.options);
  try {
    std::optional<SumPlan> found = opinion_of(plan.engine, r, Opinion::first);
    if (found && found->predicted.total() <= moments) return found;
  } catch (const Error&) {  // a box that no grid is for
  }
  return std::nullopt;
}

/// The sum at some of the targets by other means than those of `plan`; none where there are no others, or they take far
/// longer than the sum itself.
std::optional<SumEvaluation> independent_sum(const SumProblem& p, const SumOptions& options, const SumPlan& plan,
                                             const std::vector<double>& targets, const std::vector<double>& some) {
  const std::size_t sources = p.sources.size() / 3, count = some.size() / 3;
  if (measured_directly(p.box)) {
    const bool quick = double(count) * double(sources) <= plain_pairs_in_a_second;
    if (!plan.exact && !quick) return evaluate_directly(p, options, some);
  } else {
    const std::optional<SumPlan> other =
        plan.exact ? opinion_of_exact(p, options, plan, targets, count) : opinion_at(plan, options.tolerance, count);
    if (other) return evaluate_plan(p, *other, some);
  }
  if (p.box.periodicity > 1) return std::nullopt;
  if (plain::affordable_targets(count, count, sources, plain_images(p, some)) < count) return std::nullopt;
  return evaluate_plainly(p, options, some);
}

}  // namespace

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

std::optional<SumPlan> opinion_at(const SumPlan& plan, double tolerance, std::size_t targets) {
  PlanRequest r;
  r.task = plan.task;
  r.task.targets_are_sources = false;
  r.task.options.variants.clear();
  r.task.options.tolerance = tolerance / second_opinion_factor;
  r.counts = plan.counts;
  r.counts.targets = targets;
  r.rates = rates_for(r.task.options);
  return opinion_of(plan.engine, r, Opinion::first);
}

std::vector<std::size_t> random_targets(std::size_t targets, std::size_t count, std::uint64_t seed) {
  std::vector<std::size_t> order(targets);
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::mt19937_64 random(seed);
  std::shuffle(order.begin(), order.end(), random);
  order.resize(std::min(targets, count));
  return order;
}

void measure_errors(const SumProblem& p, const SumOptions& options, const std::vector<double>& targets, SumResult& r) {
  const auto order = random_targets(targets.size() / 3, options.measured_targets, options.seed);
  std::vector<double> some(3 * order.size());
  for (std::size_t k = 0; k < order.size(); ++k)
    for (int d = 0; d < 3; ++d) some[3 * k + d] = targets[3 * order[k] + d];
  const std::optional<SumEvaluation> found = independent_sum(p, options, *r.plan, targets, some);
  if (!found) return;
  const SumEvaluation& truth = *found;
  const ToleranceKind kind = options.tolerance_kind;
  r.error.measured = options.layer == Layer::coulomb ? difference(r.potentials, truth.potentials, order, kind)
                                                     : difference(r.velocities, truth.velocities, order, kind);
  if (options.gradient) r.gradient_error.measured = difference(r.gradients, truth.gradients, order, kind);
  if (options.pressure) r.pressure_error.measured = difference(r.pressures, truth.pressures, order, kind);
}

}  // namespace slurry
