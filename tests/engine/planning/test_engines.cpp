// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "evaluation/sum_evaluation.hpp"
#include "planning/engines.hpp"
#include "slurry/error.hpp"
#include "slurry/sum.hpp"
#include "support/error_norms.hpp"
#include "support/random_points.hpp"

namespace slurry {
namespace {

constexpr std::size_t n = 400;

SumProblem problem(int periodicity, Layer layer) {
  SumProblem p;
  p.box = {{1, 1, 1}, periodicity};
  p.sources = test::uniform_points(n, p.box.lengths, 1);
  if (layer == Layer::coulomb) {
    p.charges = test::normal_vectors(n, 4);
    p.charges.resize(n);
    return p;
  }
  if (layer != Layer::double_layer) p.forces = test::normal_vectors(n, 2);
  if (layer != Layer::single) p.dipoles = test::normal_vectors(n, 3), p.normals = test::normal_vectors(n, 5);
  return p;
}

PlanRequest request_of(const SumProblem& p, Layer layer, double tolerance) {
  PlanRequest r;
  r.task.box = p.box;
  r.task.options.layer = layer;
  r.task.options.tolerance = tolerance;
  r.task.options.deterministic = true;
  r.counts.sources = r.counts.targets = n;
  r.counts.squared_force_sum = 3.0 * n;
  r.counts.dipole_norm = 9.0 * n;
  r.rates = built_in_rates();
  return r;
}

std::vector<double> values_of(const SumEvaluation& e) {
  return e.velocities.empty() ? e.potentials : e.velocities;
}

/// Times are those of stages that stand in the engine's row.
void expect_own_stages(const std::string& engine, const StageTimes& times) {
  const auto row = std::find_if(engines().begin(), engines().end(), [&](const Engine& e) { return e.name == engine; });
  ASSERT_NE(row, engines().end());
  for (const auto& [stage, seconds] : times)
    EXPECT_TRUE(std::any_of(row->stages.begin(), row->stages.end(),
                            [&, &name = stage](const StageView& view) { return view.is(name); }))
        << engine << ": " << stage;
}

TEST(Candidates, AgreeWithOneAnother) {
  for (const Layer layer : {Layer::single, Layer::double_layer, Layer::combined, Layer::coulomb}) {
    const SumProblem p = problem(0, layer);
    const Candidates found = candidates(request_of(p, layer, 1e-6));
    ASSERT_GE(found.plans.size(), 2u);
    EXPECT_NE(found.plans[0].engine, found.plans[1].engine);
    const auto first = values_of(evaluate_plan(p, found.plans[0], p.sources));
    for (const SumPlan& plan : found.plans) {
      const SumEvaluation e = evaluate_plan(p, plan, p.sources);
      expect_own_stages(plan.engine, e.times);
      expect_own_stages(plan.engine, plan.predicted);
      const auto other = values_of(e);
      EXPECT_LE(test::relative_l2(other, first), 1e-6) << int(layer) << " by " << plan.engine;
    }
  }
}

TEST(Candidates, ComeCheapestFirst_WithWhatTheyPromise) {
  const SumProblem p = problem(1, Layer::single);
  const Candidates found = candidates(request_of(p, Layer::single, 1e-3));
  ASSERT_GE(found.plans.size(), 2u);
  EXPECT_TRUE(std::is_sorted(found.plans.begin(), found.plans.end(),
                             [](const auto& a, const auto& b) { return a.seconds() < b.seconds(); }));
  for (const SumPlan& plan : found.plans) {
    EXPECT_GT(plan.predicted["P2P"], 0) << plan.engine;
    EXPECT_FALSE(plan.parameters.report().parts.empty()) << plan.engine;
  }
}

TEST(Candidates, WhatAnEngineCannotDoIsAValue) {
  const SumProblem p = problem(3, Layer::single);
  PlanRequest r = request_of(p, Layer::single, 1e-3);
  const Candidates found = candidates(r);
  ASSERT_EQ(found.refusals.size(), 2u);  // no sum of all pairs in a periodic box, no tree of a few points
  EXPECT_EQ(found.refusals[0].engine, "direct");
  EXPECT_EQ(found.refusals[1].engine, "fmm");
  for (const Refusal& refusal : found.refusals) EXPECT_EQ(refusal.why, Refusal::Why::not_its_task);
  r.task.options.tolerance = 1e-15;
  const Candidates none = candidates(r);
  EXPECT_TRUE(none.plans.empty());
  EXPECT_THROW(best(none), RefusedError);
}

TEST(Candidates, PredictTheErrorThatTheSumOfAllPairsShows) {
  for (const Layer layer : {Layer::single, Layer::double_layer, Layer::combined}) {
    const SumProblem p = problem(0, layer);
    for (const double tolerance : {1e-3, 1e-6}) {
      PlanRequest request = request_of(p, layer, tolerance);
      if (layer == Layer::single) request.counts.dipole_norm = 0;
      if (layer == Layer::double_layer) request.counts.squared_force_sum = 0;
      const Candidates found = candidates(request);
      const auto of = [&](const std::string& engine) -> const SumPlan& {
        return *std::find_if(found.plans.begin(), found.plans.end(),
                             [&](const SumPlan& plan) { return plan.engine == engine; });
      };
      EXPECT_EQ(of("direct").error, 0);
      const auto exact = values_of(evaluate_plan(p, of("direct"), p.sources));
      const auto grid = values_of(evaluate_plan(p, of("ewald"), p.sources));
      double squared = 0;
      for (std::size_t i = 0; i < exact.size(); ++i) squared += std::pow(grid[i] - exact[i], 2) / n;
      EXPECT_LT(std::sqrt(squared), 2 * of("ewald").error) << int(layer) << " at " << tolerance;
      EXPECT_GT(std::sqrt(squared), of("ewald").error / 5) << int(layer) << " at " << tolerance;
    }
  }
}

TEST(Candidates, MemoryThatDoesNotSufficeIsAValueAndAnotherPlanMayDo) {
  const auto three = [] {
    Candidates c;
    for (const double seconds : {1.0, 2.0, 5.0}) {
      SumPlan plan;
      plan.engine = "of " + std::to_string(int(seconds));
      plan.predicted["P2P"] = seconds;
      c.plans.push_back(plan);
    }
    return c;
  };
  const auto bytes = [](const SumPlan& plan) { return 100 / plan.predicted["P2P"]; };
  const auto refusal = [](const SumPlan& plan) { return Refusal{plan.engine, Refusal::Why::memory, "too little"}; };
  Candidates all = three(), second = three(), none = three();
  drop_what_does_not_fit(all, 100, bytes, refusal);
  EXPECT_EQ(all.plans.size(), 3u);
  EXPECT_EQ(all.plans[0].bytes, 100);
  drop_what_does_not_fit(second, 99, bytes, refusal);
  ASSERT_EQ(second.plans.size(), 2u);
  EXPECT_EQ(second.plans[0].engine, "of 2");
  EXPECT_TRUE(second.refusals.empty());
  drop_what_does_not_fit(none, 20, bytes, refusal);  // the third would fit, but takes five times as long
  EXPECT_TRUE(none.plans.empty());
  ASSERT_EQ(none.refusals.size(), 1u);
  EXPECT_EQ(none.refusals[0].why, Refusal::Why::memory);
  EXPECT_EQ(none.refusals[0].engine, "of 1");
  EXPECT_THROW(best(none), RefusedError);
}

// An engine in one row: the sum of all pairs, written down naively.
class NaiveSum final : public Summation<Host> {
 public:
  void set_points(const SourceSet<Host>& y, const std::vector<TargetSet<Host>>& x) override { y_ = y, x_ = x; }
  void apply(const SumDensity<Host>& d, const std::vector<SumFields<Host>>& out) override {
    for (std::size_t i = 0; i < x_[0].positions.extent(0); ++i) {
      double u[3] = {0, 0, 0};
      for (std::size_t j = 0; j < y_.positions.extent(0); ++j) {
        double r[3], rf = 0, s = 0;
        for (int k = 0; k < 3; ++k) r[k] = x_[0].positions(i, k) - y_.positions(j, k), s += r[k] * r[k];
        if (s == 0) continue;
        for (int k = 0; k < 3; ++k) rf += r[k] * d.layers.forces(j, k);
        for (int k = 0; k < 3; ++k) u[k] += d.layers.forces(j, k) / std::sqrt(s) + r[k] * rf / (s * std::sqrt(s));
      }
      for (int k = 0; k < 3; ++k) out[0].velocity(i, k) = u[k];
    }
  }
  SumErrors expected_errors(const SumCounts&) const override { return {}; }
  StageTimes take_stage_times() override { return {}; }

 private:
  SourceSet<Host> y_;
  std::vector<TargetSet<Host>> x_;
};
struct NaiveParameters {};
ParameterReport report_of(const NaiveParameters&) {
  return {"", "", {{"", {{"order", "order", "", "of the sum", {2}}}}}};
}

TEST(Engines, OneMoreIsOneRow) {
  std::vector<Engine> table = engines();
  Engine naive;
  naive.name = "naive";
  naive.stages = {{"P2P", {"P2P"}}};
  naive.can_do = [](const SumTask&) { return std::optional<Refusal>(); };
  naive.plan = [](const PlanRequest& r, Candidates& found) {
    SumPlan plan;
    plan.task = r.task;
    plan.counts = r.counts;
    plan.engine = "naive";
    plan.variant = "all pairs";
    plan.parameters = NaiveParameters();
    plan.predicted["P2P"] = 1e-12;  // it takes itself for the quickest
    found.plans.push_back(plan);
  };
  std::get<MakeSum<Host>>(naive.make) = [](const Host&, const SumPlan&) -> std::unique_ptr<Summation<Host>> {
    return std::make_unique<NaiveSum>();
  };
  table.push_back(naive);

  const SumProblem p = problem(0, Layer::single);
  PlanRequest r = request_of(p, Layer::single, 1e-10);
  r.table = &table;
  const Candidates found = candidates(r);
  const SumPlan& plan = best(found);
  EXPECT_EQ(plan.engine, "naive");
  const auto sum = make_sum(plan, table);
  std::vector<double> u(3 * n);
  std::vector<SumFields<Host>> out(1);
  out[0].velocity = host_vectors(std::span<double>(u));
  const ConstVectors<Host> x = host_vectors(std::span<const double>(p.sources));
  sum->set_points({x, 0}, {{x, 0, true}});
  sum->apply({{host_vectors(std::span<const double>(p.forces)), {}, {}}, {}}, out);
  const auto other = evaluate_plan(p, found.plans.back(), p.sources);
  EXPECT_NE(found.plans.back().engine, "naive");
  EXPECT_LE(test::relative_l2(other.velocities, u), 1e-10);
}

}  // namespace
}  // namespace slurry

namespace slurry {

// The scenario's option for the precision of single terms reaches an engine by the wish that its row names.
TEST(EngineRows, TermsWishIsOneOfTheirOwnAndKnowsEveryPrecision) {
  int rows = 0;
  for (const Engine& row : engines()) {
    if (row.terms_wish.empty()) continue;
    ++rows;
    for (const std::string_view word : all_words<Precision>()) {
      SumTask task;
      task.box = {{1, 1, 1}, 0};
      task.options.tolerance = 1e-3;
      task.options.engine = row.name;
      task.options.own[std::string(row.terms_wish)] = word;
      EXPECT_NO_THROW(check_own_wishes(task)) << row.name << " " << word;
    }
    SumTask task;
    task.options.own[std::string(row.terms_wish)] = "half";
    EXPECT_THROW(check_own_wishes(task), InputError);
  }
  EXPECT_EQ(rows, 1);
}

// Names of stages and variants are looked for in the tables of every engine.
TEST(EngineRows, VariantsAreNamedOneByOneOrRefused) {
  const auto refusal = [](const StageVariantNames& asked) -> std::string {
    try {
      check_stage_variants(asked);
    } catch (const InputError& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_EQ(refusal({{"P2P", "symmetric"}, {"CNV", "fused"}, {"G2P", "rows"}}), "");
  EXPECT_TRUE(
      refusal({{"L2M", "dense"}})
          .starts_with("there is no stage 'L2M' with variants; the stages with variants are P2P, P2G, FFT, CNV, "));
  EXPECT_TRUE(refusal({{"P2P", "quick"}})
                  .starts_with("P2P has no variant 'quick'; its variants are symmetric, grouped, per_target, GM-1D, "));
  EXPECT_EQ(refusal({{"FFT", "fused"}, {"CNV", "batched"}}),
            "FFT can have only one variant, but 'fused' and 'batched' were given");
}

// The help of the option names the engines that are taken if nobody asks for one.
TEST(EngineRows, HelpNamesTheDefaults) {
  const std::string help = engine_help();
  EXPECT_NE(help.find("The default is " + std::string(the_usual_engine().name)), std::string::npos);
  EXPECT_TRUE(help.ends_with("the default is " + std::string(the_exact_engine().name)));
}

}  // namespace slurry
