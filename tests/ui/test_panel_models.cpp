// SPDX-License-Identifier: BSD-3-Clause
// What panels show, without a display: texts, error budget, stage times, series, history, file names, overlay.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <memory>
#include <numbers>

#include "models/body_trail.hpp"
#include "models/chart_series.hpp"
#include "models/error_budget.hpp"
#include "models/file_kind.hpp"
#include "models/moment_text.hpp"
#include "models/numbered_file.hpp"
#include "models/overlay_contents.hpp"
#include "models/quantity_text.hpp"
#include "models/round_off.hpp"
#include "models/run_speed.hpp"
#include "models/solver_rows.hpp"
#include "models/stage_rates.hpp"
#include "models/step_time.hpp"
#include "slurry/expectations.hpp"
#include "slurry/series.hpp"

namespace slurry::ui {
namespace {

std::shared_ptr<Snapshot> snapshot(long step, double time, std::size_t bodies = 2) {
  auto s = std::make_shared<Snapshot>();
  auto scenario = std::make_shared<Scenario>();
  scenario->name = "two";
  scenario->domain = {DomainKind::pipe, 10, 40, {1, 1, 1}};
  scenario->bodies = {BodyGroup{}};
  s->scenario = scenario;
  s->step = step;
  s->time = time;
  s->radii.assign(bodies, 1);
  s->positions.assign(3 * bodies, 1);
  s->images.assign(3 * bodies, 0);
  s->velocities.assign(3 * bodies, 0);
  for (std::size_t i = 0; i < bodies; ++i) s->velocities[3 * i] = i % 2 ? 0.6 : 0.4;
  s->values.set("mean_settling_velocity", 0.5);
  s->values.set("settling_velocity_deviation", 0.1);
  return s;
}

std::vector<double> list(std::span<const double> values) {
  return {values.begin(), values.end()};
}

TEST(QuantityText, NumbersUnitsAndWhatIsNotKnown) {
  Scenario reduced, si;
  reduced.bodies = {BodyGroup{}};
  si.units = Units::si;
  EXPECT_EQ(quantity_text(-0.25, "velocity", reduced), "−0.25 U₀");
  EXPECT_EQ(quantity_text(0.002, "length", si), "0.002 m");
  EXPECT_EQ(duration_text(1383.75), "23 min");
  EXPECT_EQ(duration_text(15000), "4.2 h");
  EXPECT_EQ(number_text(std::nan("")), "–");
  const auto list = [&](std::vector<double> v) { return list_text(v, "length", reduced); };
  EXPECT_EQ(list({30, 5.04321, -0.000012}), "30, 5.04, <0.01 a");
  EXPECT_EQ(list({1.234567e-5, -2.3456e-6, 0}), "1.235e−5, −2.346e−6, 0 a");
  EXPECT_EQ(list({123456, std::nan(""), 1}), "1.235e5, –, 1 a");
  EXPECT_EQ(list({1.234567e-5}), "1.235e−5 a");
  EXPECT_EQ(list({std::nan("")}), "–");
  EXPECT_EQ(error_text(3.04e-7), "3.0e−7");
  EXPECT_EQ(duration_text(2.5e-5), "25 µs");
  EXPECT_EQ(duration_text(4.57e-8), "46 ns");
  EXPECT_EQ(duration_text(0), "0 µs");
  EXPECT_EQ(duration_text(150), "2.5 min");
  EXPECT_EQ(duration_text(0.0034), "3.4 ms");
  EXPECT_EQ(duration_text(1.5), "1.50 s");
}

// The rules for numbers of the window's design: four digits, plain between 0.001 and 100 000, no padding of the power.
TEST(NumberText, PlainBetweenAThousandthAndAHundredThousand) {
  EXPECT_EQ(number_text(10), "10");
  EXPECT_EQ(number_text(0.05305164), "0.05305");
  EXPECT_EQ(number_text(0.001), "0.001");
  EXPECT_EQ(number_text(0.00099996), "0.001");  // rounding comes first
  EXPECT_EQ(number_text(0.0009999), "9.999e−4");
  EXPECT_EQ(number_text(-0.00031), "−3.1e−4");
  EXPECT_EQ(number_text(1e-12), "1e−12");
  EXPECT_EQ(number_text(99994), "99 990");
  EXPECT_EQ(number_text(99996), "1e5");
  EXPECT_EQ(number_text(-1.5e5), "−1.5e5");
  EXPECT_EQ(number_text(1234), "1234");
  EXPECT_EQ(number_text(12340), "12 340");
}

TEST(NumberText, ValuesOfOptionsAreReadAsNumbersWhereTheyAre) {
  EXPECT_EQ(option_value_text("0.05305164769729845"), "0.05305");
  EXPECT_EQ(option_value_text("10"), "10");
  EXPECT_EQ(option_value_text("rk4"), "rk4");
  EXPECT_EQ(option_value_text("[1, 0, 0]"), "[1, 0, 0]");
  EXPECT_EQ(option_value_text(""), "");
}

TEST(NumberText, ZeroIsExact_AndZerosTellHowWellANumberIsKnown) {
  EXPECT_EQ(number_text(0), "0");
  EXPECT_EQ(number_text(-0.0), "0");
  EXPECT_EQ(number_text(1.25, 4, Zeros::kept), "1.250");
  EXPECT_EQ(number_text(80, 4, Zeros::kept), "80.00");
  EXPECT_EQ(number_text(1e-7, 4, Zeros::kept), "1.000e−7");
  EXPECT_EQ(number_text(std::numeric_limits<double>::infinity()), "–");
  EXPECT_EQ(error_text(0.00058), "5.8e−4");
  EXPECT_EQ(error_text(0.00096), "9.6e−4");
  EXPECT_EQ(error_text(0.000996), "1.0e−3");
  EXPECT_EQ(count_text(9999), "9999");
  EXPECT_EQ(count_text(100000), "100 000");
}

TEST(NumberText, ComponentsShareTheDecimalsOfTheLargest) {
  using Texts = std::vector<std::string>;
  const auto texts = [](std::vector<double> v) { return vector_texts(v); };
  EXPECT_EQ(texts({14.8213, -3.0712, 5.4}), (Texts{"14.82", "−3.07", "5.40"}));
  EXPECT_EQ(texts({0.81271, 0.04312, -0.15021}), (Texts{"0.8127", "0.0431", "−0.1502"}));
  EXPECT_EQ(texts({1.25, 0, 0}), (Texts{"1.250", "0", "0"}));
  EXPECT_EQ(texts({1.25, -1e-9, std::nan("")}), (Texts{"1.250", "<0.001", "–"}));
  EXPECT_EQ(texts({0, 0, 0}), (Texts{"0", "0", "0"}));
}

// No text in the window is read as another number than the one it was written for, to the digits it has.
TEST(NumberText, ReadBackItIsTheNumber) {
  for (double x = 1.2345678e-9; x < 1e9; x *= 3.7)
    for (const int digits : {2, 3, 4, 6})
      for (const double signed_x : {x, -x}) {
        std::string text = number_text(signed_x, digits);
        for (const std::string part : {" ", "−"})
          for (std::size_t at; (at = text.find(part)) != std::string::npos;)
            text.replace(at, part.size(), part == "−" ? "-" : "");
        EXPECT_NEAR(std::stod(text), signed_x, 0.501 * x * std::pow(10.0, 1 - digits)) << text;
      }
}

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

TEST(QuantityText, RoundNumbersAboveAndBelow) {
  EXPECT_DOUBLE_EQ(nice_ceiling(0.87), 1);
  EXPECT_DOUBLE_EQ(nice_ceiling(1.01), 1.2);
  EXPECT_DOUBLE_EQ(nice_ceiling(5e-5), 5e-5);
  EXPECT_DOUBLE_EQ(nice_floor(4.9), 2);
  EXPECT_DOUBLE_EQ(nice_floor(0.05), 0.05);
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

TEST(ChartSeries, MeanAndSpread_BoundedAndOverTheWholeRun) {
  ChartSeries series(100);
  for (int i = 0; i < 5000; ++i) series.add(*snapshot(i, 0.1 * i));
  EXPECT_LT(series.times().size(), 100U);
  EXPECT_GT(series.times().size(), 40U);
  EXPECT_DOUBLE_EQ(series.times().front(), 0);
  EXPECT_GT(series.times().back(), 480);
  EXPECT_NEAR(series.values("settling_velocity_deviation").back(), 0.1, 1e-12);
  EXPECT_EQ(series.values("flux").size(), series.times().size());
  EXPECT_TRUE(series.add(*snapshot(0, 0)));  // a reset starts afresh
  EXPECT_EQ(series.times().size(), 1U);
}

TEST(ChartSeries, TheSameTimeAgainReplacesTheValue) {
  ChartSeries series;
  series.add(*snapshot(0, 0));
  series.add(*snapshot(1, 0.5));
  auto changed = snapshot(1, 0.5);  // an option was changed at rest
  changed->values.set("mean_settling_velocity", 0.25);
  EXPECT_TRUE(series.add(*changed));
  EXPECT_EQ(list(series.values("mean_settling_velocity")), (std::vector<double>{0.5, 0.25}));
  EXPECT_EQ(series.times(), (std::vector<double>{0, 0.5}));
}

TEST(ChartSeries, FramesOfAFileComeInAnyOrder_BoundedToo) {
  ChartSeries series;
  for (const double t : {3.0, 1.0, 2.0, 1.0, 0.0}) {
    auto s = snapshot(static_cast<long>(t), t);
    s->values.set("mean_settling_velocity", 10 * t);
    series.insert(*s);
  }
  EXPECT_EQ(series.times(), (std::vector<double>{0, 1, 2, 3}));
  EXPECT_EQ(list(series.values("mean_settling_velocity")), (std::vector<double>{0, 10, 20, 30}));
  ChartSeries small(100);
  for (int i = 0; i < 5000; ++i) small.insert(*snapshot(i, 0.1 * ((i * 1237) % 5000)));
  EXPECT_LT(small.times().size(), 100U);
  EXPECT_GT(small.times().size(), 40U);
  EXPECT_TRUE(std::is_sorted(small.times().begin(), small.times().end()));
}

/// What a fast run has done between two pictures is drawn too: a wave of 20 steps over 10^5 of them keeps its height,
/// and a spike of one step stands out.
TEST(ChartSeries, DrawsTheEnginesSeries_WithItsExtremes) {
  SeriesWriter writer(1);
  const QuantityTable& table = quantities();
  const Quantity* speed = find_quantity(table, "mean_settling_velocity");
  writer.start(table, {speed});
  constexpr long steps = 100000;
  for (long i = 0; i <= steps; ++i) {
    Values v(table);
    v.set(speed->name, i == 77777 ? 5.0 : std::sin(0.1 * std::numbers::pi * static_cast<double>(i)));
    writer.add(i, 0.01 * static_cast<double>(i), v);
  }
  ChartSeries chart;
  chart.follow(writer.publish());
  const std::vector<double>& times = chart.times();
  const std::vector<double> values = list(chart.values(speed->name));
  ASSERT_EQ(values.size(), times.size());
  EXPECT_LE(times.size(), 4000U);
  EXPECT_TRUE(std::is_sorted(times.begin(), times.end()));
  EXPECT_EQ(times.front(), 0);
  EXPECT_NEAR(times.back(), 1000, 1e-9);
  EXPECT_EQ(*std::max_element(values.begin(), values.end()), 5);
  for (std::size_t i = 0; i + 8 < values.size(); ++i) {  // the whole height, wherever one looks
    EXPECT_NEAR(*std::min_element(&values[i], &values[i] + 8), -1, 1e-9) << i;
    EXPECT_GE(*std::max_element(&values[i], &values[i] + 8), 1 - 1e-9) << i;
  }
  EXPECT_EQ(chart.values("flux").size(), times.size());  // not known
  EXPECT_TRUE(std::isnan(chart.values("flux").front()));
}

TEST(ChartSeries, OfAShortRunEachStepIsAPoint_AfterMomentsFromBefore) {
  SeriesWriter writer;
  const QuantityTable& table = quantities();
  const Quantity* speed = find_quantity(table, "mean_settling_velocity");
  writer.start(table, {speed});
  ChartSeries chart;
  for (const double t : {0.0, 1.0, 2.0, 3.0}) {
    auto s = snapshot(static_cast<long>(t), t);
    s->values.set(speed->name, t);
    chart.insert(*s);
  }
  for (long i = 2; i < 5; ++i) {
    Values v(table);
    v.set(speed->name, 10.0 * static_cast<double>(i));
    writer.add(i, static_cast<double>(i), v);
    chart.follow(writer.publish());
    chart.times();
  }
  EXPECT_EQ(chart.times(), (std::vector<double>{0, 1, 2, 3, 4}));
  EXPECT_EQ(list(chart.values(speed->name)), (std::vector<double>{0, 1, 20, 30, 40}));
}

/// A chart shows one quantity. Another one that is asked for later is as complete, also where a second series goes on
/// after the first.
TEST(ChartSeries, AQuantityThatIsAskedForLateIsWhole) {
  const QuantityTable& table = quantities();
  const Quantity* speed = find_quantity(table, "mean_settling_velocity");
  const Quantity* gap = find_quantity(table, "min_gap");
  const auto series = [&](long first, long last) {
    SeriesWriter writer;
    writer.start(table, {speed, gap});
    for (long i = first; i <= last; ++i) {
      Values v(table);
      v.set(speed->name, static_cast<double>(i));
      v.set(gap->name, -static_cast<double>(i));
      writer.add(i, static_cast<double>(i), v);
    }
    return writer.publish();
  };
  ChartSeries chart;
  chart.follow(series(0, 3));
  EXPECT_EQ(list(chart.values(speed->name)), (std::vector<double>{0, 1, 2, 3}));
  chart.follow(series(0, 5));
  EXPECT_EQ(chart.times().size(), 6U);
  chart.follow(series(4, 7));
  EXPECT_EQ(list(chart.values(speed->name)), (std::vector<double>{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(list(chart.values(gap->name)), (std::vector<double>{0, -1, -2, -3, -4, -5, -6, -7}));
  auto more = snapshot(8, 8);
  more->values.set(gap->name, -8.0);
  chart.insert(*more);
  EXPECT_EQ(chart.values(gap->name).back(), -8);
  EXPECT_EQ(chart.values(speed->name).size(), chart.times().size());
}

TEST(QuantityText, AsManyDigitsAsTellTicksApart) {
  EXPECT_EQ(digits_to_tell(1.279, 5e-4), 5);  // 1.2785
  EXPECT_EQ(digits_to_tell(1.25, 0.25), 3);
  EXPECT_EQ(digits_to_tell(1.5, 0.375), 4);  // 1.125
  EXPECT_EQ(digits_to_tell(4, 1), 1);
  EXPECT_EQ(digits_to_tell(1234, 1), 4);
  EXPECT_EQ(digits_to_tell(0, 0.1), 1);
  EXPECT_EQ(digits_to_tell(1, 1e-30), 15);
  for (const double step : {0.1, 0.2, 0.25, 0.5, 2e-5, 2.5e-5})
    for (const double from : {0.0, 1.278, 99.0, -3.0}) {
      const double first = std::round(from / step) * step;
      const int digits = digits_to_tell(std::abs(first) + 4 * step, step);
      for (int i = 0; i < 3; ++i)
        EXPECT_NE(number_text(first + i * step, digits), number_text(first + (i + 1) * step, digits)) << step;
    }
}

TEST(Charts, OfTheQuantitiesThatTheStepHas_InTheirOrder) {
  auto s = snapshot(1, 1);
  const auto offered = [&s] {
    std::vector<std::string_view> names;
    for (const Quantity* q : chart_quantities(*s)) names.push_back(q->name);
    return names;
  };
  EXPECT_EQ(offered(), (std::vector<std::string_view>{"mean_settling_velocity"}));
  for (const std::string_view name : {"min_gap", "min_wall_gap", "rms_radius", "separation", "flux",
                                      "pressure_gradient", "wall_drag", "order_parameter", "reversal_error"})
    s->values.set(name, 1.0);
  s->values.set("volume_fraction_profile", std::vector<double>(20, 0.125));
  s->values.set("axial_velocity_profile", std::vector<double>(20, -0.5));
  s->values.set("net_force", std::vector<double>{1, 2, 3});  // three numbers are no curve
  s->values.set("average_settling_velocity", 1.0);           // nor is what a whole run has come to
  EXPECT_EQ(offered(),
            (std::vector<std::string_view>{"mean_settling_velocity", "order_parameter", "min_gap", "min_wall_gap",
                                           "rms_radius", "separation", "reversal_error", "flux", "pressure_gradient",
                                           "wall_drag", "volume_fraction_profile", "axial_velocity_profile"}));
  // every number that a chart shows is one that expectations know
  for (const Quantity* q : chart_quantities(*s)) {
    if (q->length == 1) EXPECT_EQ(quantity_of(*s, q->name), s->values.number(q->name)) << q->name;
  }
}

TEST(BodyTrail, APassThroughThePeriodicEndStartsAPiece) {
  BodyTrail trail;
  trail.follow(1);
  auto a = snapshot(0, 0), b = snapshot(1, 1), c = snapshot(2, 2);
  c->images[3] = 1;
  for (const auto& s : {a, b, c}) trail.add(*s);
  ASSERT_EQ(trail.points().size(), 3U);
  EXPECT_FALSE(trail.points()[1].starts_piece);
  EXPECT_TRUE(trail.points()[2].starts_piece);
  trail.add(*a);  // back in time
  EXPECT_EQ(trail.points().size(), 1U);
}

TEST(FileKind, ARecordingIsKnownByItsFirstBytes_OrByItsName) {
  const auto folder = std::filesystem::temp_directory_path() / "slurry_file_kind_test";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "foo", std::ios::binary) << "\x89HDF\r\n\x1a\n and so on";
  std::ofstream(folder / "foo.toml") << "[domain]\n";
  std::ofstream(folder / "short") << "\x89HDF";
  EXPECT_TRUE(is_recording(folder / "foo"));
  EXPECT_FALSE(is_recording(folder / "foo.toml"));
  EXPECT_FALSE(is_recording(folder / "short"));
  EXPECT_FALSE(is_recording(folder / "nowhere"));
  EXPECT_FALSE(is_recording(folder));
  EXPECT_TRUE(is_recording(folder / "nowhere.H5"));
  EXPECT_TRUE(is_recording(folder / "nowhere.hdf5"));
  std::filesystem::remove_all(folder);
}

TEST(NumberedFile, NeverNamesAFileThatIsThere) {
  const auto folder = std::filesystem::temp_directory_path() / "slurry_numbered_file_test";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const auto first = numbered_file(folder, "a b/c", ".png");
  EXPECT_EQ(first.filename(), "a-b-c.png");
  std::ofstream(first) << "x";
  EXPECT_EQ(numbered_file(folder, "a b/c", ".png").filename(), "a-b-c-2.png");
  std::filesystem::remove_all(folder);
}

TEST(Overlay, ScaleBarIsARoundLength_ArrowsAreWhatTheCameraSees) {
  const auto s = snapshot(12, 3.5);
  Turntable t;
  t.set_subject(subject_box(*s), {1, 0, 0});
  t.preset(ViewPreset::front);
  t.fit(1.5);
  ColourRange range;
  range.set(0, 0.8);
  const OverlayContents o = overlay_contents(*s, t.pose(), "speed", range, 900, 600);
  ASSERT_TRUE(o.scale_bar && o.legend && o.gravity);
  const double bar = o.scale_bar->pixels * t.pose().length_per_pixel(600);
  EXPECT_NEAR(std::log10(bar / nice_floor(bar)), 0, 1e-9);
  EXPECT_LT(o.scale_bar->pixels, 0.17 * 900);
  EXPECT_NEAR(o.gravity->up, -1, 1e-12);
  EXPECT_NEAR(o.axes[0].up, -1, 1e-12);  // x is the pipe's axis, along gravity
  EXPECT_NEAR(o.axes[2].out, 1, 1e-12);
  EXPECT_EQ(o.legend->unit, "U₀");
  EXPECT_NE(o.moment.find("3.50"), std::string::npos);
  EXPECT_FALSE(o.slice_legend);
  // Bodies by their gap, the slice by its speed: a legend for each.
  ColourRange speed;
  speed.set(0, 0.6);
  const OverlayContents two = overlay_contents(*s, t.pose(), "gap", range, 900, 600, &speed);
  ASSERT_TRUE(two.legend && two.slice_legend);
  EXPECT_EQ(two.legend->unit, "a");
  EXPECT_EQ(two.slice_legend->unit, "U₀");
  EXPECT_EQ(two.slice_legend->high, 0.6);
  EXPECT_NE(two.slice_legend->title.find("slice"), std::string::npos);
}

TEST(Overlay, WithoutWeightThereIsNoGravity_AndTheShearIsNamed) {
  auto s = snapshot(1, 2);
  auto scenario = std::make_shared<Scenario>(*s->scenario);
  scenario->domain.kind = DomainKind::free_space;
  scenario->bodies.front().force = 0;
  scenario->shear_rate = 0.5;
  s->scenario = scenario;
  Turntable t;
  t.set_subject(subject_box(*s), {1, 0, 0});
  const OverlayContents o = overlay_contents(*s, t.pose(), "speed", {}, 900, 600);
  EXPECT_FALSE(o.gravity);
  EXPECT_NE(o.remark.find("γ = 0.5 τ⁻¹"), std::string::npos) << o.remark;
  EXPECT_EQ(o.legend->unit, "a/τ");  // F/(6 pi eta a) is 0
}

TEST(Overlay, TheMomentOfTheSliceStandsBesideThatOfTheBodies) {
  auto s = snapshot(12, 3.5);
  auto slice = std::make_shared<Field>();
  slice->name = "slice";
  slice->time = 2.25;
  s->fields = {slice};
  EXPECT_EQ(overlay_contents(*s, {}, "speed", {}, 900, 600).moment, "t = 3.50 τ   step 12   slice of t = 2.25 τ");
}

TEST(Overlay, AfterAChangeOfTheViscosityVelocitiesAreNotCalledU0) {
  auto s = snapshot(1, 2);
  auto thin = std::make_shared<Scenario>(*s->scenario);
  thin->viscosity /= 10;  // ten times as fast in a/τ: still the same in F/(6 pi eta a)
  s->scenario = thin;
  EXPECT_EQ(overlay_contents(*s, {}, "speed", {}, 900, 600).legend->unit, "a/τ");
}

TEST(Overlay, TheCaptionFollowsTheFlow_AndPointsAreNoSpheres) {
  auto s = snapshot(1, 2);
  const auto remark = [&](NetFlowKind flow, BodyModel model) {
    auto scenario = std::make_shared<Scenario>(*s->scenario);
    scenario->domain.kind = DomainKind::pipe;
    scenario->net_flow.kind = flow;
    scenario->solver.model = model;
    s->scenario = scenario;
    return overlay_contents(*s, {}, "speed", {}, 900, 600).remark;
  };
  const std::string closed = remark(NetFlowKind::zero_flux, BodyModel::spheres);
  const std::string open = remark(NetFlowKind::zero_gradient, BodyModel::points);
  EXPECT_NE(closed.find("closed pipe"), std::string::npos) << closed;
  EXPECT_NE(closed.find("spheres"), std::string::npos) << closed;
  EXPECT_NE(open.find("open pipe"), std::string::npos) << open;
  EXPECT_NE(open.find("points"), std::string::npos) << open;
}

TEST(Overlay, AfterAReversalOfTheForcesTheArrowPointsWhereBodiesArePulled) {
  auto s = snapshot(12, 3.5);
  const auto up = [&](double force) {
    s->forces.assign(s->positions.size(), 0);
    for (std::size_t i = 0; i < s->radii.size(); ++i) s->forces[3 * i] = force;
    Turntable t;
    t.set_subject(subject_box(*s), {1, 0, 0});
    t.preset(ViewPreset::front);
    const OverlayContents o = overlay_contents(*s, t.pose(), "speed", {}, 900, 600);
    EXPECT_EQ(o.reversed, force < 0);
    return o.gravity->up;
  };
  EXPECT_NEAR(up(1), -1, 1e-12);
  EXPECT_NEAR(up(-1), 1, 1e-12);
}

TEST(RoundOff, IsMeasuredByWhatDrivesTheBodies) {
  Scenario s;
  s.bodies = {BodyGroup{}};
  EXPECT_NEAR(round_off_of("velocity", s), 1e-12, 1e-15);
  EXPECT_EQ(round_off_of("length", s), 0);
  s.domain.kind = DomainKind::free_space;
  s.bodies.front().force = 0;
  EXPECT_EQ(round_off_of("velocity", s), 0);
  s.shear_rate = 2;
  EXPECT_NEAR(round_off_of("velocity", s), 2e-12, 1e-15);
  EXPECT_EQ(without_round_off(-3e-16, 2e-12), 0);
  EXPECT_EQ(without_round_off(-3e-11, 2e-12), -3e-11);
}

TEST(RoundOff, IsNoColour) {
  auto s = snapshot(1, 2);
  auto scenario = std::make_shared<Scenario>(*s->scenario);
  scenario->bodies.front().force = 0;
  scenario->shear_rate = 1;
  s->scenario = scenario;
  s->velocities = {1e-17, 0, 0, 0, -3e-17, 0};
  EXPECT_EQ(body_values(*s, colour_quantity(quantities(), "speed")), (std::vector<float>{0, 0}));
}

TEST(MomentText, SaysWhatIsLookedAt_AndWhatTheRunDoes) {
  const auto s = snapshot(12, 3.5);
  EXPECT_EQ(looking_back_text(*s, SessionState::running), "Looking back at t = 3.50 τ; the run goes on");
  EXPECT_EQ(looking_back_text(*s, SessionState::paused), "Looking back at t = 3.50 τ; the run is paused");
  EXPECT_EQ(looking_back_text(*s, SessionState::finished), "Looking back at t = 3.50 τ; the run has finished");
  EXPECT_EQ(viewing_text("welcome.h5", SessionState::empty), "Viewing welcome.h5");
  EXPECT_EQ(viewing_text("welcome.h5", SessionState::running), "Viewing welcome.h5; the live run continues");
  EXPECT_EQ(viewing_text("welcome.h5", SessionState::paused), "Viewing welcome.h5; the live run is paused");
}

// Twenty steps of 0.54 in a second are 10.8 of the 20 that were asked for.
TEST(RunSpeed, SaysWhatWasAskedAndWhatIsReached) {
  RunSpeed speed;
  for (int i = 0; i <= 4; ++i) speed.see(0.25 * i, 5L * i, 0.54 * 5 * i, true, 20);
  EXPECT_NEAR(speed.steps(), 20, 1e-9);
  EXPECT_NEAR(speed.time(), 10.8, 1e-9);
  EXPECT_EQ(run_speed_text(speed.time(), 20, "τ"), "10.8 of 20 τ per s");
  EXPECT_EQ(run_speed_text(speed.time(), 0, "τ"), "10.8 τ per s");
  EXPECT_EQ(run_speed_text(9.9, 10, "τ"), "10 τ per s");
  EXPECT_EQ(run_speed_text(3.44, 10, "s"), "3.4 of 10 s per s");
  EXPECT_EQ(run_speed_text(2, 10, "τ"), "2.0 of 10 τ per s");  // decimals stay while the number changes
  EXPECT_EQ(run_speed_text(0, 10, "τ"), "");
}

TEST(RunSpeed, CountsAnewWhenARunBeginsOrAnotherSpeedIsAsked) {
  RunSpeed speed;
  speed.see(0, 0, 0, true, 5);
  speed.see(2, 10, 4, true, 5);
  EXPECT_NEAR(speed.time(), 2, 1e-12);
  speed.see(2.1, 11, 4.4, true, 50);  // asked just now: nothing is known of it
  EXPECT_EQ(speed.time(), 0);
  speed.see(4.1, 31, 12.4, true, 50);
  EXPECT_NEAR(speed.time(), 4, 1e-12);
  speed.see(5.2, 2, 0.8, true, 50);  // restarted
  EXPECT_EQ(speed.steps(), 0);
  speed.see(6.2, 4, 1.6, false, 50);  // paused
  EXPECT_EQ(speed.steps(), 0);
  // a step of five seconds is waited for
  speed.see(7, 4, 1.6, false, 50);  // played from here on
  speed.see(9, 4, 1.6, true, 50);
  EXPECT_EQ(speed.steps(), 0);
  speed.see(12, 5, 2, true, 50);
  EXPECT_NEAR(speed.steps(), 0.2, 1e-12);
}

}  // namespace
}  // namespace slurry::ui
