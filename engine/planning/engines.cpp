// SPDX-License-Identifier: BSD-3-Clause
#include "planning/engines.hpp"

#include <algorithm>
#include <exception>
#include <type_traits>
#include <utility>

#include "accuracy/ewald_stages.hpp"
#include "accuracy/presets.hpp"
#include "base/text.hpp"
#include "planning/cost_model.hpp"
#include "planning/engine_parameters.hpp"
#include "planning/free_box.hpp"
#include "planning/moving_points.hpp"
#include "planning/nested_plan.hpp"
#include "planning/parameter_selection.hpp"
#include "planning/safety.hpp"
#include "slurry/error.hpp"
#include "slurry/runtime.hpp"
#include "summation/engine_sums.hpp"
#include "summation/ewald_errors.hpp"
#include "summation/sum_elsewhere.hpp"

namespace slurry {
namespace {

// ---- all pairs

std::optional<Refusal> direct_can_do(const SumTask& task) {
  const EwaldOptions& o = task.options;
  if (!task.variants.empty())
    return Refusal{"direct", Refusal::Why::not_its_task,
                   "the direct sum has no variants of its stages; leave them out or use the Ewald sum"};
  const bool images = task.box.periodicity == 1 && o.layer == Layer::single && !o.gradient && !o.pressure;
  if (task.box.periodicity == 0 || images) return std::nullopt;
  if (task.box.periodicity == 1 && o.layer == Layer::single)
    return Refusal{"direct", Refusal::Why::not_its_task,
                   text("there is no direct sum of the {} in this box, only of the velocity; use the Ewald sum",
                        !o.pressure   ? "gradient"
                        : !o.gradient ? "pressure"
                                      : "gradient and the pressure")};
  return Refusal{"direct", Refusal::Why::not_its_task,
                 "there is no direct sum of this layer in this box; use the Ewald sum"};
}

void plan_direct(const PlanRequest& r, Candidates& found) {
  SumPlan plan;
  plan.task = r.task;
  plan.counts = r.counts;
  plan.engine = "direct";
  plan.variant = "all pairs";
  const bool bodies = of_forces_alone(r.task) || r.task.box.periodicity == 1;
  const double series = r.task.moving ? series_tolerance(r.task, r.counts) : 1e-15;
  plan.parameters = DirectParameters{r.task.box, bodies, series, r.task.direct_terms};
  plan.predicted["P2P"] = direct_seconds(r.task, r.counts, r.rates);
  plan.error = 0;
  found.plans.push_back(std::move(plan));
}

template <class Space>
std::unique_ptr<Summation<Space>> make_direct(const Space& space, const SumPlan& plan) {
  const auto& p = plan.parameters.as<DirectParameters>();
  return p.bodies ? make_sum_of_bodies(space, p.box, p.series_tolerance, p.terms) : make_sum_of_all_pairs(space);
}

// ---- Ewald sums on one grid, or on one for every clustered part

std::optional<Refusal> ewald_can_do(const SumTask& task) {
  const EwaldOptions& o = task.options;
  const bool dipoles = o.layer == Layer::double_layer || o.layer == Layer::combined;
  const bool relative = o.tolerance_kind == ToleranceKind::relative;
  if (dipoles && relative && o.tolerance < tightest_double_layer_tolerance)
    return Refusal{"ewald", Refusal::Why::tolerance,
                   text("the tolerance {} is below what fp64 reaches for a double layer; {} is the tightest",
                        o.tolerance, tightest_double_layer_tolerance)};
  const bool fp32 = o.precision == Precision::fp32;
  const double floor = fp32 ? tightest_single_precision(o.layer) : tightest_tolerance;
  if (relative && o.tolerance < floor && o.tolerance > 0)
    return Refusal{"ewald", Refusal::Why::tolerance,
                   text("the tolerance {} is below what {} reaches; {} is the tightest", o.tolerance,
                        fp32 ? "fp32" : "fp64", floor)};
  return std::nullopt;
}

void plan_grid_of_moving_points(const PlanRequest& r, Candidates& found) {
  SumPlan plan{r.task, r.counts, "ewald", "one grid", {}, {}};
  const EwaldParameters p = parameters_for_moving_points(r.task, r.counts, r.pairs);
  plan.parameters = p;
  plan.predicted = CostModel(r.counts, r.rates, r.task.moving->several_radii, r.pairs)
                       .stages(p, r.counts.targets == r.counts.sources);
  plan.overhead = grid_overhead(r.task.moving->expected_calls);
  found.plans.push_back(std::move(plan));
}

/// By one grid, at the velocity's targets.
double expected_velocity_error(const EwaldParameters& p, const SumCounts& c) {
  return predicted_velocity_error(p, *make_split(p), make_sum_grid(p), 0, c.squared_force_sum, c.dipole_norm);
}

void plan_ewald(const PlanRequest& r, Candidates& found) {
  if (r.task.moving) return plan_grid_of_moving_points(r, found);
  EwaldOptions o = r.task.options;
  const bool same = r.task.targets_are_sources;
  const Box& box = r.task.box;
  EwaldParameters p = select_ewald_parameters(box, o, r.counts, r.pairs);
  const double local = local_factor(o, p, r.counts.sources, r.pairs, same);
  if (local > 1) {
    try {
      o.tolerance = r.task.options.tolerance / local;
      p = select_ewald_parameters(box, o, r.counts, r.pairs);
    } catch (const RefusedError&) {  // what is left to gain lies below the floor
      o.tolerance = r.task.options.tolerance;
    }
  }
  const auto add = [&](std::string variant, Parameters parameters, const StageTimes& predicted) {
    found.plans.push_back({r.task, r.counts, "ewald", std::move(variant), std::move(parameters), predicted, local, 0});
  };
  add("one grid", p, CostModel(r.counts, r.rates, false, r.pairs).stages(p, same));
  if (o.layer != Layer::coulomb) found.plans.back().error = local * expected_velocity_error(p, r.counts);
  if (!r.sources || !r.targets) return;
  for (NestedPlan& n : nested_plans(box, o, r.counts, r.pairs, p, *r.sources, *r.targets, r.rates, r.every_plan)) {
    const std::size_t patches = n.parameters.patches.size();
    add(text("nested, {} patch{}, margin {}", patches, patches == 1 ? "" : "es", n.margin), n.parameters, n.predicted);
  }
}

template <class Space>
std::unique_ptr<Summation<Space>> make_ewald(const Space& space, const SumPlan& plan) {
  if (plan.parameters.holds<NestedParameters>())
    return make_nested_sum(space, plan.parameters.as<NestedParameters>(), EwaldStages{plan.task.variants});
  const auto& p = plan.parameters.as<EwaldParameters>();
  if (plan.task.moving && plan.task.moving->several_radii) return make_sum_of_several_radii(space, p);
  const auto sources = static_cast<double>(plan.counts.sources);
  return make_grid_sum(space, p, EwaldStages{.asked = plan.task.variants, .sources = sources});
}

template <class... Space>
MakeSumPerSpace ewald_in(SpaceList<Space...>) {
  return {make_ewald<Space>...};
}
template <class... Space>
MakeSumPerSpace direct_in(SpaceList<Space...>) {
  return {make_direct<Space>...};
}

}  // namespace

const std::vector<Engine>& engines() {
  static const std::vector<Engine> table{
      {"ewald", {ewald_stages.begin(), ewald_stages.end()}, ewald_can_do, plan_ewald, ewald_in(Spaces())},
      {"direct", {"sort", "P2P"}, direct_can_do, plan_direct, direct_in(Spaces())},
  };
  return table;
}

Candidates candidates(const PlanRequest& r) {
  Candidates found;
  PlanRequest request = r;
  request.task.options.tolerance *= r.tighten;
  std::exception_ptr no_grid;
  for (const Engine& e : *r.table) {
    if (!r.engine.empty() && e.name != r.engine) continue;
    if (auto refused = e.can_do(r.task)) {
      found.refusals.push_back(std::move(*refused));
      continue;
    }
    try {
      e.plan(request, found);
    } catch (const NoGridError& none) {  // another engine may do without
      found.refusals.push_back({std::string(e.name), Refusal::Why::not_its_task, none.what()});
      no_grid = std::current_exception();
    } catch (const RefusedError& refused) {  // what only the choice of parameters finds out
      found.refusals.push_back({std::string(e.name), Refusal::Why::tolerance, refused.what()});
    }
  }
  if (found.plans.empty() && no_grid) std::rethrow_exception(no_grid);
  std::stable_sort(found.plans.begin(), found.plans.end(),
                   [](const SumPlan& a, const SumPlan& b) { return a.seconds() < b.seconds(); });
  return found;
}

void drop_what_does_not_fit(Candidates& c, double available, const std::function<double(const SumPlan&)>& bytes,
                            const std::function<Refusal(const SumPlan&)>& refusal) {
  if (c.plans.empty()) return;
  const SumPlan quickest = c.plans.front();
  const double limit = slowest_worth_its_memory * quickest.seconds();
  const auto fits = std::find_if(c.plans.begin(), c.plans.end(), [&](SumPlan& plan) {
    if (plan.seconds() > limit) return false;
    plan.bytes = bytes(plan);
    return plan.bytes <= available;
  });
  c.plans.erase(c.plans.begin(), fits);
  if (c.plans.empty()) c.refusals.push_back(refusal(quickest));
}

Device device_of(const SumTask& task) {
  const bool host_alone = task.direct_terms == Precision::fp32 && task.options.device == Device::automatic;
  return host_alone ? Device::host : Runtime::device(task.options.device);
}

std::unique_ptr<Summation<Host>> make_sum(const SumPlan& plan, const std::vector<Engine>& table) {
  return with_space(name_of(device_of(plan.task)), [&](const auto& space) -> std::unique_ptr<Summation<Host>> {
    using Space = std::decay_t<decltype(space)>;
    auto sum = make_sum_in(space, plan, table);
    if constexpr (std::is_same_v<Space, Host>)
      return sum;
    else
      return std::make_unique<SumElsewhere<Space>>(std::move(sum));
  });
}

const SumPlan& best(const Candidates& c) {
  if (!c.plans.empty()) return c.plans.front();
  std::string words;
  for (const Refusal& r : c.refusals) words += (words.empty() ? "" : "; ") + r.sentence;
  throw RefusedError(words.empty() ? "no engine of this name does sums" : words);
}

}  // namespace slurry
