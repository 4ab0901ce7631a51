// SPDX-License-Identifier: BSD-3-Clause
// What the error budget says against the truth, and that its sources add up.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

#include "accuracy/error_budget.hpp"
#include "slurry/field.hpp"
#include "support/error_budget_runs.hpp"
#include "support/error_norms.hpp"
#include "support/quick_plans.hpp"

namespace slurry {
namespace {

double median(std::vector<double> v) {
  std::sort(v.begin(), v.end());
  return v[v.size() / 2];
}

double off(double a, double b) {
  return std::max(a / b, b / a);
}

/// Of the sources that are known.
double root_of_squares(const ErrorReport& e) {
  double sum = 0;
  for (const ErrorEntry& s : {e.sum, e.wall, e.solve, e.arithmetic})
    sum += std::isnan(s.measured) ? 0 : s.measured * s.measured;
  return std::sqrt(sum);
}

/// Runs of all kinds at one tolerance; with SLURRY_ALL_RUNS set, at four each, as the table in tests/performance.md has
/// them.  SLURRY_RUNS_OF: only those whose name has this in it.
TEST(ErrorBudget, MeasuredAndPredictedAreTheErrorsOfAStep) {
  const bool all = std::getenv("SLURRY_ALL_RUNS") != nullptr;
  const char* only = std::getenv("SLURRY_RUNS_OF");
  std::vector<double> measured, predicted;
  const auto run = [&](const test::BudgetSystem& system, double tolerance) {
    const test::BudgetRow row = test::budget_row(system, tolerance);
    const ErrorReport& e = row.said;
    const auto of = [&](double x) { return x / tolerance; };
    std::printf("| %s | %.0e | %.2g | %.2g +- %.1g | %.2g | %.2g, %.2g | %.2g, %.2g | %.2g, %.2g |\n",
                system.name.c_str(), tolerance, of(row.truth), of(e.velocity.measured), of(e.uncertainty),
                of(e.velocity.predicted), of(e.sum.predicted), of(e.sum.measured), of(e.wall.predicted),
                of(e.wall.measured), of(e.solve.predicted), of(e.solve.measured));
    std::fflush(stdout);
    EXPECT_NEAR(e.velocity.measured, root_of_squares(e), 1e-9 * e.velocity.measured) << system.name;
    if (row.truth < 1e-11) return;  // rounding
    EXPECT_LT(row.truth, 1.5 * tolerance) << system.name;
    measured.push_back(off(e.velocity.measured, row.truth));
    predicted.push_back(off(e.velocity.predicted, row.truth));
    EXPECT_LT(measured.back(), 3) << system.name << " " << tolerance;
    EXPECT_LT(predicted.back(), 6) << system.name << " " << tolerance;
  };
  for (const test::BudgetSystem& system : test::budget_systems()) {
    if (only && system.name.find(only) == std::string::npos) continue;
    if (system.only_at > 0) {
      run(system, system.only_at);
    } else {
      for (const double tolerance : all ? std::vector<double>{1e-2, 1e-3, 1e-4, 1e-6} : std::vector<double>{1e-3})
        run(system, tolerance);
    }
  }
  const auto worst = [](const std::vector<double>& v) { return *std::max_element(v.begin(), v.end()); };
  std::printf("%zu runs; off in the median and at worst: measured %.2f, %.2f, predicted %.2f, %.2f\n", measured.size(),
              median(measured), worst(measured), median(predicted), worst(predicted));
  EXPECT_LT(median(measured), 1.5);
  EXPECT_LT(median(predicted), 3);
}

/// Four spheres in free space, where nothing but the solve errs: it says so, and by how much.
TEST(ErrorBudget, TheSolveOfLubricationIsInIt) {
  const test::BudgetSystem four{
      "four spheres",
      "schema = 1\n[domain]\nkind = \"free-space\"\n[[bodies]]\npositions = [[0, 0, 0], [2.05, 0, 0], [0.1, 2.2, 0], "
      "[1, 1, 2]]\n[solver]\nlubrication = \"exact\"\n"};
  for (const double tolerance : {1e-2, 1e-3, 1e-5}) {
    const test::BudgetRow row = test::budget_row(four, tolerance);
    EXPECT_GT(row.truth, 1e-12);
    EXPECT_LT(row.truth, 0.5 * tolerance);
    EXPECT_LT(off(row.said.solve.measured, row.truth), 1.5) << tolerance;
    EXPECT_LT(off(row.said.solve.predicted, row.truth), 3) << tolerance;
    EXPECT_NEAR(row.said.solve.asked, solve_share * tolerance, 1e-3 * tolerance);
  }
}

/// A solve often leaves far less than it was asked for. A second one that is only asked for less ends in the same place
/// and sees nothing.
TEST(ErrorBudget, ASolveThatLeavesLittleIsJudgedByOneThatLeavesLess) {
  const std::string free_space = "schema = 1\n[domain]\nkind = \"free-space\"\n",
                    row = "schema = 1\n[domain]\nkind = \"periodic-1\"\nlength = 24\n",
                    pair =
                        "[gravity]\ndirection = [1, 0.4, -0.3]\n[[bodies]]\nkind = \"rod\"\nmodel = \"chain\"\n"
                        "aspect = 5\nradius = 0.4\npositions = [[2, 0.3, -0.4], [9, -0.6, 0.5]]\n"
                        "directors = [[0.2, 1, 0.4], [-0.5, 0.3, 1]]\n",
                    sphere = "[[bodies]]\nradius = 0.6\npositions = [[15, 0.5, -0.5]]\n",
                    lubricated =
                        "[[bodies]]\npositions = [[0, 0, 0], [2.4, 0.3, 0.2]]\n[solver]\nlubrication = \"exact\"\n";
  for (const test::BudgetSystem& system : {test::BudgetSystem{"two chains, free space", free_space + pair, 0, 0},
                                           {"two chains and a sphere, free space", free_space + pair + sphere, 0, 0},
                                           {"two chains, one period", row + pair, 0, 0},
                                           {"two chains and a sphere, one period", row + pair + sphere, 0, 0},
                                           {"two lubricated spheres, free space", free_space + lubricated, 0, 0}})
    for (const double tolerance : {1e-2, 1e-3, 1e-4, 1e-6}) {
      const test::BudgetRow row_of = test::budget_row(system, tolerance);
      if (row_of.truth < 1e-11) continue;  // rounding, and what the truth itself leaves
      EXPECT_LT(off(row_of.said.velocity.measured, row_of.truth), 2)
          << system.name << " " << tolerance << ": " << row_of.said.velocity.measured << " " << row_of.truth;
    }
}

/// The same of the flow between the chains of a frame.
TEST(ErrorBudget, AFieldIsJudgedByASolveThatLeavesLess) {
  const Scenario scenario = parse_scenario(
      "schema = 1\n[domain]\nkind = \"free-space\"\n[gravity]\ndirection = [1, 0.4, -0.3]\n[[bodies]]\n"
      "kind = \"rod\"\nmodel = \"chain\"\naspect = 5\nradius = 0.4\npositions = [[2, 0.3, -0.4], [9, -0.6, 0.5]]\n"
      "directors = [[0.2, 1, 0.4], [-0.5, 0.3, 1]]\n",
      "chains.toml");
  const auto frame = start_of(scenario, {});
  FieldPoints where;
  for (int i = 0; i < 30; ++i) where.points.insert(where.points.end(), {0.5 * i - 2, 2.2, -1.7 + 0.1 * i});
  const auto at = [&](double tolerance) {
    FieldOptions options;
    options.tolerance = tolerance;
    return field_of_frame(*frame, where, options);
  };
  const FieldResult exact = at(1e-11);
  for (const double tolerance : {1e-2, 1e-3, 1e-4, 1e-6}) {
    const FieldResult found = at(tolerance);
    const double truth = rms_difference(found.velocity, exact.velocity) / exact.rms;
    if (truth < 1e-11) continue;
    EXPECT_LT(off(found.error.measured, truth), 2) << tolerance << ": " << found.error.measured << " " << truth;
  }
}

/// The tolerance is kept where forces that hold close spheres apart are larger than those that drive them.
TEST(ErrorBudget, LubricatedSpheresInAPipeKeepTheTolerance) {
  for (const double tolerance : {1e-3, 1e-5}) {
    const test::BudgetSystem welcome{
        "welcome",
        "schema = 1\n[domain]\nradius = 10\n[[bodies]]\ncount = 150\nvolume_fraction = 0.1\n[solver]\nlubrication = "
        "\"exact\"\n[integrator]\ntime_step = 0.2\n",
        0, 20};
    const test::BudgetRow row = test::budget_row(welcome, tolerance);
    EXPECT_LT(row.truth, 1.1 * tolerance);
    EXPECT_LT(off(row.said.velocity.measured, row.truth), 1.1);
  }
}

TEST(ErrorBudget, WhatIsAskedIsDividedAmongTheSources) {
  ErrorReport r;
  r.sum.asked = 0.8;
  r.wall.asked = 0.6;
  ask(r, 1e-4);
  EXPECT_DOUBLE_EQ(r.sum.asked, 0.8e-4);
  EXPECT_EQ(r.velocity.asked, 1e-4);
  EXPECT_EQ(r.total.asked, 1e-4);
  r.time_step.measured = 1e-2;  // of a step of fixed length
  ask(r, 1e-4);
  EXPECT_TRUE(std::isnan(r.total.asked));
  EXPECT_TRUE(errors_above_asked(r).empty());
  r.time_step.asked = 5e-3;
  ask(r, 1e-4);
  EXPECT_DOUBLE_EQ(r.total.asked, std::hypot(1e-4, 5e-3));
  EXPECT_EQ(errors_above_asked(r).size(), 1u);
  r.velocity.measured = 1.1e-4;
  EXPECT_EQ(errors_above_asked(r).size(), 2u);
}

TEST(ErrorBudget, WhatIsMeasuredAsAWholeIsSharedByTheSources) {
  ErrorReport r;
  r.sum.measured = 3;
  r.wall.measured = 4;
  measured_as_a_whole(r, 10);
  EXPECT_DOUBLE_EQ(r.sum.measured, 6);
  EXPECT_DOUBLE_EQ(r.wall.measured, 8);
  EXPECT_DOUBLE_EQ(r.velocity.measured, 10);
  ErrorReport open;  // three periodic directions: the sum is what the solve leaves
  open.solve.measured = 3;
  measured_as_a_whole(open, 5);
  EXPECT_DOUBLE_EQ(open.sum.measured, 4);
  EXPECT_DOUBLE_EQ(open.solve.measured, 3);
}

TEST(ErrorScale, IsSaidWithFourDigits) {
  ErrorReport r;
  refer_to(r, 1, 0.4122233);
  EXPECT_EQ(error_scale_sentence(r, "U0"),
            "S = 1 U0, the rms velocity that the bodies would have alone; their rms velocity is 0.4122 U0");
  refer_to(r, 149.9964, 149.9964);
  EXPECT_EQ(error_scale_sentence(r, "U0"), "S = 150 U0, the rms velocity of the bodies");
}

/// A tree over 80 bodies is the sum of all pairs, and so is its second opinion: the error was told to be 0.
TEST(MeasuredAsAWhole, TheSameSumTwiceMeasuresNothing) {
  ErrorReport r;
  measured_as_a_whole(r, 0);
  EXPECT_TRUE(std::isnan(r.velocity.measured));
  r.sum.measured = 3e-16;
  r.arithmetic.measured = 4e-16;
  measured_as_a_whole(r, 0);
  EXPECT_DOUBLE_EQ(r.sum.measured, 3e-16);
  EXPECT_DOUBLE_EQ(r.velocity.measured, 5e-16);
}

TEST(ErrorsAboveAsked, ToldWithDigitsThatTellThemApart) {
  ErrorReport r;
  r.velocity.asked = 1e-7;
  r.velocity.measured = 1.0034e-7;
  ASSERT_EQ(errors_above_asked(r).size(), 1u);
  EXPECT_NE(errors_above_asked(r)[0].find("is 1.003e-07, but 1e-07 was asked for"), std::string::npos)
      << errors_above_asked(r)[0];
  r.velocity.measured = 3.14159e-7;
  EXPECT_NE(errors_above_asked(r)[0].find("is 3.1e-07, but 1e-07 was"), std::string::npos) << errors_above_asked(r)[0];
  EXPECT_EQ(told_apart(1, 1)[0], "1");
}

/// A rod that turns in place: its centre moves by rounding alone, and an error relative to that means nothing.
TEST(ErrorScale, AVelocityBelowItsErrorIsNoScale) {
  ErrorReport r;
  r.sum.predicted = r.sum.measured = 1e-5;
  add_up(r);
  refer_to(r, 0.1, 1e-7);
  EXPECT_TRUE(std::isnan(r.total_over_rms.measured));
  EXPECT_EQ(
      error_scale_sentence(r, "U0"),
      "S = 0.1 U0, the rms velocity that the bodies would have alone; their rms velocity is 1e-07 U0, which is not "
      "more than its error");
  refer_to(r, 0.1, 1e-5);
  EXPECT_NEAR(r.total_over_rms.measured, 0.1, 1e-12);
  EXPECT_EQ(error_scale_sentence(r, "U0"),
            "S = 0.1 U0, the rms velocity that the bodies would have alone; their rms velocity is 1e-05 U0");
}

}  // namespace
}  // namespace slurry
