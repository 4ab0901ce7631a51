// SPDX-License-Identifier: BSD-3-Clause
#include "evaluation/sum_memory.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "base/memory.hpp"
#include "base/text.hpp"
#include "evaluation/sum_measurement.hpp"
#include "planning/engines.hpp"
#include "slurry/error.hpp"

namespace slurry {
namespace {

constexpr double vector = 3 * sizeof(double), scalar = sizeof(double);

/// Bytes per target of what is asked for.
double results_of(const EwaldOptions& o) {
  if (o.layer == Layer::coulomb) return scalar + (o.gradient ? vector : 0);
  return vector + (o.gradient ? 3 * vector : 0) + (o.pressure ? scalar : 0);
}

/// Input of the caller, per point.
double input_of(const SumTask& task, const SumCounts& counts) {
  return double(counts.sources) * (vector + density_bytes(task.options.layer)) +
         (task.targets_are_sources ? 0 : double(counts.targets) * vector);
}

/// What the engine of a plan holds.
double held_by_engine(const SumPlan& plan, const SumLoad& load) {
  const Engine& row = engine_of(plan.engine);
  return row.bytes ? row.bytes(plan, load) : 0;
}

/// One of these sums with another number of points, or another tolerance, as if the points were spread evenly: with
/// more or fewer of them a clustered part would be another.  Infinite where there is no plan.
double memory_of(PlanRequest r, std::string_view engine, SumLoad load, const SumOptions& options) {
  r.pairs = {};
  r.points = load.points = nullptr;
  r.tighten = 1;
  r.engine = engine;
  const Candidates found = candidates(r);
  return found.plans.empty() ? std::numeric_limits<double>::infinity() : sum_memory(found.plans.front(), load, options);
}

SumCounts scaled(SumCounts c, double factor) {
  c.sources = std::max<std::size_t>(1, std::size_t(factor * double(c.sources)));
  c.targets = std::max<std::size_t>(1, std::size_t(factor * double(c.targets)));
  c.squared_force_sum *= factor;
  c.dipole_norm *= factor;
  return c;
}

/// Largest number of sources that fits, two digits rounded down; less input gives way to more of everything else,
/// unless a person has set the limit.
double points_that_fit(const PlanRequest& r, std::string_view engine, const SumLoad& load, const SumOptions& options,
                       double available) {
  const bool gives_way = !options.memory_limit;
  const double all = available + (gives_way ? input_of(r.task, r.counts) : 0);
  double low = 0, high = 1;
  for (int i = 0; i < 24; ++i) {
    const double middle = (low + high) / 2;
    PlanRequest some = r;
    some.counts = scaled(r.counts, middle);
    const double input = gives_way ? input_of(some.task, some.counts) : 0;
    (memory_of(some, engine, load, options) + input <= all ? low : high) = middle;
  }
  const double points = low * double(r.counts.sources);
  if (points < 1) return 0;
  const double digit = std::pow(10, std::floor(std::log10(points)) - 1);
  return digit < 1 ? std::floor(points) : std::floor(points / digit) * digit;
}

/// Tightest looser tolerance 10^k with which all points fit; none: no looser one helps.
std::optional<double> tolerance_that_fits(PlanRequest r, std::string_view engine, const SumLoad& load,
                                          const SumOptions& options, double available) {
  double& tolerance = r.task.options.tolerance;
  const int first = int(std::floor(std::log10(tolerance) + 1e-9)) + 1;
  const int last = options.tolerance_kind == ToleranceKind::relative ? -1 : first + 8;
  for (int k = first; k <= last; ++k) {
    tolerance = std::pow(10, k);
    if (memory_of(r, engine, load, options) <= available) return tolerance;
  }
  return std::nullopt;
}

}  // namespace

double sum_memory(const SumPlan& plan, const SumLoad& load, const SumOptions& options) {
  const std::size_t targets = plan.counts.targets;
  const double results = double(targets) * results_of(options);
  if (plan.exact) return results;
  const double first = held_by_engine(plan, load) + results;
  if (options.measured_targets <= 0) return first;
  // beside the results, and the order that the measured targets are drawn from; before it, their sizes
  const std::size_t some = std::min(targets_to_measure(options, plan), targets);
  const double held = double(targets) * (results_of(options) + sizeof(std::size_t));
  if (measured_directly(plan.task.box)) return std::max(first, held + double(targets) * (sizeof(double) + 1));
  const std::optional<SumPlan> second = opinion_at(plan, plan.task.options.tolerance, some);
  if (!second) return first;
  return std::max(first, held + held_by_engine(*second, load) + double(some) * results_of(options));
}

double witness_memory(const SumPlan& witness, const SumLoad& load, std::size_t targets) {
  const EwaldOptions& o = witness.task.options;
  SumCounts all = witness.counts;
  all.targets = targets;
  const double held = double(targets) * results_of(o), moved = input_of(witness.task, all);
  // it comes after another sum, whose freed memory does not fit it in every place (20,000 points, 3 periodic
  // directions: 2 MB more than is allocated)
  constexpr double gaps = 2e6;
  return gaps + held + moved + held_by_engine(witness, load) + double(witness.counts.targets) * results_of(o);
}

double result_memory(const EwaldOptions& options, std::size_t targets) {
  return double(targets) * results_of(options);
}

std::string memory_sentence(const PlanRequest& r, const SumPlan& plan, const SumLoad& load, const SumOptions& options,
                            double available) {
  const double points = points_that_fit(r, plan.engine, load, options, available);
  std::string fits = points > 0 ? text("at this tolerance {:.10g} sources would fit", points)
                                : std::string("at this tolerance no number of sources would fit");
  if (const auto looser = tolerance_that_fits(r, plan.engine, load, options, available))
    fits += text(", or all of them at the tolerance {:.0e}", *looser);
  return text("the sum over {} sources needs {} of memory, but {} are available; {}", r.counts.sources,
              bytes_text(sum_memory(plan, load, options)), bytes_text(available), fits);
}

}  // namespace slurry
