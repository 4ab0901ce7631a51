// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <vector>

#include "evaluation/periodic_sum.hpp"
#include "planning/method_choice.hpp"
#include "slurry/machine_rates.hpp"
#include "summation/direct.hpp"
#include "support/error_norms.hpp"
#include "support/host.hpp"
#include "support/random_points.hpp"

namespace slurry {
namespace {

using test::Host;

TEST(MethodChoice, ATrialNeedsClosePredictionsManyCallsAndAClock) {
  for (const double ratio : {0.3, 1.0, 3.5}) {
    EXPECT_TRUE(worth_a_trial(choose_by_prediction(ratio, 1), 1000, false)) << ratio;
    EXPECT_FALSE(worth_a_trial(choose_by_prediction(ratio, 1), 1000, true)) << ratio;
    EXPECT_FALSE(worth_a_trial(choose_by_prediction(ratio, 1), 1, false)) << ratio;
  }
  for (const double ratio : {0.2, 5.0}) EXPECT_FALSE(worth_a_trial(choose_by_prediction(ratio, 1), 1000, false));
}

TEST(MethodChoice, ThePredictionTakesTheQuicker) {
  EXPECT_EQ(choose_by_prediction(1, 2).method, SumMethod::direct);
  EXPECT_EQ(choose_by_prediction(2, 1).method, SumMethod::ewald);
  EXPECT_EQ(choose_by_prediction(2, 1).by, ChosenBy::prediction);
}

/// Times as a clock might say them.
struct FakeTimes {
  std::vector<double> direct, ewald;
  std::size_t direct_calls = 0, ewald_calls = 0;
  MethodChoice choice() {
    return choose_by_trial(
        [this](SumMethod m) { return m == SumMethod::direct ? direct.at(direct_calls++) : ewald.at(ewald_calls++); });
  }
};

TEST(MethodChoice, TheTrialKeepsTheLeastOfThreeCallsOfEach) {
  FakeTimes slow_start{{9, 2, 3}, {8, 5, 4}};
  const MethodChoice c = slow_start.choice();
  EXPECT_EQ(c.method, SumMethod::direct);
  EXPECT_EQ(c.by, ChosenBy::measurement);
  EXPECT_EQ(c.direct_seconds, 2);
  EXPECT_EQ(c.ewald_seconds, 4);
  FakeTimes other{{5, 5, 4.5}, {9, 4, 30}};
  EXPECT_EQ(other.choice().method, SumMethod::ewald);
}

TEST(MethodChoice, ADirectSumFarTooSlowIsCalledOnce) {
  FakeTimes t{{100}, {3, 2, 1}};
  const MethodChoice c = t.choice();
  EXPECT_EQ(c.method, SumMethod::ewald);
  EXPECT_EQ(c.direct_seconds, 100);
  EXPECT_EQ(t.direct_calls, 1u);
  EXPECT_EQ(t.ewald_calls, 3u);
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

MethodChoice chosen(const PeriodicSumRequest& r) {
  return PeriodicSum(r).choice();
}

TEST(PeriodicSum, AutomaticTakesTheSumThatIsFarQuicker) {
  for (const int periodicity : {0, 1}) {
    EXPECT_EQ(chosen(request(3, periodicity)).method, SumMethod::direct);
    const MethodChoice many = chosen(request(50000, periodicity));
    EXPECT_EQ(many.method, SumMethod::ewald);
    EXPECT_EQ(many.by, ChosenBy::prediction);
    EXPECT_GT(many.direct_seconds, many.ewald_seconds);
  }
  EXPECT_EQ(chosen(request(3, 3)).method, SumMethod::ewald);
}

/// Single-precision terms are cheaper, so they keep the direct sum longer.
TEST(PeriodicSum, TermsInSinglePrecisionWeighInTheChoice) {
  PeriodicSumRequest r = request(3000, 0);
  const MethodChoice full = chosen(r);
  r.direct_terms = Precision::fp32;
  EXPECT_LT(chosen(r).direct_seconds, full.direct_seconds);
  EXPECT_EQ(chosen(r).ewald_seconds, full.ewald_seconds);
}

/// What a machine's rates say must not show in deterministic sums, and shows in others.
TEST(PeriodicSum, DeterministicChoicesComeFromFixedRates) {
  PeriodicSumRequest r = request(2000, 0);
  const MethodChoice fixed = chosen(r);
  EXPECT_EQ(fixed.by, ChosenBy::prediction);
  MachineRates slow = built_in_rates();
  for (SumRates& layer : slow.sums)
    for (const auto& [name, rate] : sum_rates) layer.*rate *= 1000;
  r.options.rates = std::make_shared<const MachineRates>(slow);
  EXPECT_EQ(chosen(r).ewald_seconds, fixed.ewald_seconds);
  EXPECT_EQ(chosen(r).method, fixed.method);
  r.options.deterministic = false;
  EXPECT_GT(chosen(r).ewald_seconds, 10 * fixed.ewald_seconds);
  EXPECT_EQ(chosen(r).method, SumMethod::direct);
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
  const MethodChoice c = sum.choice();
  EXPECT_EQ(c.by, ChosenBy::measurement);
  EXPECT_EQ(c.method == SumMethod::direct, c.direct_seconds <= c.ewald_seconds);
  EXPECT_EQ(sum.is_direct(), c.method == SumMethod::direct);
  EXPECT_EQ(sum.is_direct(), sum.parameters().grid[0] == 0);
  EXPECT_EQ(sum.take_stage_times()["P2P"], 0) << "the trial is no step";
  sum.apply(f, {u});
  DirectSum<Host> direct(Host(), r.box);
  direct.set_points(x, 0.02, {{x, 0.02, true, {}}});
  direct.apply(f, {truth});
  EXPECT_LT(test::rms_over_targets(test::values_of(u), test::values_of(truth)), 1.5 * r.options.tolerance);
  sum.set_points({x, 0.02, {}}, {{x, 0.02, true, {}}});
  EXPECT_EQ(sum.choice().direct_seconds, c.direct_seconds) << "decided once";
}

TEST(PeriodicSum, AChoiceOfAnotherRunIsTakenOver) {
  for (const SumMethod method : {SumMethod::direct, SumMethod::ewald}) {
    PeriodicSumRequest r = request(300, 0);
    r.options.deterministic = false;
    r.chosen = MethodChoice{method, ChosenBy::measurement, 3, 4};
    PeriodicSum sum(r);
    EXPECT_EQ(sum.is_direct(), method == SumMethod::direct);
    EXPECT_EQ(sum.choice().by, ChosenBy::measurement);
    EXPECT_EQ(sum.choice().ewald_seconds, 4);
  }
}

/// A box that no grid fits; and too little memory, where the other is hardly quicker.
TEST(PeriodicSum, FreeSpaceFallsBackOnTheDirectSum) {
  PeriodicSumRequest r = request(50, 0);
  r.box.lengths = {1e5, 1, 1};
  EXPECT_EQ(chosen(r).method, SumMethod::direct);
  r = request(100, 0);
  for (std::size_t n = 200; !worth_a_trial(chosen(r), 1000, false) && n < 20000; n = n * 5 / 4) r = request(n, 0);
  r.options.deterministic = false;
  r.options.memory_limit = 1;
  EXPECT_EQ(chosen(r).method, SumMethod::direct);
}

}  // namespace
}  // namespace slurry
