// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "direct/direct.hpp"
#include "evaluation/periodic_sum.hpp"
#include "planning/engines.hpp"
#include "planning/trial.hpp"
#include "slurry/machine_rates.hpp"
#include "support/error_norms.hpp"
#include "support/host.hpp"
#include "support/random_points.hpp"

namespace slurry {
namespace {

using test::Host;

SumChoice predicted(double first, double second, double third = NAN) {
  std::vector<Candidate> all(3);
  const double seconds[] = {first, second, third};
  for (std::size_t i = 0; i < 3; ++i) {
    all[i].engine = std::string(1, "abc"[i]);
    all[i].predicted = seconds[i];
  }
  all[1].error = 0;  // errs by rounding alone
  if (std::isnan(third)) all.pop_back();
  return choose_by_prediction(all);
}

TEST(Trial, NeedsClosePredictionsManyCallsAndAClock) {
  for (const double ratio : {0.3, 1.0, 3.5}) {
    EXPECT_TRUE(worth_a_trial(predicted(1, ratio), 1000, false)) << ratio;
    EXPECT_FALSE(worth_a_trial(predicted(1, ratio), 1000, true)) << ratio;
    EXPECT_FALSE(worth_a_trial(predicted(1, ratio), 1, false)) << ratio;
  }
  for (const double ratio : {0.2, 5.0}) EXPECT_FALSE(worth_a_trial(predicted(1, ratio), 1000, false));
}

TEST(Trial, ThePredictionTakesTheQuickest) {
  EXPECT_EQ(predicted(2, 1).engine(), "b");
  EXPECT_EQ(predicted(1, 2).engine(), "a");
  EXPECT_EQ(predicted(1, 2, 0.5).engine(), "c");
  EXPECT_EQ(predicted(1, 1).engine(), "b") << "a tie goes to what errs by rounding alone";
  EXPECT_EQ(predicted(1, 2).by, ChosenBy::prediction);
  EXPECT_EQ(open_candidates(predicted(1, 3, 5)), (std::vector<std::size_t>{0, 1}));
}

/// Times as a clock might say them.
struct FakeTimes {
  std::vector<std::vector<double>> times;
  std::vector<std::size_t> calls = std::vector<std::size_t>(3, 0);
  SumChoice choice() {
    std::vector<std::size_t> open(times.size());
    for (std::size_t i = 0; i < open.size(); ++i) open[i] = i;
    return choose_by_trial(times.size() == 3 ? predicted(1, 1, 1) : predicted(1, 1), open,
                           [this](std::size_t i) { return times[i].at(calls[i]++); });
  }
};

TEST(Trial, KeepsTheLeastOfThreeCallsOfEach) {
  FakeTimes slow_start{{{8, 5, 4}, {9, 2, 3}}};
  const SumChoice c = slow_start.choice();
  EXPECT_EQ(c.engine(), "b");
  EXPECT_EQ(c.by, ChosenBy::measurement);
  EXPECT_EQ(c.seconds("b"), 2);
  EXPECT_EQ(c.seconds("a"), 4);
  EXPECT_EQ((FakeTimes{{{9, 4, 30}, {5, 5, 4.5}}}).choice().engine(), "a");
  EXPECT_EQ((FakeTimes{{{9, 4, 30}, {5, 5, 4.5}, {7, 3, 8}}}).choice().engine(), "c");
}

TEST(Trial, WhatIsFarTooSlowIsCalledOnce) {
  FakeTimes t{{{3, 2, 1}, {100}}};
  const SumChoice c = t.choice();
  EXPECT_EQ(c.engine(), "a");
  EXPECT_EQ(c.seconds("b"), 100);
  EXPECT_EQ(t.calls[1], 1u);
  EXPECT_EQ(t.calls[0], 3u);
}

PeriodicSumRequest request(std::size_t n, int periodicity) {
  PeriodicSumRequest r;
  r.box = {{4, 2, 2}, periodicity};
  r.options.tolerance = 1e-4;
  r.options.tolerance_kind = ToleranceKind::absolute_rms;
  r.options.deterministic = true;
  r.counts.squared_force_sum = 3.0 * static_cast<double>(n);
  r.counts.sources = r.counts.targets = n;
  r.counts.largest_radius = 0.02;
  r.targets_are_sources = true;
  return r;
}

SumChoice chosen(const PeriodicSumRequest& r) {
  return PeriodicSum(r).choice();
}

TEST(PeriodicSum, AutomaticTakesTheSumThatIsFarQuicker) {
  for (const int periodicity : {0, 1}) {
    EXPECT_EQ(chosen(request(3, periodicity)).engine(), "direct");
    const SumChoice many = chosen(request(50000, periodicity));
    EXPECT_NE(many.engine(), "direct");
    EXPECT_EQ(many.by, ChosenBy::prediction);
    EXPECT_GT(many.seconds("direct"), many.seconds(many.engine()));
  }
  EXPECT_EQ(chosen(request(3, 3)).engine(), "ewald");
}

/// Single-precision terms are cheaper, so they keep the direct sum longer.
TEST(PeriodicSum, TermsInSinglePrecisionWeighInTheChoice) {
  PeriodicSumRequest r = request(3000, 0);
  const SumChoice full = chosen(r);
  r.options.own["direct.terms"] = "fp32";
  EXPECT_LT(chosen(r).seconds("direct"), full.seconds("direct"));
  EXPECT_EQ(chosen(r).seconds("ewald"), full.seconds("ewald"));
}

/// What a machine's rates say must not show in deterministic sums, and shows in others.
TEST(PeriodicSum, DeterministicChoicesComeFromFixedRates) {
  PeriodicSumRequest r = request(2000, 0);
  const SumChoice fixed = chosen(r);
  EXPECT_EQ(fixed.by, ChosenBy::prediction);
  MachineRates slow = built_in_rates();
  for (const NamedRate& rate : engine_of("ewald").rates) slow.named[std::string(rate.name)] = 1000 * rate.built_in;
  r.options.rates = std::make_shared<const MachineRates>(slow);
  EXPECT_EQ(chosen(r).seconds("ewald"), fixed.seconds("ewald"));
  EXPECT_EQ(chosen(r).engine(), fixed.engine());
  r.options.deterministic = false;
  EXPECT_GT(chosen(r).seconds("ewald"), 10 * fixed.seconds("ewald"));
  EXPECT_EQ(chosen(r).engine(), "direct");
}

/// As many spheres as make it an open question: the first points decide, whatever the clock says, and the sum is right.
TEST(PeriodicSum, AnOpenQuestionIsDecidedByTimingBoth) {
  PeriodicSumRequest r = request(100, 0);
  for (std::size_t n = 200; !worth_a_trial(chosen(r), 1000, false) && n < 20000; n = n * 5 / 4) r = request(n, 0);
  r.options.deterministic = false;
  const std::size_t n = r.counts.sources;
  PeriodicSum sum(r);
  EXPECT_EQ(sum.choice().by, ChosenBy::prediction);
  const auto x = test::view_of(test::uniform_points(n, r.box.lengths, 1)),
             f = test::view_of(test::normal_vectors(n, 2));
  const Vectors<Host> u("u", n), truth("truth", n);
  sum.set_points({x, 0.02, {}}, {{x, 0.02, true, {}}});
  const SumChoice c = sum.choice();
  EXPECT_EQ(c.by, ChosenBy::measurement);
  EXPECT_EQ(c.engine() == "direct", c.seconds("direct") <= c.seconds("ewald"));
  EXPECT_EQ(sum.is_exact(), c.engine() == "direct");
  EXPECT_EQ(sum.is_exact(), sum.report().find("grid") == nullptr);
  EXPECT_EQ(sum.take_stage_times()["P2P"], 0) << "the trial is no step";
  sum.apply(f, {u});
  DirectSum<Host> direct(Host(), r.box);
  direct.set_points(x, 0.02, {{x, 0.02, true, {}}});
  direct.apply(f, {truth});
  EXPECT_LT(test::rms_over_targets(test::values_of(u), test::values_of(truth)), 1.5 * r.options.tolerance);
  sum.set_points({x, 0.02, {}}, {{x, 0.02, true, {}}});
  EXPECT_EQ(sum.choice().seconds("direct"), c.seconds("direct")) << "decided once";
}

TEST(PeriodicSum, AChoiceOfAnotherRunIsTakenOver) {
  for (const std::string method : {"direct", "ewald"}) {
    PeriodicSumRequest r = request(300, 0);
    r.options.deterministic = false;
    SumChoice other;
    other.candidates.resize(2);
    other.candidates[0].engine = "ewald";
    other.candidates[0].measured = 4;
    other.candidates[1].engine = "direct";
    other.candidates[1].measured = 3;
    other.taken = method == "direct" ? 1 : 0;
    other.by = ChosenBy::measurement;
    r.chosen = other;
    PeriodicSum sum(r);
    EXPECT_EQ(sum.is_exact(), method == "direct");
    EXPECT_EQ(sum.choice().by, ChosenBy::measurement);
    EXPECT_EQ(sum.choice().seconds("ewald"), 4);
  }
}

/// A box that no grid fits; and too little memory, where the other is hardly quicker.
TEST(PeriodicSum, FreeSpaceFallsBackOnTheDirectSum) {
  PeriodicSumRequest r = request(50, 0);
  r.box.lengths = {1e5, 1, 1};
  EXPECT_EQ(chosen(r).engine(), "direct");
  r = request(100, 0);
  for (std::size_t n = 200; !worth_a_trial(chosen(r), 1000, false) && n < 20000; n = n * 5 / 4) r = request(n, 0);
  r.options.deterministic = false;
  r.options.memory_limit = 1;
  EXPECT_EQ(chosen(r).engine(), "direct");
}

}  // namespace
}  // namespace slurry
