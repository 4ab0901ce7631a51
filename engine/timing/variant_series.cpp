// SPDX-License-Identifier: BSD-3-Clause
#include "timing/variant_series.hpp"

#include <algorithm>
#include <random>
#include <type_traits>
#include <utility>

#include "base/execution.hpp"
#include "base/relative_difference.hpp"
#include "base/stage_model.hpp"
#include "base/text.hpp"
#include "planning/engines.hpp"
#include "slurry/error.hpp"
#include "slurry/runtime.hpp"
#include "summation/rates.hpp"
#include "timing/machine_costs.hpp"
#include "timing/variant_case.hpp"

namespace slurry {
namespace {

/// Case with the spheres of the run under normal random forces.
VariantCase case_of(const RunVariants& run) {
  if (!run.plan || run.positions.empty() || run.plan->task.options.layer != Layer::single)
    throw InputError("variants can be timed only in a sum of the single layer over at least one point");
  const std::size_t points = run.positions.size() / 3;
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  Vectors<Host> x("slurry::timing::points", points), forces("slurry::timing::forces", points);
  std::copy(run.positions.begin(), run.positions.end(), x.data());
  for (std::size_t i = 0; i < points; ++i)
    for (int d = 0; d < 3; ++d) forces(i, d) = normal(random);

  VariantCase c;
  SumTask& task = c.request.task;
  task = run.plan->task;
  task.options.variants.clear();
  task.options.rates = run.rates;
  task.options.device = run.device;
  c.request.engine = run.plan->engine;
  c.request.counts.sources = c.request.counts.targets = points;
  c.request.counts.squared_force_sum = 3.0 * double(points);
  c.request.rates = rates_for(task.options, Host().concurrency());
  c.parameters = run.plan->parameters;
  c.sources = c.targets = x;
  c.density.layers.forces = forces;
  c.radius = run.radius;
  c.costs = run.costs;
  return c;
}

double seconds_of(const SurveyedVariant& v, const StageTimes& times) {
  double seconds = 0;
  for (const std::string& stage : v.stages) seconds += times[stage];
  return seconds;
}

/// The part of a forecast that a row shows.
SurveyedVariant row_of(const VariantForecast& f) {
  SurveyedVariant v;
  v.row.stage = f.stage;
  v.row.variant = f.variant;
  v.row.source = f.source;
  v.stages.assign(f.covers.begin(), f.covers.end());
  v.usual = v.row.taken = f.usual;
  return v;
}

}  // namespace

/// Rows that are listed, and timed one by one.
struct VariantSeries::Impl {
  explicit Impl(VariantCase asked) : c(std::move(asked)), u("slurry::timing::u", c.sources.extent(0)) {
    check_stage_variants(c.others);
    const SumPlan plan = plan_of(c);
    found.parameters = plan.parameters;
    found.device = device_of(plan.task);
    with_space(name_of(found.device), [&](const auto& space) {
      using Space = std::decay_t<decltype(space)>;
      found.space = Space::name();
      found.threads = is_host_space<Space> ? space.concurrency() : 0;
    });
    const Engine& engine = engine_of(c.request.engine);
    std::vector<VariantForecast> all;
    if (engine.forecasts) all = engine.forecasts(c.request, plan);
    if (all.empty())
      list_by_plans(engine);
    else
      list(all, plan);
    if (rows.empty() && c.stage.empty())
      throw InputError(text("no stage of the engine {} has such a variant", c.request.engine));
    if (rows.empty()) throw InputError(text("{} of the engine {} has no such variant", c.stage, c.request.engine));
  }

  bool measure_next() {
    if (measured == rows.size()) return false;
    SurveyedVariant& v = rows[measured++];
    v.measured = true;
    try {
      time(v);
    } catch (const Error& refused) {
      v.row.refused = refused.what();
    }
    return true;
  }

  VariantSum found;
  std::vector<SurveyedVariant> rows;

 private:
  bool is_asked_for(const VariantForecast& f) const {
    const bool stage =
        c.stage.empty() || c.stage == f.stage || std::find(f.covers.begin(), f.covers.end(), c.stage) != f.covers.end();
    return stage &&
           (c.variants.empty() || std::find(c.variants.begin(), c.variants.end(), f.variant) != c.variants.end());
  }

  /// Lists the rows that the engine forecasts. All of them are timed with one plan.
  void list(const std::vector<VariantForecast>& all, const SumPlan& plan) {
    plan_ = plan;
    const Precision precision = plan.task.options.precision;
    if (std::any_of(all.begin(), all.end(), [](const VariantForecast& f) { return f.work.has_value(); }))
      found.costs =
          c.costs && c.costs->precision == precision ? *c.costs : measure_machine_costs(found.device, precision);
    for (const VariantForecast& f : all) {
      if (!is_asked_for(f)) continue;
      SurveyedVariant& v = rows.emplace_back(row_of(f));
      if (f.work) {
        v.row.model = figures(*f.work);
        v.row.useful_flops = f.useful_flops;
        v.predicted = v.row.model->expected;
      }
      if (f.predicted) v.predicted = v.row.predicted = *f.predicted;
    }
  }

  /// Lists the rows of an engine without forecasts, with what a plan for each of them predicts.
  void list_by_plans(const Engine& engine) {
    const std::optional<SumPlan> usual = plan_with({});
    for (const StageView& view : engine.stages)
      for (const StageView::Row& row : view.rows) {
        const VariantForecast f{view.name, row.name, row.source, view.covers, &row == &view.rows.front()};
        if (!is_asked_for(f)) continue;
        SurveyedVariant& v = rows.emplace_back(row_of(f));
        const std::optional<SumPlan> plan = v.usual ? usual : plan_with({{v.row.stage, v.row.variant}});
        if (plan) v.predicted = v.row.predicted = seconds_of(v, plan->told());
      }
  }

  std::optional<SumPlan> plan_with(StageVariantNames names) const {
    PlanRequest r = c.request;
    r.task.options.variants = std::move(names);
    const Candidates possible = candidates(r);
    return possible.plans.empty() ? std::nullopt : std::optional(possible.plans.front());
  }

  ModelFigures figures(const StageWork& work) const {
    const StageCosts costs = stage_costs(found.costs);
    const StageModelTimes t = model_times(work, costs);
    return {t.no_caches, t.l2, t.l1, t.flops, work.flops, intensity(work, costs), t.expected};
  }

  void time(SurveyedVariant& v) {
    StageVariantNames names;
    for (const StageVariantName& other : c.others)
      if (std::find(v.stages.begin(), v.stages.end(), other.stage) == v.stages.end() && other.stage != v.row.stage)
        names.push_back(other);
    names.push_back({v.row.stage, v.row.variant});
    const std::optional<SumPlan> plan = plan_ ? plan_ : plan_with(names);
    if (!plan) throw InputError("this variant cannot do the sum");
    const StageTimes times = quickest_call(c, *plan, names, u, [&](const StageTimes& t) { return seconds_of(v, t); });
    v.row.seconds = seconds_of(v, times);
    v.row.sort = times["sort"];
    if (first.extent(0) == 0) {
      first = Vectors<Host>("slurry::timing::first", u.extent(0));
      Kokkos::deep_copy(first, u);
    }
    v.row.difference = relative_difference(u, first);
  }

  VariantCase c;
  Vectors<Host> u, first;
  std::optional<SumPlan> plan_;  ///< plan of all rows; empty: every row has a plan of its own
  std::size_t measured = 0;
};

SumPlan plan_of(const VariantCase& c) {
  if (!c.parameters) return best(candidates(c.request));
  SumPlan plan;
  plan.task = c.request.task;
  plan.task.moving.reset();  // the points stay where they are while the rows are timed
  plan.counts = c.request.counts;
  plan.engine = c.request.engine;
  plan.parameters = *c.parameters;
  return plan;
}

StageTimes quickest_call(const VariantCase& c, SumPlan plan, StageVariantNames variants,
                         const Vectors<Host>& velocities, const std::function<double(const StageTimes&)>& seconds) {
  plan.task.options.variants = std::move(variants);
  const auto sum = make_sum(plan);
  SumFields<Host> wanted;
  wanted.velocity = velocities;
  StageTimes best;
  for (int i = 0; i <= c.repeats; ++i) {
    sum->set_points({c.sources, c.radius, {}}, {{c.targets, c.radius, c.request.task.targets_are_sources, {}}});
    sum->apply(c.density, {wanted});
    StageTimes times = sum->take_stage_times();
    // the first call takes the memory
    if (i == 1 || (i > 1 && seconds(times) < seconds(best))) best = std::move(times);
  }
  return best;
}

VariantSeries::VariantSeries(const VariantCase& c) : impl_(new Impl(c)) {}
VariantSeries::VariantSeries(const RunVariants& run) : impl_(new Impl(case_of(run))) {}
VariantSeries::~VariantSeries() = default;
bool VariantSeries::measure_next() {
  return impl_->measure_next();
}
const std::vector<SurveyedVariant>& VariantSeries::rows() const {
  return impl_->rows;
}
const VariantSum& VariantSeries::found() const {
  return impl_->found;
}

}  // namespace slurry
