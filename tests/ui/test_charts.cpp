// SPDX-License-Identifier: BSD-3-Clause
// Charts and trails of bodies, without a display.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>
#include <string>
#include <vector>

#include "models/body_trail.hpp"
#include "models/chart_series.hpp"
#include "slurry/expectations.hpp"
#include "slurry/quantity.hpp"
#include "slurry/series.hpp"
#include "ui/support/model_snapshot.hpp"

namespace slurry::ui {
namespace {

std::vector<double> list(std::span<const double> values) {
  return {values.begin(), values.end()};
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

}  // namespace
}  // namespace slurry::ui
