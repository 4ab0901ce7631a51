// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/plan/variant_forecasts.hpp"

#include <numbers>
#include <string>
#include <type_traits>

#include "base/execution.hpp"
#include "ewald/far/far_stages.hpp"
#include "ewald/near/near_stages.hpp"
#include "ewald/plan/cost_model.hpp"
#include "ewald/plan/stage_sizes.hpp"
#include "slurry/runtime.hpp"

namespace slurry {
namespace {

template <class Space, class Real>
class ForecastList {
 public:
  ForecastList(const PlanRequest& r, const SumPlan& plan)
      : parameters_(plan.parameters.as<EwaldParameters>()),
        model_(r.counts, r.rates),
        points_(r.counts.sources),
        same_(plan.task.targets_are_sources),
        sizes_(stage_sizes(parameters_, points_, make_sum_grid(parameters_))) {
    if (on_host) sizes_.block = 1;
    const FarRows far = FarRows::choose<Space, Real>(far_slots(), parameters_, none_, double(points_));
    add(near_slots().velocities, &near_slots().velocities.template first<Space, Real>(case_of(3)));
    add(far_slots().spread, far.spread);
    add(far_slots().transform, far.transform);
    add(far_slots().gather, far.gather);
  }
  std::vector<VariantForecast> take() { return std::move(rows_); }

 private:
  static constexpr bool on_host = is_host_space<Space>;

  EwaldStageCase case_of(int components) const {
    return {parameters_, none_, on_host, same_, components, double(points_)};
  }

  template <class Forms>
  void add(const EwaldSlot<Forms>& slot, const EwaldVariant<Forms>* usual) {
    const EwaldStageCase c = case_of(slot.name == "P2G" ? static_cast<int>(sizes_.components) : 3);
    for (const EwaldVariant<Forms>& row : slot.variants) {
      if (!row.forms.template get<Space, Real>()) continue;
      VariantForecast& v = rows_.emplace_back();
      v.stage = slot.name;
      v.variant = row.name;
      v.source = row.source;
      v.covers = slot.stages;
      v.usual = &row == usual;
      if (row.forms.model) {
        v.work = row.forms.model(sizes_);
        v.useful_flops = useful_flops(v);
      }
      // the cost model knows rows that say what work they make (published ones do of a device), and those that are
      // taken where none is asked for
      if (v.usual || (row.work && row.supports(c) && (row.source == "own" || !on_host))) v.predicted = predicted(v);
    }
  }

  /// By the cost model that plans are made with.
  double predicted(const VariantForecast& v) const {
    const StageTimes all = model_.stages(parameters_, same_, {{std::string(v.stage), std::string(v.variant)}});
    double seconds = 0;
    for (const std::string_view stage : v.covers) seconds += all[stage];
    return seconds;
  }
  double useful_flops(const VariantForecast& v) const {
    if (v.stage != "P2P") return v.work->flops;
    const double pair = v.variant.ends_with("rational") ? sizes_.rational_flops : sizes_.pair_flops;
    return sizes_.targets * sizes_.near_cell * 4 / 3 * std::numbers::pi * pair;
  }

  const EwaldParameters& parameters_;
  CostModel model_;
  std::size_t points_;
  bool same_;
  StageSizes sizes_;
  StageVariantNames none_;
  std::vector<VariantForecast> rows_;
};

}  // namespace

std::vector<VariantForecast> forecast_ewald_variants(const PlanRequest& r, const SumPlan& plan) {
  if (!plan.parameters.holds<EwaldParameters>()) return {};
  const Device device = Runtime::device(plan.task.options.device);
  return with_space_type(word_of(device), [&]<class Space>(std::type_identity<Space>) {
    if (plan.parameters.as<EwaldParameters>().precision == Precision::fp32)
      return ForecastList<Space, float>(r, plan).take();
    return ForecastList<Space, double>(r, plan).take();
  });
}

}  // namespace slurry
