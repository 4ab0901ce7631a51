// SPDX-License-Identifier: BSD-3-Clause
// Sums that would not fit are refused before anything is allocated, and what the sentence says would fit does.
// The forecast against the peak of a process: tests/system/test_memory_forecast.py.
#include <gtest/gtest.h>

#include <regex>

#include "evaluation/periodic_sum.hpp"
#include "slurry/error.hpp"
#include "slurry/sum.hpp"
#include "support/host.hpp"
#include "support/random_points.hpp"

namespace slurry::test {
namespace {

SumProblem random_problem(std::size_t count, int periodicity) {
  SumProblem p;
  p.box.periodicity = periodicity;
  p.sources = uniform_points(count, p.box.lengths, 1);
  p.forces = normal_vectors(count, 2);
  p.dipoles = normal_vectors(count, 3);
  p.normals = normal_vectors(count, 4);
  return p;
}

/// The sentence of the refusal; empty: it was not refused.
std::string refusal(const SumProblem& p, const SumOptions& o) {
  try {
    evaluate_sum(p, o);
  } catch (const RefusedError& e) {
    EXPECT_EQ(e.exit_code(), 3);
    return e.what();
  }
  return "";
}

SumProblem first_of(SumProblem p, std::size_t count) {
  for (auto* v : {&p.sources, &p.forces, &p.dipoles, &p.normals}) v->resize(3 * count);
  return p;
}

TEST(MemoryOfASum, IsRefusedAboveTheLimitAndWhatWouldFitFits) {
  for (const Layer layer : {Layer::single, Layer::combined}) {
    const SumProblem p = random_problem(20000, 1);
    SumOptions o;
    o.layer = layer;
    o.tolerance = 1e-8;
    o.deterministic = true;  // plans by rule: quick
    o.measured_targets = 16;
    const double forecast = evaluate_sum(p, o).memory.forecast;
    o.memory_limit = 1.01 * forecast;
    EXPECT_EQ(refusal(p, o), "");
    o.memory_limit = 0.6 * forecast;
    const std::string words = refusal(p, o);
    std::smatch found;
    ASSERT_TRUE(std::regex_search(words, found,
                                  std::regex("needs (.*) of memory, but (.*) are available; at this "
                                             "tolerance (\\d+) sources would fit, or all of them at the "
                                             "tolerance (\\S+)")))
        << words;
    const std::size_t count = std::stoul(found[3]);
    EXPECT_GT(count, 5000u);
    EXPECT_LT(count, 20000u);
    EXPECT_EQ(refusal(first_of(p, count), o), "") << words;
    SumOptions looser = o;
    looser.tolerance = std::stod(found[4]);
    EXPECT_GT(looser.tolerance, 1e-8);
    EXPECT_EQ(refusal(p, looser), "") << words;
  }
}

TEST(MemoryOfASum, SaysSoWhereNothingFits) {
  SumOptions o;
  o.memory_limit = 1000;
  const std::string words = refusal(random_problem(500, 3), o);
  EXPECT_NE(words.find("no number of sources would fit"), std::string::npos) << words;
  EXPECT_EQ(words.find("all of them"), std::string::npos) << words;
}

TEST(MemoryOfASum, GrowsWithPointsAndWithTighterTolerances) {
  SumOptions o;
  o.deterministic = true;
  o.measured_targets = 0;
  evaluate_sum(random_problem(500, 1), o);  // the first of a process takes some memory whatever its size
  double last = 0;
  for (const std::size_t n : {2000, 8000, 32000}) {
    const double forecast = evaluate_sum(random_problem(n, 1), o).memory.forecast;
    EXPECT_GT(forecast, 2 * last);
    last = forecast;
  }
}

TEST(MemoryOfAPeriodicSum, IsRefusedAboveTheLimit) {
  PeriodicSumRequest r;
  r.box = {{4, 2, 2}, 1};
  r.options.tolerance = 1e-6;
  r.options.tolerance_kind = ToleranceKind::absolute_rms;
  r.options.deterministic = true;
  r.counts.squared_force_sum = 1;
  r.counts.sources = r.counts.targets = 5000;
  r.options.engine = "ewald";
  r.targets_are_sources = true;
  const PeriodicSum sum{r};
  const double needed = sum.memory();
  const std::vector<double> grid = sum.report().find("grid")->numbers;
  EXPECT_GT(needed, 3 * 8.0 * grid[0] * grid[1] * grid[2]);  // three components of the grid alone
  r.options.memory_limit = 1.01 * needed;
  EXPECT_NO_THROW(PeriodicSum{r});
  r.options.memory_limit = 0.8 * needed;
  try {
    PeriodicSum{r};
    FAIL() << "5000 points in four fifths of what they need";
  } catch (const RefusedError& e) {
    EXPECT_NE(std::string(e.what()).find(" MB are available"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("times looser would fit"), std::string::npos) << e.what();
  }
}

/// Where a grid would be quicker but does not fit, all pairs are summed if all calls take less than a minute.
TEST(MemoryOfAPeriodicSum, LeavesAllPairsWhereTheyTakeSeconds) {
  PeriodicSumRequest r;
  r.box = {{4, 200, 200}, 1};  // one body far away
  r.options.tolerance = 1e-6;
  r.options.tolerance_kind = ToleranceKind::absolute_rms;
  r.options.deterministic = true;
  r.options.memory_limit = 1e6;
  r.counts.squared_force_sum = 1;
  r.counts.sources = r.counts.targets = 4000;
  r.targets_are_sources = true;
  r.options.expected_calls = 1;
  EXPECT_TRUE(PeriodicSum{r}.is_exact());
  r.box = {{4, 2, 2}, 1};
  EXPECT_TRUE(PeriodicSum{r}.is_exact());
  r.counts.sources = r.counts.targets = 400000;  // hours
  EXPECT_THROW(PeriodicSum{r}, RefusedError);
}

}  // namespace
}  // namespace slurry::test
