// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/stage_variant.hpp"
#include "planning/engines.hpp"
#include "summation/rates.hpp"

// An engine in one file and one row: a test adds it to the table, and nothing else of the house knows of it.  It sums
// all pairs of points in free space in two stages, "order" and "pairs", the latter by two variants.  Every term is
// wrong by a share of the tolerance, with a sign of its own, so that it errs by a law of its own.
namespace slurry::test {

inline constexpr const char* third_name = "third";
inline constexpr NamedRate third_rate{"third/pair", 1e-13};

struct ThirdParameters {
  double share = 0;  ///< by which every term is wrong
  double reach = 0;  ///< a length that it might have
  std::string pairs = "forwards";
};
inline ParameterReport report_of(const ThirdParameters& p) {
  ParameterReport r;
  r.summary = "third engine, share {share}, by {pairs}";
  r.parts = {{"",
              {{"share", "share", "", "Share by which every term is wrong", {p.share}},
               {"reach", "reach", "length", "Length of the box", {p.reach}},
               {"pairs", "pairs", "", "Order of the pairs", {}, p.pairs}}}};
  return r;
}

/// What a row of the stage "pairs" is asked about.
struct ThirdCase {
  const StageVariantNames& asked;
};
/// How a row of the stage "pairs" does it: the index that is summed at the k-th place of n.
struct PairOrder {
  std::size_t (*at)(std::size_t k, std::size_t n);
  template <class Space, class Real>
  bool get() const {
    return true;
  }
};
using PairSlot = StageSlot<ThirdCase, PairOrder>;
inline PairSlot& pair_slot() {
  static PairSlot slot{
      "pairs",
      {"pairs"},
      {{"forwards", "test", [](const ThirdCase&) { return true; }, {[](std::size_t k, std::size_t) { return k; }}},
       {"backwards",
        "test",
        [](const ThirdCase&) { return true; },
        {[](std::size_t k, std::size_t n) { return n - 1 - k; }},
        [](const ThirdCase&) { return RowWork{1.5}; }}}};
  return slot;
}
inline PairSlot::Row& pair_order(const ThirdCase& c) {
  return pair_slot().first<Host, double>(c);
}

class ThirdSum final : public Summation<Host> {
 public:
  ThirdSum(ThirdParameters p, PairSlot::Row& order) : p_(std::move(p)), order_(order) {}

  void set_points(const SourceSet<Host>& sources, const std::vector<TargetSet<Host>>& targets) override {
    const auto start = std::chrono::steady_clock::now();
    y_ = sources.positions;
    x_ = targets;
    times_["order"] += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() + 1e-9;
  }
  void apply(const SumDensity<Host>& d, const std::vector<SumFields<Host>>& out) override {
    const auto start = std::chrono::steady_clock::now();
    for (std::size_t set = 0; set < x_.size(); ++set)
      for (std::size_t i = 0; i < x_[set].positions.extent(0); ++i) sum_at(x_[set].positions, i, d, out[set].velocity);
    times_["pairs"] += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() + 1e-9;
  }
  /// Terms are wrong independently: squares add up.  |G f|^2 is 2 f^2/r^2 in the mean over directions.
  SumErrors expected_errors(const SumCounts& c) const override {
    SumErrors e;
    const std::size_t n = y_.extent(0), step = std::max<std::size_t>(1, n / 300);
    double near = 0, pairs = 0;
    for (std::size_t i = 0; i < n; i += step)
      for (std::size_t j = 0; j < n; ++j) {
        double s = 0;
        for (int k = 0; k < 3; ++k) s += std::pow(y_(i, k) - y_(j, k), 2);
        if (s > 0) near += 1 / s, ++pairs;
      }
    e.value = pairs > 0 ? p_.share * std::sqrt(2 * c.squared_force_sum * near / pairs) : 0;
    return e;
  }
  StageTimes take_stage_times() override { return std::exchange(times_, StageTimes{}); }
  StageVariantNames variants() const override { return {{"pairs", std::string(order_.name)}}; }

 private:
  void sum_at(const ConstVectors<Host>& x, std::size_t i, const SumDensity<Host>& d, const Vectors<Host>& out) const {
    double u[3] = {0, 0, 0};
    const std::size_t n = y_.extent(0);
    for (std::size_t k = 0; k < n; ++k) {
      const std::size_t j = order_.forms.at(k, n);
      double r[3], rf = 0, s = 0;
      for (int c = 0; c < 3; ++c) r[c] = x(i, c) - y_(j, c), s += r[c] * r[c];
      if (s == 0) continue;
      for (int c = 0; c < 3; ++c) rf += r[c] * d.layers.forces(j, c);
      const double wrong = 1 + ((i * 2654435761u ^ j * 40503u) % 7 < 3.5 ? 1 : -1) * p_.share;
      for (int c = 0; c < 3; ++c)
        u[c] += wrong * (d.layers.forces(j, c) / std::sqrt(s) + r[c] * rf / (s * std::sqrt(s)));
    }
    for (int c = 0; c < 3; ++c) out(i, c) = u[c];
  }

  ThirdParameters p_;
  StageVariant<ThirdCase, PairOrder> order_;
  ConstVectors<Host> y_;
  std::vector<TargetSet<Host>> x_;
  StageTimes times_;
};

inline std::optional<Refusal> third_can_do(const SumTask& task) {
  const EwaldOptions& o = task.options;
  if (o.layer == Layer::single && task.box.periodicity == 0 && !o.gradient && !o.pressure) return std::nullopt;
  return Refusal{third_name, Refusal::Why::not_its_task, "the third engine sums point forces in free space alone"};
}

inline void plan_third(const PlanRequest& r, Candidates& found) {
  if (r.counts.largest_radius > 0)
    return found.refusals.push_back({third_name, Refusal::Why::not_its_task, "the third engine sums points alone"});
  SumPlan plan;
  plan.task = r.task;
  plan.counts = r.counts;
  plan.engine = third_name;
  plan.variant = "two stages";
  const ThirdCase here{r.task.options.variants};
  const PairSlot::Row& order = pair_order(here);
  double share = 0.1 * r.task.options.tolerance;
  if (r.task.options.tolerance_kind == ToleranceKind::absolute_rms) share /= std::sqrt(1 + r.counts.squared_force_sum);
  plan.parameters = ThirdParameters{share, r.task.box.lengths[0], std::string(order.name)};
  const double pairs = double(r.counts.sources) * double(r.counts.targets);
  plan.predicted["order"] = 1e-10;
  plan.predicted["pairs"] = pairs * order.work_of(here).units * rate_of(r.rates, third_rate.name, third_rate.built_in);
  plan.error = share * std::sqrt(r.counts.squared_force_sum);
  found.plans.push_back(std::move(plan));
}

inline Engine third_row() {
  Engine row;
  row.name = third_name;
  row.title = "an engine of a test";
  row.stages = {{"order", {"order"}}, stage_view_of(pair_slot())};
  row.rates = {third_rate};
  row.can_do = third_can_do;
  row.plan = plan_third;
  row.bytes = [](const SumPlan& plan, const SumLoad&) { return 24.0 * double(plan.counts.sources); };
  row.measure_rates = [](MachineRates& rates) { rates.named["third/pair"] = 1e-9; };
  std::get<MakeSum<Host>>(row.make) = [](const Host&, const SumPlan& plan) -> std::unique_ptr<Summation<Host>> {
    const auto& p = plan.parameters.as<ThirdParameters>();
    return std::make_unique<ThirdSum>(p, pair_order({plan.task.options.variants}));
  };
  return row;
}

/// Adds the row once.  Call it before the first sum.
inline void add_third_engine() {
  if (!find_engine(third_name)) engine_table().push_back(third_row());
}

}  // namespace slurry::test
