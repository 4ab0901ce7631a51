// SPDX-License-Identifier: BSD-3-Clause
// Steps and frames ahead, against a clock of whole numbers that takes every step.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>
#include <string>

#include "slurry/steps_ahead.hpp"

namespace slurry {
namespace {

/// Times in thousandths.
struct Clock {
  explicit Clock(long step) : dt(step) {}
  long dt, stride = 10;
  std::optional<long> interval, period, reverse_at, until, steps;

  Scenario scenario() const {
    Scenario s;
    const auto time = [](const std::optional<long>& t) {
      return t ? std::optional(static_cast<double>(*t) / 1000) : std::nullopt;
    };
    s.integrator.time_step = static_cast<double>(dt) / 1000;
    s.integrator.adaptive = false;
    s.run.output_interval = time(interval).value_or(0);
    s.run.output_stride = stride;
    s.run.reverse_at = time(reverse_at);
    s.run.until = time(until);
    s.run.steps = steps;
    if (period) s.driving.kind = DrivingKind::reversing, s.driving.period = *time(period);
    return s;
  }

  /// Steps and frames from there to the end.
  std::pair<long, long> count(long step, long time) const {
    long taken = 0, frames = 0;
    bool at_frame = false;
    while ((!steps || step < *steps) && (!until || time < *until)) {
      long next = time + dt;
      const auto end_at = [&](long t) {
        if (t > time) next = std::min(next, t);
      };
      if (interval) end_at((time / *interval + 1) * *interval);
      if (period) end_at((2 * time / *period + 1) * *period / 2);
      if (reverse_at) end_at(*reverse_at), end_at(2 * *reverse_at);
      if (until) end_at(*until);
      ++step, ++taken;
      at_frame = interval ? next % *interval == 0 : step % stride == 0;
      frames += at_frame;
      time = next;
    }
    return {taken, frames + (at_frame ? 0 : 1)};
  }
};

TEST(StepsAhead, AreThoseOfAClockThatTakesThem_500RandomRuns) {
  std::mt19937 random(7);
  const auto any = [&](long least, long most) { return std::uniform_int_distribution<long>(least, most)(random); };
  const auto maybe = [&](long value) { return any(0, 1) ? std::optional(value) : std::nullopt; };
  for (int k = 0; k < 500; ++k) {
    Clock c(any(1, 200));
    c.stride = any(1, 12);
    c.interval = maybe(any(1, 700));
    c.period = maybe(2 * any(1, 900));
    c.reverse_at = maybe(any(1, 3000));
    c.until = maybe(any(1, 9000));
    if (!c.until || any(0, 1)) c.steps = any(1, 400);
    const long step = any(0, c.steps.value_or(30) - 1), time = any(0, c.until.value_or(5000) - 1);
    const auto [steps, frames] = c.count(step, time);
    const StepsAhead found = steps_ahead(c.scenario(), step, static_cast<double>(time) / 1000);
    EXPECT_EQ(found.steps, static_cast<double>(steps)) << k;
    EXPECT_EQ(found.frames, static_cast<double>(frames)) << k;
  }
}

TEST(StepsAhead, AreNotKnownWithoutAnEnd) {
  const StepsAhead found = steps_ahead(Clock(100).scenario(), 3, 0.3);
  EXPECT_TRUE(std::isnan(found.steps));
  EXPECT_TRUE(std::isnan(found.frames));
}

/// An interval of 0.25 has three steps of 0.1, and this run has 4e9 intervals.
TEST(StepsAhead, OfVeryLongRunsAreTakenInProportion) {
  Clock c(100);
  c.interval = 250;
  c.until = 1'000'000'000'000;
  const StepsAhead found = steps_ahead(c.scenario(), 0, 0);
  EXPECT_NEAR(found.steps / 12e9, 1, 1e-5);
  EXPECT_NEAR(found.frames / 4e9, 1, 1e-5);
}

/// A twentieth of the period is the longest step, and steps are halved until they are no longer.
TEST(StepsAhead, OfAnOscillatingDriveAreHalves) {
  Scenario s = Clock(100).scenario();
  s.integrator.adaptive = true;
  s.driving.kind = DrivingKind::oscillating;
  s.driving.period = 1;  // 0.1, 0.05
  s.run.until = 3;
  EXPECT_EQ(steps_ahead(s, 0, 0).steps, 60);
}

}  // namespace
}  // namespace slurry
