// SPDX-License-Identifier: BSD-3-Clause
#include "evaluation/sum_evaluation.hpp"

#include <chrono>
#include <cmath>
#include <span>

#include "base/execution.hpp"
#include "base/process_clock.hpp"
#include "base/quick_transforms.hpp"
#include "planning/engines.hpp"
#include "slurry/error.hpp"
#include "summation/free_lengths.hpp"
#include "summation/rates.hpp"

namespace slurry {
namespace {

/// Unmanaged view of numbers of the host.
Kokkos::View<const double*, Kokkos::HostSpace> scalars(const std::vector<double>& v) {
  return Kokkos::View<const double*, Kokkos::HostSpace>(v.data(), v.size());
}

SumDensity<Host> density_of(const SumProblem& p, Layer layer) {
  SumDensity<Host> d;
  if (layer == Layer::coulomb) {
    d.charges = scalars(p.charges);
    return d;
  }
  if (layer != Layer::double_layer) d.layers.forces = host_vectors(p.forces);
  if (layer == Layer::single) return d;
  d.layers.dipoles = host_vectors(p.dipoles);
  d.layers.normals = host_vectors(p.normals);
  return d;
}

/// Makes room for what the options ask for.
SumFields<Host> results_in(SumEvaluation& e, const EwaldOptions& o, std::size_t count) {
  SumFields<Host> r;
  const bool coulomb = o.layer == Layer::coulomb;
  const std::size_t slopes = coulomb ? 3 : 9;
  if (coulomb) {
    e.potentials.resize(count);
    r.potential = FieldScalars<Host>(e.potentials.data(), count);
  } else {
    e.velocities.resize(3 * count);
    r.velocity = Vectors<Host>(e.velocities.data(), count);
  }
  if (o.gradient) {
    e.gradients.resize(slopes * count);
    r.gradient = FieldGradients<Host>(e.gradients.data(), count, slopes);
  }
  if (o.pressure) {
    e.pressures.resize(count);
    r.pressure = FieldScalars<Host>(e.pressures.data(), count);
  }
  return r;
}

}  // namespace

SumEvaluation evaluate_plan(const SumProblem& p, const SumPlan& plan, const std::vector<double>& targets) {
  return evaluate_plan(p, plan, targets, Survey(plan.task.box, PointsView::alone(p.sources, targets)));
}

SumEvaluation evaluate_plan(const SumProblem& p, const SumPlan& plan, const std::vector<double>& targets,
                            const Survey& points) {
  const auto start = std::chrono::steady_clock::now();
  const EwaldOptions& o = plan.task.options;
  const bool same = plan.task.targets_are_sources;
  const QuickTransforms quick(!plan.worth_timing);
  SumEvaluation e;
  const auto sum = make_sum(plan);
  e.plan_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const double cpu = process_seconds();
  const ConstVectors<Host> y = host_vectors(p.sources), x = same ? y : host_vectors(targets);
  const SumFields<Host> results = results_in(e, o, x.extent(0));
  sum->set_points({y, 0}, {{x, 0, same}});
  sum->apply(density_of(p, o.layer), {results});
  const SumErrors errors = sum->expected_errors(plan.counts);
  const auto apart = sum->expected_errors_apart(
      plan.counts, {plan.sources_at_target, spread_of_points(plan.task.box, points).lengths});
  e.predicted = std::hypot(errors.value * plan.error_factor * plan.clustering, apart[0]);
  e.predicted_gradient = std::hypot(errors.gradient * plan.clustering, apart[1]);
  e.predicted_pressure = std::hypot(errors.pressure * plan.clustering, apart[2]);
  e.zero_mode_constant = errors.zero_mode_constant;
  e.times = sum->take_stage_times();
  e.variants = sum->variants();
  e.cpu_seconds = process_seconds() - cpu;
  return e;
}

namespace {
Candidates exact_plans(const Box& box, const EwaldOptions& options) {
  PlanRequest request;
  request.task = {box, options, false};
  request.rates = rates_for(options);
  request.engine = the_exact_engine().name;
  return candidates(request);
}
}  // namespace

bool exact_sum_exists(const Box& box, const EwaldOptions& options) {
  return !exact_plans(box, options).plans.empty();
}

SumEvaluation evaluate_directly(const SumProblem& p, const EwaldOptions& options, const std::vector<double>& targets) {
  const Candidates found = exact_plans(p.box, options);
  if (found.plans.empty()) throw InputError(found.refusals.at(0).sentence);
  return evaluate_plan(p, found.plans[0], targets);
}

}  // namespace slurry
