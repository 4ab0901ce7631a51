// SPDX-License-Identifier: BSD-3-Clause
// What 'Who keeps the orbit?' says of cycles that are made up here.
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "slurry/error.hpp"
#include "yardsticks/window/orbit_board.hpp"

namespace slurry::ui::testing {
namespace {

using enum DirectNumber;

OrbitCycle cycle(int number, double duration, double y) {
  OrbitCycle c;
  c.number = number;
  c.end = 520.0 * number;
  c.duration = duration;
  c.amplitude = 4.26;
  c.largest_y = y;
  return c;
}

OrbitLine line_to(bool breaks) {
  OrbitLine line;
  line.run.duration = line.asked = 5e5;
  line.to_break = breaks;
  line.figures = breaks ? "breaks after 541..613" : "770 cycles, 519.3 -> 832";
  return line;
}

OrbitLine over(OrbitLine line, bool broke, int in_plane) {
  OrbitResult r;
  r.breaks = broke;
  r.cycles_in_plane = in_plane;
  r.cycles = 700;
  line.result = r;
  line.state = OrbitLine::State::over;
  return line;
}

TEST(OrbitBoard, TheSixKindsAtTheLongStepAreChosen) {
  const OrbitBoard board;
  int chosen = 0;
  for (const OrbitLine& line : board.lines()) {
    chosen += line.chosen ? 1 : 0;
    EXPECT_TRUE(line.to_break.has_value());
    EXPECT_TRUE(!line.chosen || line.run.step == 0.01);
  }
  EXPECT_EQ(chosen, 6);
}

TEST(OrbitBoard, ABreakDecidesAtOnceAndHoldingAfterTheWholeTime) {
  OrbitLine line = line_to(true);
  line.state = OrbitLine::State::running;
  for (int n = 1; n <= 3; ++n) line.cycles.push_back(cycle(n, 519, 1e-4));
  EXPECT_EQ(verdict_of(line), OrbitVerdict::undecided);
  line.cycles.push_back(cycle(4, 530, 1.5));
  EXPECT_EQ(broken_after(line), 3);
  EXPECT_EQ(verdict_of(line), OrbitVerdict::agrees);
  EXPECT_EQ(outcome_text(line), "breaks after 3");

  const OrbitLine held = over(line_to(false), false, -1);
  EXPECT_EQ(verdict_of(held), OrbitVerdict::agrees);
  EXPECT_EQ(outcome_text(held), "holds");
  EXPECT_EQ(verdict_of(over(line_to(true), false, -1)), OrbitVerdict::differs);
  EXPECT_EQ(verdict_of(over(line_to(false), true, 40)), OrbitVerdict::differs);

  OrbitLine short_one = held;
  short_one.asked = 5e4;
  EXPECT_EQ(verdict_of(short_one), OrbitVerdict::undecided);
  OrbitLine own = held;
  own.to_break.reset();
  EXPECT_EQ(verdict_of(own), OrbitVerdict::nothing_expected);
}

TEST(OrbitBoard, ALineThatSwingsNoMoreIsBroken) {
  EXPECT_EQ(broken_after(over(line_to(false), true, -1)), 700);
  EXPECT_EQ(broken_after(over(line_to(false), false, -1)), std::nullopt);
}

TEST(OrbitBoard, MeansAreOverTenThousandTau) {
  OrbitLine line = line_to(false);
  for (int n = 1; n <= 100; ++n) line.cycles.push_back(cycle(n, 500 + n, 0));
  // 520 n apart: the first 20 and the last 20
  EXPECT_DOUBLE_EQ(durations_of(line).first, 510.5);
  EXPECT_DOUBLE_EQ(durations_of(line).last, 590.5);
  EXPECT_EQ(duration_text(line), "510.5 → 590.5");
}

TEST(OrbitBoard, WhatComesAfterABreakIsNoCycleOfTheOrbit) {
  OrbitLine line = line_to(true);
  for (int n = 1; n <= 100; ++n) line.cycles.push_back(cycle(n, n <= 40 ? 520 : 990, n <= 40 ? 1e-3 : 5));
  EXPECT_DOUBLE_EQ(durations_of(line).last, 520);
}

TEST(OrbitBoard, AnExactZeroIsWrittenAsSuch) {
  OrbitLine line = line_to(false);
  EXPECT_EQ(plane_text(line), "");
  line.cycles = {cycle(1, 519, 0)};
  EXPECT_EQ(plane_text(line), "0");
  line.cycles = {cycle(1, 519, 2e-14)};
  EXPECT_EQ(plane_text(line), "2e−14");
  line.cycles = {cycle(1, 519, 7e-5), cycle(2, 600, 3)};
  EXPECT_EQ(plane_text(line), "7e−5");
  line.cycles = {cycle(1, 519, 0.4)};
  EXPECT_EQ(plane_text(line), "0.40");
  EXPECT_EQ(expected_text(line), "holds: 770 cycles, 519.3 → 832");
}

TEST(OrbitBoard, WhatIsBegunForgetsAndWhatIsStoppedIsNotDecided) {
  OrbitBoard board;
  for (std::size_t i = 1; i < board.lines().size(); ++i) board.choose(i, i == 2);
  const auto jobs = board.begin(0.1);
  ASSERT_EQ(jobs.size(), 2U);
  EXPECT_DOUBLE_EQ(jobs[0].run.duration, 0.1 * board.lines()[0].run.duration);
  board.started(0);
  board.add_cycle(0, cycle(1, 519, 0));
  board.stopped();
  EXPECT_EQ(board.lines()[0].state, OrbitLine::State::stopped);
  EXPECT_EQ(board.lines()[2].state, OrbitLine::State::idle);
  EXPECT_EQ(outcome_text(board.lines()[0]), "stopped");
  EXPECT_EQ(verdict_of(board.lines()[0]), OrbitVerdict::undecided);
  EXPECT_EQ(summary_text(board), "");
  board.begin(1);
  EXPECT_TRUE(board.lines()[0].cycles.empty());
}

TEST(OrbitBoard, OneOfOnesOwnIsAddedOnceAndOnlyIfItIsThere) {
  OrbitBoard board;
  const std::size_t before = board.lines().size();
  OrbitCase c;
  c.step = 0.02;
  EXPECT_EQ(board.add(c), before);
  EXPECT_EQ(board.add(c), before);
  EXPECT_EQ(board.lines().size(), before + 1);
  EXPECT_FALSE(board.lines().back().to_break);
  c.terms = fp64;
  c.sums = fp32;
  EXPECT_THROW(board.add(c), InputError);
  EXPECT_EQ(board.lines().size(), before + 1);
}

TEST(OrbitBoard, TheFileHasARowForEveryCycle) {
  OrbitBoard board;
  board.add_cycle(0, cycle(1, 519.25, 0));
  board.add_cycle(0, cycle(2, 519.5, 1e-7));
  std::istringstream text(orbit_csv(board));
  std::string row;
  ASSERT_TRUE(std::getline(text, row));
  EXPECT_EQ(row, "terms,sums,positions,stepping,step,cycle,end,duration,amplitude,abs_y1");
  ASSERT_TRUE(std::getline(text, row));
  EXPECT_EQ(row, "fp32,fp64,fp64,euler,0.01,1,520.000000,519.250000,4.2600000,0.0000e+00");
  ASSERT_TRUE(std::getline(text, row));
  EXPECT_FALSE(std::getline(text, row));
}

TEST(OrbitBoard, TheReasonFollowsTheRoomOfTheSum) {
  OrbitCase c;  // fp32 terms, fp64 sums
  EXPECT_NE(reason_text(c).find("29 bits more"), std::string::npos);
  c.sums = fp32;
  EXPECT_NE(reason_text(c).find("depends on the order"), std::string::npos);
  c.terms = c.sums = fp64;
  EXPECT_NE(reason_text(c).find("last of 53 bits"), std::string::npos);
}

}  // namespace
}  // namespace slurry::ui::testing
