// SPDX-License-Identifier: BSD-3-Clause
// The series of scalars against the samples that were put in, all of which the test knows.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "slurry/quantity.hpp"
#include "slurry/series.hpp"

namespace slurry {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

/// A table of scalars named q0, q1, ...
struct Table {
  explicit Table(std::size_t scalars) {
    for (std::size_t i = 0; i < scalars; ++i) names.push_back("q" + std::to_string(i));
    std::vector<Quantity> rows(scalars);
    for (std::size_t i = 0; i < scalars; ++i) rows[i].name = names[i];
    table = std::make_shared<const std::vector<Quantity>>(std::move(rows));
    for (const Quantity& q : *table) scalars_of_all.push_back(&q);
  }
  Values values(const std::vector<double>& numbers) const {
    Values v(table);
    for (std::size_t i = 0; i < numbers.size(); ++i) v.set(names[i], numbers[i]);
    return v;
  }
  std::vector<std::string> names;
  QuantityTable table;
  std::vector<const Quantity*> scalars_of_all;
};

/// A wave with one spike of a single step each way.
double sample(long step, std::size_t scalar) {
  if (step == 1000 * static_cast<long>(scalar) + 777) return 50;
  if (step == 31 * static_cast<long>(scalar) + 400000) return -60;
  return std::sin(1e-3 * static_cast<double>(step) * (1 + static_cast<double>(scalar)));
}

bool same(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

TEST(Series, AMillionStepsOfThirtyScalarsTakeLessThan50MB_AndLoseNoExtreme) {
  constexpr std::size_t scalars = 30;
  constexpr long steps = 1000000;
  const Table t(scalars);
  SeriesWriter writer;
  writer.start(t.table, t.scalars_of_all);
  std::vector<double> numbers(scalars);
  std::shared_ptr<const Series> kept;  // as a reader has it
  std::size_t most = 0;
  for (long step = 0; step <= steps; ++step) {
    for (std::size_t q = 0; q < scalars; ++q) numbers[q] = sample(step, q);
    writer.add(step, 0.05 * static_cast<double>(step), t.values(numbers));
    if (step % 1000 == 0) {  // a reader's copy is a twentieth of a second old
      const auto next = writer.publish();
      // after neighbours were joined, a reader still has the buckets from before
      const bool joined = kept && kept->span(0).samples < next->span(0).samples;
      most = std::max(most, next->bytes() + (joined ? kept->bytes() : 0));
      kept = next;
    }
  }
  EXPECT_LT(most, 50'000'000u);
  const auto series = writer.publish();
  EXPECT_GT(series->size(), 10000u);
  long next = 0;
  for (std::size_t i = 0; i < series->size(); ++i) {
    const Series::Span span = series->span(i);
    ASSERT_EQ(span.first_step, next);
    ASSERT_EQ(span.samples, span.last_step - span.first_step + 1);
    ASSERT_EQ(span.first_time, 0.05 * static_cast<double>(span.first_step));
    ASSERT_EQ(span.last_time, 0.05 * static_cast<double>(span.last_step));
    next = span.last_step + 1;
    for (std::size_t q = 0; q < scalars; q += 7) {
      const Series::Range r = series->range(i, q);
      ASSERT_EQ(r.first, sample(span.first_step, q));
      ASSERT_EQ(r.last, sample(span.last_step, q));
      double least = r.first, greatest = r.first;
      for (long step = span.first_step; step <= span.last_step; ++step) {
        least = std::min(least, sample(step, q));
        greatest = std::max(greatest, sample(step, q));
      }
      ASSERT_EQ(r.least, least);
      ASSERT_EQ(r.greatest, greatest);
    }
  }
  EXPECT_EQ(next, steps + 1);
}

TEST(Series, TheSameStepAgainReplacesItsSample_AndAChangeThereStandsBeside) {
  const Table t(1);
  SeriesWriter writer;
  writer.start(t.table, t.scalars_of_all);
  writer.add(0, 0, t.values({1}));
  writer.add(1, 0.5, t.values({2}));
  writer.add(1, 0.5, t.values({3}));
  EXPECT_EQ(writer.publish()->size(), 2u);
  EXPECT_EQ(writer.publish()->range(1, 0).last, 3);
  writer.add(1, 0.5, t.values({9}), true);
  writer.add(2, 1.0, t.values({10}));
  const auto series = writer.publish();
  ASSERT_EQ(series->size(), 4u);
  const std::vector<double> expected{1, 3, 9, 10}, times{0, 0.5, 0.5, 1};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(series->range(i, 0).first, expected[i]);
    EXPECT_EQ(series->span(i).first_time, times[i]);
  }
}

TEST(Series, WhatIsNotKnownIsNoExtreme) {
  const Table t(1);
  SeriesWriter writer(1);  // the least there is: 128 buckets
  writer.start(t.table, t.scalars_of_all);
  for (long i = 0; i < 512; ++i) writer.add(i, static_cast<double>(i), t.values({i % 3 == 0 ? 1.0 * i : unknown}));
  const auto series = writer.publish();
  EXPECT_GT(series->span(0).samples, 2);
  for (std::size_t i = 0; i < series->size(); ++i) {
    const Series::Span s = series->span(i);
    double least = unknown, greatest = unknown;
    for (long k = s.first_step; k <= s.last_step; ++k)
      if (k % 3 == 0) least = std::isnan(least) ? 1.0 * k : least, greatest = 1.0 * k;
    EXPECT_TRUE(same(series->range(i, 0).least, least)) << i;
    EXPECT_TRUE(same(series->range(i, 0).greatest, greatest)) << i;
  }
}

TEST(Series, ABranchTakesItsParentsSamplesUpToItsMoment) {
  const Table t(2);
  SeriesWriter parent;
  parent.start(t.table, t.scalars_of_all);
  for (long i = 0; i <= 1000; ++i) parent.add(i, 0.1 * static_cast<double>(i), t.values({1.0 * i, -1.0 * i}));
  const auto before = parent.publish();
  SeriesWriter branch;
  branch.start(t.table, t.scalars_of_all);
  ASSERT_TRUE(branch.take_over(*before, 700));
  for (long i = 701; i <= 900; ++i) branch.add(i, 0.1 * static_cast<double>(i), t.values({2.0 * i, -2.0 * i}));
  const auto series = branch.publish();
  ASSERT_EQ(series->size(), 901u);
  for (long i = 0; i <= 900; ++i) {
    EXPECT_EQ(series->span(static_cast<std::size_t>(i)).first_step, i);
    EXPECT_EQ(series->range(static_cast<std::size_t>(i), 1).first, i <= 700 ? -1.0 * i : -2.0 * i);
  }
  EXPECT_EQ(before->size(), 1001u);  // what was published does not change
  EXPECT_EQ(before->range(800, 0).first, 800);

  const Table other(3);
  SeriesWriter of_others;
  of_others.start(other.table, other.scalars_of_all);
  EXPECT_FALSE(of_others.take_over(*before, 700));
  EXPECT_TRUE(of_others.publish()->empty());
}

TEST(Series, AParentWithLongBucketsIsTakenUpToTheLastOneThatEndsInTime) {
  const Table t(1);
  SeriesWriter parent(1);
  parent.start(t.table, t.scalars_of_all);
  for (long i = 0; i < 5000; ++i) parent.add(i, 1.0 * static_cast<double>(i), t.values({1.0 * i}));
  const auto before = parent.publish();
  const long k = before->span(0).samples;
  ASSERT_GT(k, 16);
  SeriesWriter branch(1);
  branch.start(t.table, t.scalars_of_all);
  ASSERT_TRUE(branch.take_over(*before, 2500));
  for (long i = 2501; i < 9000; ++i) branch.add(i, 1.0 * static_cast<double>(i), t.values({1.0 * i}));
  const auto series = branch.publish();
  EXPECT_LE(series->size(), 130u);
  long last = -1;
  for (std::size_t i = 0; i < series->size(); ++i) {
    const Series::Span s = series->span(i);
    EXPECT_GT(s.first_step, last);
    EXPECT_LE(s.first_step - last, k);  // at most one bucket is missing
    EXPECT_EQ(series->range(i, 0).least, s.first_step);
    EXPECT_EQ(series->range(i, 0).greatest, s.last_step);
    last = s.last_step;
  }
  EXPECT_EQ(last, 8999);
}

}  // namespace
}  // namespace slurry
