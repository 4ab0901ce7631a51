// SPDX-License-Identifier: BSD-3-Clause
// What the panels of errors, times and the solver show, without a display.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "models/error_budget.hpp"
#include "models/quantity_text.hpp"
#include "models/solver_rows.hpp"
#include "models/stage_rates.hpp"
#include "models/step_time.hpp"
#include "ui/support/model_snapshot.hpp"

namespace slurry::ui {
namespace {

TEST(SolverRows, TimesOfEveryEngine_WhereThereWasAChoice) {
  Candidate grid, pairs;
  grid.engine = "ewald", grid.measured = 0.00651;
  pairs.engine = "direct", pairs.measured = 0.0715;
  SumChoice c{{grid, pairs}, 1, ChosenBy::measurement};
  ASSERT_EQ(engine_rows(c).size(), 2u);
  EXPECT_EQ(engine_rows(c)[0].name, "Measured, direct sum");  // the chosen one comes first
  EXPECT_EQ(engine_rows(c)[0].value, "71.5 ms");
  EXPECT_EQ(engine_rows(c)[1].value, "6.5 ms");
  c.candidates[0].predicted = 1e-3;
  c.by = ChosenBy::prediction;
  EXPECT_EQ(engine_rows(c)[1].name, "Predicted, Ewald sum");
  c.candidates.pop_back();
  c.taken = 0;
  EXPECT_TRUE(engine_rows(c).empty()) << "one engine alone is no choice";
  EXPECT_TRUE(engine_rows({}).empty());
}

TEST(SolverRows, EveryValueOfAReportWithItsUnit) {
  const Scenario scenario;
  ParameterReport r;
  r.parts = {{"", {{"split", "split", "", "", {}, "prolate"}, {"grid", "grid", "", "", {8, 9, 10}, "", true}}},
             {"patch", {{"cutoff_radius", "cutoff r_c", "length", "", {0.5}}}}};
  const std::vector<SolverRow> rows = parameter_rows(r, scenario);
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0].value, "prolate");
  EXPECT_EQ(rows[1].value, "8 × 9 × 10");
  EXPECT_EQ(rows[2].name, "patch: cutoff r_c");
  EXPECT_EQ(rows[2].value, quantity_text(0.5, "length", scenario));
}

TEST(BodyTurning, OfSpheresAsFound_OfRodsFromTheirRates) {
  const auto s = snapshot(1, 2);
  const auto turning = [&s](std::size_t i) {
    return values_of_bodies(*find_quantity(quantities(), "angular_velocity"), step_of(*s), i, i + 1);
  };
  EXPECT_TRUE(std::isnan(turning(0)[0]));
  const double unknown = std::nan("");
  s->angular_velocities =
      std::make_shared<AngularVelocities>(AngularVelocities{{0.1, -0.2, 0.3, unknown, unknown, unknown}, 1.5});
  EXPECT_EQ(turning(0)[1], -0.2);
  EXPECT_TRUE(std::isnan(turning(1)[1]));
  // the second is a rod: along x, its end moving towards y turns it about z
  s->half_lengths = {0, 5};
  s->directors = {1, 0, 0, 1, 0, 0};
  s->rates = {0, 0, 0, 0, 0.25, 0};
  EXPECT_EQ(turning(1)[2], 0.25);
  EXPECT_EQ(quantity_text(0.25, "velocity/length", *s->scenario), "0.25 U₀/a");
}

TEST(ErrorBudget, RedWhenMoreThanTheContractAllows) {
  ErrorReport report;
  report.sum = {1e-3, 5e-4, 1.4e-3};
  report.wall = {1e-3, 5e-4, 1.6e-3};
  report.velocity = {1e-3, 7e-4, 1.01e-3};
  report.time_step.measured = 1e-2;
  const auto rows = error_rows(report);  // of a solve, of rounding and of the total nothing is known
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[0].verdict, Verdict::kept);
  EXPECT_EQ(rows[1].verdict, Verdict::exceeded);
  EXPECT_EQ(rows[2].verdict, Verdict::exceeded);  // of the whole, nothing above what was asked is kept
  EXPECT_EQ(rows[2].title, "velocities");
  EXPECT_EQ(rows[3].verdict, Verdict::unknown);
}

/// Two spheres side by side in a pipe: gap 0.9 (tests/reference/data/exact_bodies.py), a/R = 0.1.
TEST(ErrorBudget, TellsTheModelAndItsOwnError) {
  auto s = snapshot(3, 0.5);
  s->positions = {1, 0, -1.45, 1, 0, 1.45};
  const std::string text = model_error_text(*s);
  EXPECT_NE(text.find("Model: spheres by Rotne-Prager\n"), std::string::npos) << text;
  EXPECT_NE(text.find("a/R = 0.1: pushed along it right to 0.01 %"), std::string::npos) << text;
  EXPECT_NE(text.find("gap/a = 0.9: in line 2.36 % too fast, side by side 0.167 % too fast"), std::string::npos)
      << text;
  s->positions[5] = 5;  // gap 4.45, beyond the table
  EXPECT_EQ(model_error_text(*s).find("gap/a"), std::string::npos);
}

TEST(ErrorBudget, ASourceKeepsItsColour_WhicheverIsTheLargest) {
  const auto place = [](const ErrorReport& report, std::string_view title) {
    for (const ErrorShare& s : error_budget(report).shares)
      if (s.title == title) return s.place;
    return std::size_t{99};
  };
  ErrorReport r;
  r.sum = {1e-3, 2e-4, 3e-4};
  r.wall = {1e-3, 1e-4, 1e-4};
  r.velocity = {1e-3, 3e-4, std::sqrt(10) * 1e-4};
  ErrorReport other = r;
  std::swap(other.sum, other.wall);
  ASSERT_NE(error_budget(r).shares[0].title, error_budget(other).shares[0].title);
  for (const char* title : {"sum", "wall"}) EXPECT_EQ(place(r, title), place(other, title)) << title;
  EXPECT_NE(place(r, "sum"), place(r, "wall"));
  // not even where another source is not known
  r.sum = {};
  EXPECT_EQ(place(r, "wall"), place(other, "wall"));
}

// The sources' mean squares add up to the total; measured and predicted are never confused.
TEST(ErrorBudget, SharesOfTheMeanSquareAddUp_LargestFirst) {
  ErrorReport r;
  r.sum = {1e-3, 2e-4, 3e-4};
  r.wall = {1e-3, 1e-4, 1e-4};
  r.arithmetic.predicted = 0;
  r.velocity = {1e-3, 3e-4, std::sqrt(10) * 1e-4};
  r.time_step = {2e-3, 9e-4, 1e-3};
  r.total = {std::sqrt(5) * 1e-3, 1e-3, std::sqrt(110) * 1e-4};
  const ErrorBudget b = error_budget(r);
  ASSERT_EQ(b.shares.size(), 4U);
  EXPECT_EQ(b.shares[0].title, "time step");
  EXPECT_NEAR(b.shares[0].share, 100.0 / 110, 1e-12);
  EXPECT_NEAR(b.shares[1].share, 9.0 / 110, 1e-12);
  EXPECT_NEAR(b.shares[2].share, 1.0 / 110, 1e-12);
  EXPECT_EQ(b.shares[3].share, 0);
  EXPECT_TRUE(b.shares[2].measured);
  EXPECT_FALSE(b.shares[3].measured);  // of rounding there is a prediction alone
  EXPECT_NEAR(b.used(), std::sqrt(110.0 / 500), 1e-12);
  EXPECT_EQ(budget_verdict(b), "47 % of the allowed error");
  r.total.measured = std::nan("");
  EXPECT_EQ(budget_verdict(error_budget(r)), "Predicted: 45 % of the allowed error");
  // fixed steps: no error is asked of them, and they have no share of what is allowed
  r.time_step.asked = r.total.asked = std::nan("");
  const ErrorBudget fixed = error_budget(r);
  EXPECT_EQ(fixed.shares.size(), 3U);
  EXPECT_EQ(budget_verdict(fixed), "32 % of the allowed error");
  r.total = r.velocity = {};
  EXPECT_EQ(budget_verdict(error_budget(r)), "");
}

TEST(StepTime, PartsAddUpToTheStep_InThePersonsWords_WithoutWhatDidNotRun) {
  StageTimes stages;
  stages["sort"] = 1e-4;
  stages["P2P"] = 1e-3;
  stages["P2G"] = 3e-4;
  stages["FFT"] = 4e-4;
  stages["IFFT"] = 6e-4;
  stages["G2P"] = 2e-4;
  stages["wall"] = 0;
  stages["tree"] = 5e-4;
  const std::vector<TimeShare> parts = time_shares(stages, 4e-3);
  double seconds = 0, share = 0;
  std::string titles;
  for (const TimeShare& p : parts) seconds += p.seconds, share += p.share, titles += p.title + ";";
  EXPECT_EQ(titles, "Near field;Spread, gather;Transforms;tree;Other;");
  EXPECT_NEAR(seconds, 4e-3, 1e-15);
  EXPECT_NEAR(share, 1, 1e-12);
  EXPECT_NEAR(parts[1].seconds, 5e-4, 1e-15);
  EXPECT_NEAR(parts.back().seconds, 1e-4 + (4e-3 - 3.1e-3), 1e-15);
  // of one step alone nothing more is known than its stages
  double known = 0;
  for (const TimeShare& p : time_shares(stages, 0)) known += p.share;
  EXPECT_NEAR(known, 1, 1e-12);
  EXPECT_TRUE(time_shares({}, 1e-3).empty());
}

TEST(StageRates, SettleOnAConstantTime_AndCountAStepOnce) {
  StageRates rates;
  for (int i = 0; i < 60; ++i) {
    auto s = snapshot(i, i);
    s->stage_times["FFT"] = i == 0 ? 0.005 : 0.002;
    rates.add(*s);
    rates.add(*s);
  }
  EXPECT_NEAR(rates.seconds()["FFT"], 0.002, 1e-6);
}

}  // namespace
}  // namespace slurry::ui
