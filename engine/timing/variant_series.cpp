// SPDX-License-Identifier: BSD-3-Clause
#include "timing/variant_series.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <random>
#include <type_traits>
#include <utility>

#include "base/execution.hpp"
#include "base/stage_model.hpp"
#include "base/text.hpp"
#include "ewald/far/far_stages.hpp"
#include "ewald/near/near_stages.hpp"
#include "ewald/plan/cost_model.hpp"
#include "ewald/plan/engine_parameters.hpp"
#include "ewald/plan/stage_sizes.hpp"
#include "ewald/sums/spectral_ewald.hpp"
#include "planning/engines.hpp"
#include "slurry/error.hpp"
#include "slurry/runtime.hpp"
#include "summation/rates.hpp"
#include "timing/machine_costs.hpp"
#include "timing/variant_case.hpp"

namespace slurry {
namespace {

using std::numbers::pi;

template <class Space>
MachineCosts costs_in(const Space& space, Precision precision) {
  const StageCosts c =
      precision == Precision::fp32 ? measure_stage_costs<float>(space) : measure_stage_costs<double>(space);
  return {1 / c.second_per_flop,
          1 / c.second_per_byte,
          c.l1,
          c.l2,
          c.second_per_single_flop > 0 ? 1 / c.second_per_single_flop : 0,
          1 / c.second_per_atomic,
          precision};
}

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
  if (run.plan->parameters.holds<EwaldParameters>()) {
    c.parameters = run.plan->parameters.as<EwaldParameters>();
    task.moving.reset();
  }
  c.sources = c.targets = x;
  c.density.layers.forces = forces;
  c.radius = run.radius;
  c.costs = run.costs;
  return c;
}

/// Rows that are listed, and timed one by one.
class Series {
 public:
  virtual ~Series() = default;
  virtual bool measure_next() = 0;
  const std::vector<SurveyedVariant>& rows() const { return rows_; }
  const VariantSum& found() const { return found_; }

 protected:
  VariantSum found_;
  std::vector<SurveyedVariant> rows_;
};

/// The variants of any engine, with what its own plans predict.
class EngineVariants final : public Series {
 public:
  explicit EngineVariants(VariantCase c) : c_(std::move(c)), u_("slurry::timing::u", c_.sources.extent(0)) {
    found_.device = device_of(c_.request.task);
    const std::optional<SumPlan> usual = plan_with({});
    for (const StageView& view : engine_of(c_.request.engine).stages)
      for (const StageView::Row& row : view.rows) {
        SurveyedVariant& v = rows_.emplace_back();
        v.row.stage = view.name;
        v.row.variant = row.name;
        v.row.source = row.source;
        v.stages.assign(view.covers.begin(), view.covers.end());
        v.usual = v.row.taken = &row == &view.rows.front();
        const std::optional<SumPlan> plan = v.usual ? usual : plan_with({{v.row.stage, v.row.variant}});
        if (plan) v.predicted = v.row.predicted = seconds_of(v, plan->told());
      }
    if (rows_.empty()) throw InputError(text("the engine {} has no stage with variants", c_.request.engine));
  }
  bool measure_next() override {
    if (measured_ == rows_.size()) return false;
    SurveyedVariant& v = rows_[measured_++];
    v.measured = true;
    const StageVariantNames names{{v.row.stage, v.row.variant}};
    try {
      const auto seconds = [&](const StageTimes& times) { return seconds_of(v, times); };
      const std::optional<SumPlan> plan = plan_with(names);
      if (!plan) throw InputError("this variant cannot do the sum");
      v.row.seconds = seconds(quickest_call(c_, *plan, names, u_, seconds));
      if (first_.extent(0) == 0) {
        first_ = Vectors<Host>("slurry::timing::first", u_.extent(0));
        Kokkos::deep_copy(first_, u_);
      }
      v.row.difference = relative_difference(u_, first_);
    } catch (const Error& refused) {
      v.row.refused = refused.what();
    }
    return true;
  }

 private:
  std::optional<SumPlan> plan_with(StageVariantNames names) const {
    PlanRequest r = c_.request;
    r.task.options.variants = std::move(names);
    const Candidates found = candidates(r);
    return found.plans.empty() ? std::nullopt : std::optional(found.plans.front());
  }
  static double seconds_of(const SurveyedVariant& v, const StageTimes& times) {
    double seconds = 0;
    for (const std::string& stage : v.stages) seconds += times[stage];
    return seconds;
  }

  VariantCase c_;
  Vectors<Host> u_, first_;
  std::size_t measured_ = 0;
};

/// The variants of an Ewald sum, with the published models.
class TimedVariants final : public Series {
 public:
  explicit TimedVariants(VariantCase c) : c_(std::move(c)), u_("slurry::timing::u", points()) {
    check_stage_variants(c_.others);
    plan_ = plan_of(c_);
  }

  /// Lists the rows, and what will be done for each.
  void prepare() {
    found_.parameters = parameters();
    found_.device = device_of(plan_.task);
    sizes_ = stage_sizes(found_.parameters, points(), make_sum_grid(found_.parameters));
    if (found_.device == Device::host) sizes_.block = 1;
    found_.per_cell = sizes_.near_cell;
    found_.grid_nodes = static_cast<std::size_t>(sizes_.grid_nodes);
    with_space(name_of(found_.device), [&](const auto& space) {
      using Space = std::decay_t<decltype(space)>;
      found_.space = Space::name();
      found_.threads = is_host_space<Space> ? space.concurrency() : 0;
      const Precision precision = parameters().precision;
      const bool known = c_.costs && c_.costs->precision == precision;
      found_.costs = known ? *c_.costs : costs_in(space, precision);
      costs_ = stage_costs(found_.costs);
      if (precision == Precision::fp32)
        list_rows<Space, float>();
      else
        list_rows<Space, double>();
    });
    if (rows_.empty())
      throw InputError(text("{} has no variant of this name", c_.stage.empty() ? "no stage" : c_.stage));
  }
  bool measure_next() override {
    if (measured_ == jobs_.size()) return false;
    jobs_[measured_]();
    rows_[measured_++].measured = true;
    return true;
  }

 private:
  const EwaldParameters& parameters() const { return plan_.parameters.as<EwaldParameters>(); }

  std::size_t points() const { return c_.sources.extent(0); }
  bool apart() const { return !c_.request.task.targets_are_sources; }

  template <class Space, class Real>
  void list_rows() {
    const StageVariantNames none;
    const FarRows far = FarRows::choose<Space, Real>(far_slots(), parameters(), none, double(points()));
    const StageCase near{parameters(), none, is_host_space<Space>, !apart(), 3, double(points())};
    list_slot<Space, Real>(near_slots().velocities, &near_slots().velocities.template first<Space, Real>(near));
    list_slot<Space, Real>(far_slots().spread, far.spread);
    list_slot<Space, Real>(far_slots().transform, far.transform);
    list_slot<Space, Real>(far_slots().gather, far.gather);
  }

  template <class Space, class Real, class Forms>
  void list_slot(const StageSlot<Forms>& slot, const StageVariant<Forms>* usual) {
    if (!c_.stage.empty() && !slot.covers(c_.stage)) return;
    const StageVariantNames none;
    const int components = slot.name == "P2G" ? static_cast<int>(sizes_.components) : 3;
    const StageCase c{parameters(), none, found_.device == Device::host, !apart(), components, double(points())};
    for (const auto& [name, found] : timed(slot)) {
      const StageVariant<Forms>* row = found;
      if (!row->forms.template get<Space, Real>()) continue;
      SurveyedVariant& v = rows_.emplace_back();
      v.row.stage = slot.name;
      v.row.variant = name;
      v.row.source = row->source;
      v.stages.assign(slot.stages.begin(), slot.stages.end());
      v.usual = row == usual;
      if (row->model) model(row->model(sizes_), v.row);
      predict(v);
      // the cost model knows rows that say what work they make (published ones do of a device), and those that are
      // taken where none is asked for
      const bool known = row == usual || (row->work && row->supports(c) && (row->source == "own" || !c.on_host));
      if (known) v.predicted = v.row.predicted = predicted_by_plans(v);
      v.row.taken = v.usual;
      jobs_.push_back([this, &slot, at = rows_.size() - 1] { measure(slot, rows_[at].row); });
    }
  }

  void predict(SurveyedVariant& v) const {
    if (v.row.model) v.predicted = v.row.model->expected;
  }
  /// By the cost model that plans are made with.
  double predicted_by_plans(const SurveyedVariant& v) const {
    const StageTimes all =
        CostModel(c_.request.counts, c_.request.rates)
            .stages(parameters(), !apart(), {{std::string(v.row.stage), std::string(v.row.variant)}});
    double seconds = 0;
    for (const std::string& stage : v.stages) seconds += all[stage];
    return seconds;
  }

  template <class Forms>
  void measure(const StageSlot<Forms>& slot, VariantRow& r) {
    try {
      time(slot.stages, r);
    } catch (const Error& refused) {
      r.refused = refused.what();
    }
  }

  /// The rows that are timed, by name.
  template <class Forms>
  std::vector<std::pair<std::string, const StageVariant<Forms>*>> timed(const StageSlot<Forms>& slot) const {
    std::vector<std::pair<std::string, const StageVariant<Forms>*>> rows;
    for (const auto& row : slot.variants) {
      if (c_.variants.empty()) rows.emplace_back(row.name, &row);
      for (const std::string& name : c_.variants)
        if (name == row.name) rows.emplace_back(name, &row);
    }
    return rows;
  }

  void time(const std::vector<std::string_view>& stages, VariantRow& r) {
    const auto seconds = [&](const StageTimes& times) {
      double sum = 0;
      for (const auto stage : stages) sum += times[stage];
      return sum;
    };
    StageVariantNames names;
    for (const StageVariantName& other : c_.others)
      if (std::find(stages.begin(), stages.end(), other.stage) == stages.end() && other.stage != r.stage)
        names.push_back(other);
    names.push_back({r.stage, r.variant});
    const StageTimes times = quickest_call(c_, plan_, names, u_, seconds);
    r.seconds = seconds(times);
    r.sort = times["sort"];
    if (first_.extent(0) == 0) {
      first_ = Vectors<Host>("slurry::timing::first", points());
      Kokkos::deep_copy(first_, u_);
    }
    r.difference = relative_difference(u_, first_);
  }

  void model(const StageWork& work, VariantRow& r) const {
    const StageModelTimes t = model_times(work, costs_);
    r.model = ModelFigures{t.no_caches, t.l2, t.l1, t.flops, work.flops, intensity(work, costs_), t.expected};
    const double pair = r.variant.ends_with("rational") ? sizes_.rational_flops : sizes_.pair_flops;
    r.useful_flops = r.stage != "P2P" ? work.flops : sizes_.targets * sizes_.near_cell * 4 / 3 * pi * pair;
  }

  VariantCase c_;
  Vectors<Host> u_, first_;
  SumPlan plan_;
  std::vector<std::function<void()>> jobs_;  ///< functions that time the rows, one for each
  std::size_t measured_ = 0;
  StageSizes sizes_;
  StageCosts costs_;
};

}  // namespace

SumPlan plan_of(const VariantCase& c) {
  if (!c.parameters) return best(candidates(c.request));
  SumPlan plan;
  plan.task = c.request.task;
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

double relative_difference(const Vectors<Host>& u, const Vectors<Host>& v) {
  double difference = 0, norm = 0;
  for (std::size_t i = 0; i < u.size(); ++i) {
    difference += std::pow(u.data()[i] - v.data()[i], 2);
    norm += v.data()[i] * v.data()[i];
  }
  return std::sqrt(difference / norm);
}

MachineCosts measure_machine_costs(Device device, Precision precision) {
  return with_space(name_of(Runtime::device(device)), [&](const auto& space) { return costs_in(space, precision); });
}

struct VariantSeries::Impl {
  std::unique_ptr<Series> variants;
};
VariantSeries::VariantSeries(const VariantCase& c) : impl_(new Impl) {
  auto ewald = std::make_unique<TimedVariants>(c);
  ewald->prepare();
  impl_->variants = std::move(ewald);
}
VariantSeries::VariantSeries(const RunVariants& run) : impl_(new Impl) {
  VariantCase c = case_of(run);
  if (c.parameters)
    impl_->variants = std::move(VariantSeries(c).impl_->variants);
  else
    impl_->variants = std::make_unique<EngineVariants>(std::move(c));
}
VariantSeries::~VariantSeries() = default;
bool VariantSeries::measure_next() {
  return impl_->variants->measure_next();
}
const std::vector<SurveyedVariant>& VariantSeries::rows() const {
  return impl_->variants->rows();
}
const VariantSum& VariantSeries::found() const {
  return impl_->variants->found();
}

}  // namespace slurry
