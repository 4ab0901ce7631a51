// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/ewald_row.hpp"

#include <algorithm>
#include <string>
#include <type_traits>
#include <utility>

#include "accuracy/margins.hpp"
#include "base/text.hpp"
#include "ewald/accuracy/ewald_stages.hpp"
#include "ewald/accuracy/presets.hpp"
#include "ewald/far/far_stages.hpp"
#include "ewald/near/near_stages.hpp"
#include "ewald/plan/cost_model.hpp"
#include "ewald/plan/engine_parameters.hpp"
#include "ewald/plan/ewald_memory.hpp"
#include "ewald/plan/ewald_rates.hpp"
#include "ewald/plan/free_box.hpp"
#include "ewald/plan/moving_points.hpp"
#include "ewald/plan/nested_plan.hpp"
#include "ewald/plan/nested_points.hpp"
#include "ewald/plan/parameter_selection.hpp"
#include "ewald/plan/ranked_memory.hpp"
#include "ewald/plan/safety.hpp"
#include "ewald/plan/variant_forecasts.hpp"
#include "ewald/ranks/ranked_sum.hpp"
#include "ewald/sums/engine_sums.hpp"
#include "ewald/sums/ewald_errors.hpp"
#include "slurry/error.hpp"
#include "slurry/rank_work.hpp"
#include "summation/call_overhead.hpp"
#include "summation/lengths.hpp"

// The spectral Ewald sum as a row of the table of engines.
namespace slurry {
namespace {

constexpr const char* ewald_name = "ewald";

double tightest_ewald(const SumTask& task) {
  const EwaldOptions& o = task.options;
  if (o.tolerance_kind == ToleranceKind::absolute_rms) return 0;
  return o.precision == Precision::fp64 ? tightest_tolerance : tightest_single_precision(o.layer);
}

std::optional<Refusal> ewald_can_do(const SumTask& task) {
  const EwaldOptions& o = task.options;
  const bool dipoles = o.layer == Layer::double_layer || o.layer == Layer::combined;
  const bool relative = o.tolerance_kind == ToleranceKind::relative;
  if (dipoles && relative && o.tolerance < tightest_double_layer_tolerance)
    return Refusal{ewald_name, Refusal::Why::tolerance,
                   text("the tolerance {} is below what fp64 reaches for a double layer; {} is the tightest",
                        o.tolerance, tightest_double_layer_tolerance)};
  const double floor = tightest_ewald(task);
  if (relative && o.tolerance < floor && o.tolerance > 0)
    return Refusal{ewald_name, Refusal::Why::tolerance,
                   text("the tolerance {} is below what {} reaches; {} is the tightest", o.tolerance,
                        word_of(o.precision), floor)};
  return std::nullopt;
}

// ---- plans

/// What every plan says of itself beside its parameters and its seconds.
SumPlan plan_with(const PlanRequest& r, const Box& box, std::string variant, Parameters parameters,
                  const StageTimes& predicted) {
  SumPlan plan{r.task, r.counts, ewald_name, std::move(variant), std::move(parameters), predicted};
  plan.task.box = box;
  plan.near = plan.parameters.report().number("cutoff_radius");
  plan.rounding = rounding_floor(Layer::single, Precision::fp64);
  plan.long_wave_alias = plan.parameters.holds<NestedParameters>()
                             ? long_wave_alias(plan.parameters.as<NestedParameters>().whole)
                             : long_wave_alias(plan.parameters.as<EwaldParameters>());
  plan.not_predicted = stages_of_unknown_rates(r.task.options.variants, r.rates.device);
  plan.worth_timing = transforms_are_worth_timing(predicted);
  return plan;
}

/// Seconds of a grid for points that move.
StageTimes seconds_of_moving(const PlanRequest& r, const EwaldParameters& p) {
  return CostModel(r.counts, r.rates, r.task.moving->several_radii, r.pairs)
      .stages(p, r.counts.targets == r.counts.sources);
}

SumPlan grid_of_moving_points(const PlanRequest& r, const EwaldParameters& p) {
  SumPlan plan = plan_with(r, r.task.box, "one grid", p, seconds_of_moving(r, p));
  plan.spacing = coarsest_spacing(make_sum_grid(p));
  plan.overhead = grid_overhead(r.task.options.expected_calls);
  if (r.task.targets_are_sources) plan.error_factor = self_factor(p, r.counts.sources) * crowded_factor(p, r.counts);
  plan.error_of_net_force = smooth_field(p) * constant_defect(p);
  return plan;
}

/// By one grid, at the velocity's targets.
double expected_velocity_error(const EwaldParameters& p, const SumCounts& c) {
  return predicted_velocity_error(p, *make_split(p), make_sum_grid(p), 0, c.squared_force_sum, c.dipole_norm);
}

/// The box with the free lengths that the points take, or that are cheaper; nothing, with a refusal, where lengths
/// leave what a grid can hold.
std::optional<Box> box_of(const PlanRequest& r, Candidates& found) {
  if (!r.points) return r.task.box;
  EwaldOptions asked = r.task.options;
  if (r.tolerance_asked > 0) asked.tolerance = r.tolerance_asked;
  try {
    const Box box = box_for_points(r.task.box, asked, r.counts, r.pairs, *r.points);
    check_lengths(box, asked);
    return box;
  } catch (const RefusedError& refused) {
    found.refusals.push_back({ewald_name, Refusal::Why::not_its_task, refused.what()});
    return std::nullopt;
  }
}

void plan_ewald(const PlanRequest& r, Candidates& found) {
  if (r.task.moving) {
    found.plans.push_back(grid_of_moving_points(r, parameters_for_moving_points(r.task, r.counts, r.pairs)));
    return;
  }
  const std::optional<Box> fitted = box_of(r, found);
  if (!fitted) return;
  const Box& box = *fitted;
  EwaldOptions o = r.task.options;
  const bool same = r.task.targets_are_sources;
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
  const auto add = [&](std::string variant, Parameters parameters, const StageTimes& predicted) -> SumPlan& {
    found.plans.push_back(plan_with(r, box, std::move(variant), std::move(parameters), predicted));
    found.plans.back().error_factor = local;
    return found.plans.back();
  };
  SumPlan& one = add("one grid", p, CostModel(r.counts, r.rates, false, r.pairs).stages(p, same));
  if (o.tolerance_kind == ToleranceKind::relative) {
    // fields of dipoles have a split so tight that the window errs alone, which sees no farther than it is wide
    EwaldParameters sees = p;
    if (box.periodicity > 0 && (o.layer == Layer::double_layer || o.layer == Layer::combined) &&
        (o.gradient || o.pressure))
      sees.cutoff_radius = std::min(p.cutoff_radius, p.window_points * coarsest_spacing(make_sum_grid(p)) / 2);
    one.clustering = clustering(sees, r.counts.sources, r.pairs);
  }
  if (o.layer != Layer::coulomb) one.error = local * expected_velocity_error(p, r.counts);
  if (!r.points || !r.look_for_parts) return;
  for (NestedPlan& n : nested_plans(box, o, r.counts, r.pairs, p, *r.points, r.rates, r.every_plan)) {
    const std::size_t patches = n.parameters.patches.size();
    const Box first{n.parameters.patches.front().lengths, 0};
    add(text("nested, {} patch{}, margin {}", patches, patches == 1 ? "" : "es", n.margin), n.parameters, n.predicted)
        .clustered_in = first;
  }
}

/// The same grid with a wider window.
std::optional<SumPlan> with_wider_window(const PlanRequest& r, const SumPlan& plan, double alias) {
  if (!plan.parameters.holds<EwaldParameters>()) return std::nullopt;
  const auto& p = plan.parameters.as<EwaldParameters>();
  const std::optional<EwaldParameters> wider = with_alias(p, alias);
  if (!wider) return std::nullopt;
  SumPlan other = plan;
  if (wider->window_points == p.window_points) return other;
  other.parameters = *wider;
  other.long_wave_alias = long_wave_alias(*wider);
  other.predicted = CostModel(r.counts, r.rates, false, r.pairs).stages(*wider, plan.task.targets_are_sources);
  return other;
}

// ---- second opinions: another split, another cutoff, or both

/// Loops of sums that others are measured against: one target after the other.  The symmetric and the grouped ones,
/// which are quicker, share what they lose by rounding (two points in a cube: 1.1e-12, these 5e-14).
const StageVariantNames loops_of_witnesses{{"P2P", "per_target"}};

std::optional<SumPlan> opinion_of_moving(const PlanRequest& r) {
  constexpr double other_cutoff = 1.15;
  PlanRequest again = r;
  const EwaldParameters mine = parameters_for_moving_points(r.task, r.counts, r.pairs);
  again.task.options.cutoff_radius = other_cutoff * mine.cutoff_radius;
  return grid_of_moving_points(again, parameters_for_moving_points(again.task, r.counts, r.pairs));
}

std::optional<SumPlan> ewald_opinion(const PlanRequest& r, Opinion which) {
  if (r.task.moving) return opinion_of_moving(r);
  constexpr double other_cutoff = 0.8;
  PlanRequest tight = r;
  EwaldOptions& o = tight.task.options;
  o.precision = Precision::fp64;
  o.variants = loops_of_witnesses;
  o.cutoff_radius.reset();
  if (which == Opinion::first) o.split = o.split == Split::prolate ? Split::hasimoto : Split::prolate;
  o.tolerance = std::max(o.tolerance, tightest_ewald(tight.task));
  const Box box = r.points ? box_for_points(r.task.box, o, r.counts, {}, *r.points) : r.task.box;
  EwaldParameters p = select_ewald_parameters(box, o, r.counts);
  if (which == Opinion::second) {
    o.cutoff_radius = other_cutoff * p.cutoff_radius;
    p = select_ewald_parameters(box, o, r.counts);
  }
  SumPlan plan =
      plan_with(tight, box, "one grid", p, CostModel(r.counts, r.rates).stages(p, r.task.targets_are_sources));
  plan.not_predicted.clear();
  return plan;
}

// ---- memory

double bytes_of_moving(const SumPlan& plan, const SumLoad& sum) {
  const SumCounts& c = plan.counts;
  EwaldLoad load;
  load.variants = plan.task.options.variants;
  load.several_radii = plan.task.moving->several_radii;
  load.sources = c.sources;
  load.source_radius = c.radius_on_both_sides ? c.largest_radius : 0;
  const bool same = plan.task.targets_are_sources;
  const std::size_t others = same ? c.targets - std::min(c.sources, c.targets) : c.targets;
  if (same) load.targets.push_back({c.sources, c.largest_radius, true});
  if (others > 0) load.targets.push_back({others, !same && !c.radius_on_both_sides ? c.largest_radius : 0, false});
  if (const Communicator* const ranks = ranks_in_use(); ranks && why_ewald_is_alone(plan).empty())
    return ranked_memory(plan.parameters.as<EwaldParameters>(), load, sum.threads, ranks->size());
  return ewald_memory(plan.parameters.as<EwaldParameters>(), load, sum.threads);
}

double ewald_bytes(const SumPlan& plan, const SumLoad& sum) {
  if (plan.task.moving) return bytes_of_moving(plan, sum);
  const EwaldOptions& o = plan.task.options;
  const bool same = plan.task.targets_are_sources;
  // What a sum takes at least, whatever its size; the first of a process touches pages of code, stacks of threads and
  // the planner of transforms that no other one has touched (20,000 points in 1 to 3 periodic directions on three
  // machines: 3.1 to 5.4 MB above what is allocated, from run to run 0.3 MB apart).
  const double start = sum.first ? 4.4e6 : 0.5e6;
  if (plan.parameters.holds<NestedParameters>()) {
    const auto& p = plan.parameters.as<NestedParameters>();
    return start + nested_memory(p, points_of_levels(p, *sum.points, same), same, density_bytes(o.layer),
                                 sum.net_source, sum.threads, o.variants);
  }
  EwaldLoad load;
  load.variants = o.variants;
  load.sources = plan.counts.sources;
  load.targets = {{plan.counts.targets, 0, same}};
  load.net_source = sum.net_source;
  if (const Communicator* const ranks = ranks_in_use(); ranks && why_ewald_is_alone(plan).empty())
    return start + ranked_memory(plan.parameters.as<EwaldParameters>(), load, sum.threads, ranks->size());
  // a sum of charges has its gradient anyway
  const double unasked = o.layer == Layer::coulomb && !o.gradient ? 3 * sizeof(double) : 0;
  return start + ewald_memory(plan.parameters.as<EwaldParameters>(), load, sum.threads) +
         double(plan.counts.targets) * unasked;
}

// ---- the sums

template <class Space>
std::unique_ptr<Summation<Space>> make_ewald(const Space& space, const SumPlan& plan) {
  const StageVariantNames& asked = plan.task.options.variants;
  if (plan.parameters.holds<NestedParameters>())
    return make_nested_sum(space, plan.parameters.as<NestedParameters>(), EwaldStages{asked});
  const auto& p = plan.parameters.as<EwaldParameters>();
  if (plan.task.moving && plan.task.moving->several_radii) return make_sum_of_several_radii(space, p);
  const auto sources = static_cast<double>(plan.counts.sources);
  return make_grid_sum(space, p, EwaldStages{.asked = asked, .sources = sources});
}

template <class... Space>
MakeSumPerSpace ewald_in(SpaceList<Space...>) {
  return {make_ewald<Space>...};
}

std::vector<StageView> ewald_views() {
  const NearSlots& near = near_slots();
  const FarSlots& far = far_slots();
  return {{"sort", {"sort"}},        stage_view_of(near.velocities), stage_view_of(near.fields),
          stage_view_of(near.radii), stage_view_of(far.spread),      stage_view_of(far.transform),
          stage_view_of(far.gather), stage_view_of(far.transfer)};
}

}  // namespace

Engine ewald_row() {
  Engine row;
  row.name = ewald_name;
  row.title = "spectral Ewald sum";
  row.stages = ewald_views();
  row.times.assign(ewald_stages.begin(), ewald_stages.end());
  row.can_do = ewald_can_do;
  row.plan = plan_ewald;
  row.opinion = ewald_opinion;
  row.smoother = with_wider_window;
  row.forecasts = forecast_ewald_variants;
  row.bytes = ewald_bytes;
  row.least_seconds = [](const SumTask& task) {
    return task.moving ? grid_overhead(task.options.expected_calls) : 0.0;
  };
  row.tightest = tightest_ewald;
  for (const auto& [name, built_in] : ewald_rate_names()) row.rates.push_back({name, built_in});
  row.measure_rates = measure_ewald_rates;
  row.usual = true;
  row.make = ewald_in(Spaces());
  row.over_ranks = {why_ewald_is_alone, make_ewald_over_ranks, ewald_helper};
  return row;
}

}  // namespace slurry
