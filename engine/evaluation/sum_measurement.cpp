// SPDX-License-Identifier: BSD-3-Clause
#include "evaluation/sum_measurement.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include "accuracy/margins.hpp"
#include "evaluation/target_sample.hpp"
#include "planning/engines.hpp"
#include "slurry/error.hpp"
#include "summation/rates.hpp"
#include "summation/survey.hpp"

namespace slurry {
namespace {

/// Of an error and what it is relative to, both squared: infinite where that is nothing.
double relative_size(double squared, double norm) {
  if (squared == 0) return 0;
  return norm > 0 ? std::sqrt(squared / norm) : std::numeric_limits<double>::infinity();
}

/// Difference of `all` from the `truth` at the targets of a sample, relative to all of the result or per target.
double difference(const std::vector<double>& all, const std::vector<double>& truth, const TargetSample& sample,
                  ToleranceKind kind) {
  const std::size_t width = truth.size() / sample.order.size();
  std::vector<double> chosen(truth.size());
  for (std::size_t k = 0; k < sample.order.size(); ++k)
    std::copy_n(&all[width * sample.order[k]], width, &chosen[width * k]);
  const double squared = sample.squared_difference(chosen, truth).estimate;
  if (kind == ToleranceKind::absolute_rms) return std::sqrt(squared * double(width) / double(all.size()));
  return relative_size(squared, std::inner_product(all.begin(), all.end(), all.begin(), 0.0));
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
  const Survey points(p.box, PointsView::alone(p.sources, targets));
  r.points = &points;
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

std::optional<SumPlan> opinion_at(const SumPlan& plan, double tolerance, std::size_t targets) {
  PlanRequest r;
  r.task = plan.task;
  r.task.targets_are_sources = false;
  r.task.options.variants.clear();
  r.task.options.tolerance = tolerance / second_opinion_factor;
  r.counts = plan.counts;
  r.counts.targets = targets;
  r.rates = rates_for(r.task.options);
  std::optional<SumPlan> opinion = opinion_of(plan.engine, r, Opinion::first);
  // the window of the sum may be wider than its tolerance asks for, because of the smooth field of points far apart
  constexpr double lost = 0.1;
  const Engine* row = opinion ? find_engine(opinion->engine) : nullptr;
  if (row == nullptr || row->smoother == nullptr) return opinion;
  const std::optional<SumPlan> smoother = row->smoother(r, *opinion, lost * lost * plan.long_wave_alias);
  return smoother ? smoother : opinion;
}

std::size_t targets_to_measure(const SumOptions& options, const SumPlan& plan) {
  constexpr std::size_t pairs_in_moments = 80'000'000;  // less than a second, by either of the two sums of all pairs
  if (options.measured_targets <= 0) return 0;
  const std::size_t asked = std::size_t(options.measured_targets);
  const Engine* row = find_engine(plan.engine);
  if (row == nullptr || asked >= row->measured_targets) return asked;
  return std::clamp(pairs_in_moments / std::max<std::size_t>(1, plan.counts.sources), asked, row->measured_targets);
}

void measure_errors(const SumProblem& p, const SumOptions& options, const std::vector<double>& targets, SumResult& r) {
  r.measured_targets = targets_to_measure(options, *r.plan);
  const TargetSample sample = random_and_largest(targets.size() / 3, r, r.measured_targets, options.seed);
  const std::vector<double> some = sample.positions(targets);
  const std::optional<SumEvaluation> found = independent_sum(p, options, *r.plan, targets, some);
  if (!found) return;
  const SumEvaluation& truth = *found;
  const ToleranceKind kind = options.tolerance_kind;
  r.error.measured = options.layer == Layer::coulomb ? difference(r.potentials, truth.potentials, sample, kind)
                                                     : difference(r.velocities, truth.velocities, sample, kind);
  if (options.gradient) r.gradient_error.measured = difference(r.gradients, truth.gradients, sample, kind);
  if (options.pressure) r.pressure_error.measured = difference(r.pressures, truth.pressures, sample, kind);
}

}  // namespace slurry
