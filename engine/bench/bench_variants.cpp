// SPDX-License-Identifier: BSD-3-Clause
#include "slurry/bench_variants.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <random>
#include <type_traits>
#include <utility>

#include "base/execution.hpp"
#include "base/stage_model.hpp"
#include "base/text.hpp"
#include "bench/machine_costs.hpp"
#include "bench/stage_sizes.hpp"
#include "bench/variant_series.hpp"
#include "far_field/far_stages.hpp"
#include "near_field/near_stages.hpp"
#include "planning/cost_model.hpp"
#include "planning/engine_parameters.hpp"
#include "planning/engines.hpp"
#include "planning/published_parameters.hpp"
#include "slurry/error.hpp"
#include "slurry/runtime.hpp"
#include "summation/spectral_ewald.hpp"

namespace slurry {
namespace {

using std::numbers::pi;

Vectors<Host> numbers(std::size_t count, std::mt19937_64& random, bool of_directions = false) {
  std::normal_distribution<double> normal;
  Vectors<Host> v("slurry::bench::numbers", count);
  for (std::size_t i = 0; i < count; ++i) {
    for (int d = 0; d < 3; ++d) v(i, d) = normal(random);
    const double length = of_directions ? std::hypot(v(i, 0), v(i, 1), v(i, 2)) : 1;
    for (int d = 0; d < 3; ++d) v(i, d) /= length;
  }
  return v;
}

/// Normal: of standard deviation 0.3 around the middle, and drawn again where it lies outside (Kosmacher et al. 2026).
Vectors<Host> points_of(Distribution distribution, std::size_t count, std::mt19937_64& random) {
  if (distribution == Distribution::sphere) {
    const Vectors<Host> x = numbers(count, random, true);
    for (std::size_t i = 0; i < x.size(); ++i) x.data()[i] = 0.5 + 0.499 * x.data()[i];
    return x;
  }
  std::uniform_real_distribution<double> uniform;
  std::normal_distribution<double> normal(0.5, 0.3);
  Vectors<Host> x("slurry::bench::points", count);
  for (std::size_t i = 0; i < x.size(); ++i) do
      x.data()[i] = distribution == Distribution::uniform ? uniform(random) : normal(random);
    while (!(x.data()[i] >= 0 && x.data()[i] < 1));
  return x;
}

Vectors<Host> given(const std::vector<double>& positions) {
  Vectors<Host> x("slurry::bench::points", positions.size() / 3);
  std::copy(positions.begin(), positions.end(), x.data());
  return x;
}

/// The case of a sum that there is already, in the words of the others.
VariantBenchCase completed(VariantBenchCase c) {
  if (!c.parameters) return c;
  const EwaldParameters& p = *c.parameters;
  if (p.layer != Layer::single || c.positions.empty() || p.grid[0] == 0)
    throw InputError("variants are surveyed in an Ewald sum of the single layer over some points");
  c.layer = p.layer;
  c.precision = p.precision;
  c.split = p.split;
  c.points = c.positions.size() / 3;
  c.periodicity = p.box.periodicity;
  c.apart = false;
  return c;
}

/// Points and densities of all sums.
struct Data {
  Vectors<Host> x, targets;
  SumDensity<Host> density;
  explicit Data(const VariantBenchCase& c) {
    std::mt19937_64 random(c.seed);
    x = c.parameters ? given(c.positions) : points_of(c.sources, c.points, random);
    targets = c.apart ? points_of(c.targets, c.points, random) : x;
    if (c.layer != Layer::double_layer) density.layers.forces = numbers(c.points, random);
    if (c.layer == Layer::single) return;
    density.layers.dipoles = numbers(c.points, random);
    density.layers.normals = numbers(c.points, random, true);
  }
};

double difference_between(const Vectors<Host>& u, const Vectors<Host>& v) {
  double difference = 0, norm = 0;
  for (std::size_t i = 0; i < u.size(); ++i) {
    difference += std::pow(u.data()[i] - v.data()[i], 2);
    norm += v.data()[i] * v.data()[i];
  }
  return std::sqrt(difference / norm);
}

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

class VariantBench {
 public:
  explicit VariantBench(const VariantBenchCase& c) : c_(completed(c)), data_(c_), u_("slurry::bench::u", c_.points) {
    check_variant_names(EwaldStages{c_.others});
    make_request();
    if (c_.parameters) {
      plan_.task = request_.task;
      plan_.counts = request_.counts;
      plan_.engine = request_.engine;
      plan_.parameters = *c_.parameters;
    } else {
      plan_ = best(candidates(request_));
    }
    if (c_.published_per_cell)
      plan_.parameters = published_ewald_parameters({c_.tolerance, *c_.published_per_cell, c_.points}, c_.periodicity,
                                                    c_.layer, c_.precision);
  }

  /// Lists the rows, and what will be done for each.
  void prepare() {
    found_.parameters = parameters();
    found_.device = device_of(plan_.task);
    sizes_ = stage_sizes(found_.parameters, c_.points, make_sum_grid(found_.parameters));
    if (found_.device == Device::host) sizes_.block = 1;
    found_.per_cell = sizes_.near_cell;
    found_.grid_nodes = static_cast<std::size_t>(sizes_.grid_nodes);
    with_space(name_of(found_.device), [&](const auto& space) {
      using Space = std::decay_t<decltype(space)>;
      found_.space = Space::name();
      found_.threads = is_host_space<Space> ? space.concurrency() : 0;
      const bool known = c_.costs && c_.costs->precision == c_.precision;
      found_.costs = known ? *c_.costs : costs_in(space, c_.precision);
      costs_ = stage_costs(found_.costs);
      if (c_.precision == Precision::fp32)
        list_rows<Space, float>();
      else
        list_rows<Space, double>();
    });
    if (rows_.empty())
      throw InputError(text("there is no such variant of {}", c_.stage.empty() ? "a stage" : c_.stage));
  }
  bool measure_next() {
    if (measured_ == jobs_.size()) return false;
    jobs_[measured_]();
    rows_[measured_++].measured = true;
    return true;
  }
  const std::vector<SurveyedVariant>& rows() const { return rows_; }
  const VariantBenchResult& found() const { return found_; }

  VariantBenchResult whole() {
    VariantBenchResult r;
    r.parameters = parameters();
    r.device = device_of(plan_.task);
    sizes_ = stage_sizes(r.parameters, c_.points, make_sum_grid(r.parameters));
    r.per_cell = sizes_.near_cell;
    r.grid_nodes = static_cast<std::size_t>(sizes_.grid_nodes);
    r.whole = quickest(c_.others, [](const StageTimes& t) { return t.total(); });
    r.reached = reached();
    return r;
  }

 private:
  const EwaldParameters& parameters() const { return plan_.parameters.as<EwaldParameters>(); }

  void make_request() {
    PlanRequest& request = request_;
    SumTask& task = request.task;
    task.box.periodicity = c_.periodicity;
    if (c_.parameters) task.box = c_.parameters->box;
    task.options.tolerance = c_.tolerance;
    task.options.layer = c_.layer;
    task.options.split = c_.split;
    task.options.precision = c_.precision;
    task.options.rates = c_.rates;
    task.options.device = c_.device;
    task.options.cutoff_radius = c_.cutoff_radius;
    task.targets_are_sources = !c_.apart;
    request.engine = "ewald";
    request.counts.sources = request.counts.targets = c_.points;
    request.counts.squared_force_sum = c_.layer == Layer::double_layer ? 0.0 : 3.0 * double(c_.points);
    request.counts.dipole_norm = c_.layer == Layer::single ? 0.0 : 7.0 / 9 * 3 * double(c_.points);
    request.rates = rates_for(task.options, Host().concurrency());
  }

  template <class Space, class Real>
  void list_rows() {
    const StageVariantNames none;
    const FarRows far = FarRows::choose<Space, Real>(far_slots(), parameters(), none, double(c_.points));
    const StageCase near{parameters(), none, is_host_space<Space>, !c_.apart, 3, double(c_.points)};
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
    const StageCase c{parameters(), none, found_.device == Device::host, !c_.apart, components, double(c_.points)};
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
        CostModel(request_.counts, request_.rates)
            .stages(parameters(), !c_.apart, {{std::string(v.row.stage), std::string(v.row.variant)}});
    double seconds = 0;
    for (const std::string& stage : v.stages) seconds += all[stage];
    return seconds;
  }

  template <class Forms>
  void measure(const StageSlot<Forms>& slot, VariantBenchRow& r) {
    try {
      time(slot.stages, r);
    } catch (const Error& refused) {
      r.refused = refused.what();
    }
  }

  /// Of the velocities of the last call.
  double reached() const {
    const std::size_t count = std::min<std::size_t>(200, c_.points), step = c_.points / count;
    Vectors<Host> targets("slurry::bench::targets", count), u("slurry::bench::some", count),
        truth("slurry::bench::truth", count);
    for (std::size_t k = 0; k < count; ++k)
      for (int d = 0; d < 3; ++d) {
        targets(k, d) = data_.targets(k * step, d);
        u(k, d) = u_(k * step, d);
      }
    PlanRequest other = request_;
    other.task.targets_are_sources = false;
    other.task.options.precision = Precision::fp64;
    other.task.options.tolerance = 1e-11;
    other.task.options.split =
        plan_.parameters.as<EwaldParameters>().split == Split::hasimoto ? Split::prolate : Split::hasimoto;
    other.task.options.cutoff_radius.reset();
    other.counts.targets = count;
    const auto sum = make_sum(best(candidates(other)));
    SumFields<Host> wanted;
    wanted.velocity = truth;
    sum->set_points({data_.x, 0, {}}, {{targets, 0, false, {}}});
    sum->apply(data_.density, {wanted});
    return difference_between(u, truth);
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

  /// Quickest call of a sum with these variants, by what `seconds` makes of its stages; velocities are left in u_.
  template <class Seconds>
  StageTimes quickest(StageVariantNames variants, const Seconds& seconds) {
    SumPlan plan = plan_;
    plan.task.variants = std::move(variants);
    const auto sum = make_sum(plan);
    SumFields<Host> wanted;
    wanted.velocity = u_;
    StageTimes best;
    for (int i = 0; i <= c_.repeats; ++i) {
      sum->set_points({data_.x, c_.radius, {}}, {{data_.targets, c_.radius, !c_.apart, {}}});
      sum->apply(data_.density, {wanted});
      StageTimes times = sum->take_stage_times();
      // the first call takes the memory
      if (i == 1 || (i > 1 && seconds(times) < seconds(best))) best = std::move(times);
    }
    return best;
  }

  void time(const std::vector<std::string_view>& stages, VariantBenchRow& r) {
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
    const StageTimes times = quickest(names, seconds);
    r.seconds = seconds(times);
    r.sort = times["sort"];
    if (first_.extent(0) == 0) {
      first_ = Vectors<Host>("slurry::bench::first", c_.points);
      Kokkos::deep_copy(first_, u_);
    }
    r.difference = difference_between(u_, first_);
  }

  void model(const StageWork& work, VariantBenchRow& r) const {
    const StageModelTimes t = model_times(work, costs_);
    r.model = ModelFigures{t.no_caches, t.l2, t.l1, t.flops, work.flops, intensity(work, costs_), t.expected};
    const double pair = r.variant.ends_with("rational") ? sizes_.rational_flops : sizes_.pair_flops;
    r.useful_flops = r.stage != "P2P" ? work.flops : sizes_.targets * sizes_.near_cell * 4 / 3 * pi * pair;
  }

  VariantBenchCase c_;
  Data data_;
  Vectors<Host> u_, first_;
  PlanRequest request_;
  SumPlan plan_;
  VariantBenchResult found_;
  std::vector<SurveyedVariant> rows_;
  std::vector<std::function<void()>> jobs_;  ///< that time each of them
  std::size_t measured_ = 0;
  StageSizes sizes_;
  StageCosts costs_;
};

}  // namespace

MachineCosts measure_machine_costs(Device device, Precision precision) {
  return with_space(name_of(Runtime::device(device)), [&](const auto& space) { return costs_in(space, precision); });
}

struct VariantSeries::Impl {
  VariantBench bench;
};
VariantSeries::VariantSeries(const VariantBenchCase& c) : impl_(new Impl{VariantBench(c)}) {
  impl_->bench.prepare();
}
VariantSeries::~VariantSeries() = default;
bool VariantSeries::measure_next() {
  return impl_->bench.measure_next();
}
const std::vector<SurveyedVariant>& VariantSeries::rows() const {
  return impl_->bench.rows();
}
const VariantBenchResult& VariantSeries::found() const {
  return impl_->bench.found();
}

VariantBenchResult bench_variants(const VariantBenchCase& c) {
  VariantSeries series(c);
  VariantBenchResult r = series.found();
  const auto tell = [&] {
    if (c.row_done) c.row_done(r);
  };
  tell();
  while (series.measure_next()) {
    r.rows.push_back(series.rows()[r.rows.size()].row);
    tell();
  }
  return r;
}
VariantBenchResult bench_whole_sum(const VariantBenchCase& c) {
  return VariantBench(c).whole();
}

}  // namespace slurry
