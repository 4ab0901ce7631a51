// SPDX-License-Identifier: BSD-3-Clause
#include "yardsticks/published_rules/published_sum.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/instantiations.hpp"
#include "base/text.hpp"
#include "evaluation/plan_rules.hpp"
#include "ewald/plan/cost_model.hpp"
#include "ewald/plan/engine_parameters.hpp"
#include "ewald/plan/safety.hpp"
#include "slurry/error.hpp"
#include "summation/free_lengths.hpp"
#include "yardsticks/published_rules/published_parameters.hpp"

namespace slurry {
namespace {

[[noreturn]] void refuse(const std::string& why) {
  throw InputError("the published parameters are not for this sum: " + why);
}

double edge_of(const SumProblem& p) {
  return p.box.lengths[0];
}

void check_cube(const SumProblem& p) {
  const auto& l = p.box.lengths;
  for (int d = 1; d < 3; ++d)
    if (std::abs(l[d] / l[0] - 1) > 1e-9)
      refuse(text("their rules are for a cube, and the box is {} x {} x {}", l[0], l[1], l[2]));
  const auto extent = extent_of_points(p.box, Survey(p.box, PointsView::alone(p.sources, p.targets))).lengths;
  for (int d = std::max(p.box.periodicity, 0); d < 3; ++d)
    if (extent[d] > l[d] * (1 + 1e-9))
      refuse(text("the points spread over {} in a free direction, and the edge of the cube is {}", extent[d], l[d]));
}

}  // namespace

void check_published(const SumProblem& p, const SumOptions& o) {
  if (o.layer == Layer::coulomb) refuse("they are for Stokes kernels, not for charges");
  if (!o.engine.empty() && o.engine != usual_engine && o.engine != "ewald" && o.engine != any_engine)
    refuse(text("they are for the engine ewald, not for {}", o.engine));
  if (o.gradient || o.pressure) refuse("they are for velocities only; leave out gradient and pressure");
  if (o.guarantee) refuse("a guarantee tightens the tolerance, but the published rules use it as given");
  if (o.tolerance_kind != ToleranceKind::relative)
    refuse("their tolerance is absolute in a unit cube with sum |f|^2 = 1, for any densities; leave out --absolute");
  if (o.zero_mode != ZeroMode::zero_mean_velocity) refuse("they are only for the zero mode zero-mean-velocity");
  if (o.cutoff_radius) refuse("the cutoff follows from the number of sources per cell");
  check_cube(p);
}

namespace {

/// The lengths of the rules scale with the cube's edge.  same: the targets are the sources.
SumPlan published_plan(double per_cell, const SumProblem& p, const SumOptions& o, const SumCounts& counts,
                       const PairCounts& pairs, const MachineRates& rates, bool same) {
  EwaldParameters found =
      published_ewald_parameters({o.tolerance, per_cell, counts.sources}, p.box.periodicity, o.layer, o.precision);
  found.box = p.box;
  found.cutoff_radius *= edge_of(p);
  found.deterministic = o.deterministic;
  if (o.precision == Precision::fp32 &&
      round_up_to_compiled(found.window_points, CompiledWindowsOf<float>{}) != found.window_points)
    refuse(text("their window of {} points is for fp64 only", found.window_points));
  SumPlan plan;
  plan.task.box = p.box;
  plan.task.options = o;
  plan.task.options.split = found.split;
  plan.task.targets_are_sources = same;
  plan.counts = counts;
  plan.engine = "ewald";
  plan.variant = text("one grid by the published rules, {} sources per cell", per_cell);
  plan.parameters = found;
  plan.predicted = CostModel(counts, rates, false, pairs).stages(found, same);
  plan.near = found.cutoff_radius;
  plan.long_wave_alias = long_wave_alias(found);
  plan.not_predicted = stages_of_unknown_rates(o.variants, rates.device);
  plan.worth_timing = transforms_are_worth_timing(plan.predicted);
  plan.error_factor = local_factor(plan.task.options, found, counts.sources, pairs, same);
  return plan;
}

/// The error is measured against our split, by as much tighter as the sum is expected to be better than the tolerance,
/// which is of another kind.
SumOptions judged_published(const SumOptions& options, const SumResult& r) {
  SumOptions o = options;
  o.split = r.plan->task.options.split;
  if (r.error.predicted > 0) o.tolerance = std::min(o.tolerance, r.error.predicted);
  return o;
}

PlanRules published_rules(double per_cell) {
  using namespace std::placeholders;
  return {"published", per_cell, check_published, std::bind(published_plan, per_cell, _1, _2, _3, _4, _5, _6),
          judged_published};
}

SumOptions by_one_grid(const SumOptions& options) {
  SumOptions o = options;
  if (o.engine.empty() || o.engine == any_engine) o.engine = usual_engine;
  return o;
}

}  // namespace

SumResult evaluate_published_sum(const SumProblem& p, const SumOptions& options, double per_cell) {
  return evaluate_sum_by(published_rules(per_cell), p, by_one_grid(options));
}

SumForecasts forecast_published_sum(const SumProblem& p, const SumOptions& options, double per_cell) {
  return forecast_sum_by(published_rules(per_cell), p, by_one_grid(options));
}

}  // namespace slurry
