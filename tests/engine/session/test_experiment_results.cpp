// SPDX-License-Identifier: BSD-3-Clause
// What a run records, measures and reports beside its steps.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>

#include "experiment_test.hpp"
#include "slurry/trajectory.hpp"

namespace slurry {
namespace {

namespace fs = std::filesystem;

TEST_F(ExperimentTest, WhereNothingIsSummedTheSummaryNamesNoGrid) {
  const auto s = after(LoadScenario{find_scenario("sphere_in_poiseuille")});
  EXPECT_EQ(s->solver_summary, "No forces act, so no hydrodynamic sum is needed");
}

TEST_F(ExperimentTest, StepsThatFillTheTimeLeaveATenthOfItToErrorsAndSlice) {
  load();
  control->seconds_per_solve = 0.004;
  control->seconds_per_measurement = control->seconds_per_field = 0.002;
  after(SetErrorBudget{100});
  RequestField slice;
  slice.places = FieldPlane{FieldPlane::Plane::xy, 0, {8, 8}};
  slice.largest_rate = 1000;
  after(slice);
  turn();
  const int measured = control->measurements, fields = control->fields;
  after(SetSpeed{1000});  // no step is as quick as that
  after(slurry::Run{});
  const auto start = std::chrono::steady_clock::now();
  turn(300);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  EXPECT_EQ(now()->state, SessionState::running);
  EXPECT_GT(now()->errors.measured_at_step, 100);
  ASSERT_TRUE(now()->field());
  EXPECT_GT(now()->field()->time, 100 * 0.05);
  EXPECT_LT(now()->field()->time, now()->time + 1e-9);
  const double spent = 0.002 * (control->measurements - measured + control->fields - fields);
  EXPECT_LT(spent, 0.12 * seconds);
  EXPECT_GT(spent, 0.03 * seconds);
}

TEST_F(ExperimentTest, SpeedInTimePerSecondIsThatOfTheRunsTime) {
  load();
  const double step = now()->scenario->integrator.time_step;
  after(SetSpeed{0, 20 * step});
  after(slurry::Run{.endless = true});
  const auto start = Experiment::Clock::now();
  while (Experiment::Clock::now() - start < std::chrono::milliseconds(500)) {
    turn();
    std::this_thread::sleep_until(std::min(next, start + std::chrono::milliseconds(500)));
  }
  const auto s = after(Pause{});
  EXPECT_GE(s->time, 2 * step);  // ten steps, less what a busy machine oversleeps
  EXPECT_LE(s->time, 12 * step);
}

TEST_F(ExperimentTest, RecordingWritesFrame0EveryStrideAndTheLastStep) {
  Scenario sc = small_pipe();
  sc.run.output_stride = 4;
  sc.run.output_seconds = 0;
  after(LoadScenario{sc});
  const fs::path file = folder.path() / "run.h5";
  auto s = after(StartRecording{file});
  EXPECT_EQ(s->recording, file);
  EXPECT_EQ(s->frames_recorded, 1);
  EXPECT_EQ(Trajectory(file).frames(), 1u);  // before step 1
  after(slurry::Run{{}, 10});
  turn(12);
  after(SetOption{"fluid.viscosity", "0.2"});
  s = after(StopRecording{});
  EXPECT_TRUE(s->recording.empty());
  const Trajectory t(file);
  ASSERT_EQ(t.frames(), 4u);
  const long steps[] = {0, 4, 8, 10};
  for (std::size_t k = 0; k < 4; ++k) EXPECT_EQ(t.frame(k)->step, steps[k]);
  EXPECT_NE(t.summary_json().find("fluid.viscosity"), std::string::npos);
  // refused: it exists
  s = after(StartRecording{file});
  EXPECT_EQ(s->message_command, number);
  EXPECT_TRUE(s->recording.empty());
  EXPECT_EQ(after(StartRecording{file, true})->recording, file);
  EXPECT_NE(after(StartRecording{folder.path() / "other.h5"})->message.find("already"), std::string::npos);
}

TEST_F(ExperimentTest, FramesByIntervalAndByTheClock) {
  Scenario sc = small_pipe();
  sc.run.output_interval = 0.2;
  sc.run.output_seconds = 0;
  after(LoadScenario{sc});
  after(StartRecording{folder.path() / "interval.h5"});
  after(slurry::Run{1.0, {}});
  turn(30);
  after(StopRecording{});
  EXPECT_EQ(Trajectory(folder.path() / "interval.h5").frames(), 6u);

  sc.run.output_interval = 0;
  sc.run.output_stride = 1000000;
  sc.run.output_seconds = 0.05;
  control->seconds_per_solve = 0.02;
  after(LoadScenario{sc});
  after(StartRecording{folder.path() / "clock.h5"});
  const auto start = Experiment::Clock::now();
  after(slurry::Run{{}, 12});
  turn(15);
  const double seconds = std::chrono::duration<double>(Experiment::Clock::now() - start).count();
  EXPECT_GE(now()->frames_recorded, 4);
  EXPECT_LE(static_cast<double>(now()->frames_recorded), 1 + seconds / 0.05);
}

TEST_F(ExperimentTest, ResetAndLoadEndTheRecording) {
  load();
  after(StartRecording{folder.path() / "a.h5"});
  after(StepOnce{});
  EXPECT_TRUE(after(LoadScenario{*now()->scenario, true})->recording.empty());
  EXPECT_EQ(Trajectory(folder.path() / "a.h5").frames(), 2u);
}

TEST_F(ExperimentTest, SliceComesAtItsRateAndWithinItsShareOfTheTime) {
  load();
  control->seconds_per_field = 0.01;
  after(RequestField{"slice", FieldPlane{FieldPlane::Plane::yz, 3.0, {10, 8}}, 1000});
  const auto slice = now()->field();
  ASSERT_TRUE(slice);
  EXPECT_EQ(slice->plane().plane, FieldPlane::Plane::yz);
  EXPECT_EQ(slice->velocity.size(), 240u);
  EXPECT_DOUBLE_EQ(slice->lower[0], -5);
  std::size_t inside = 0;
  for (std::size_t i = 0; i < slice->body.size(); ++i) inside += slice->is_fluid(i);
  EXPECT_GT(inside, 30u);
  EXPECT_LT(inside, 80u);  // the corners are outside of the pipe
  turn(5);
  EXPECT_EQ(control->fields, 1);  // paused, and nothing changed
  control->seconds_per_solve = 0.001;
  after(slurry::Run{});
  const auto start = Experiment::Clock::now();
  const int before = control->fields;
  while (Experiment::Clock::now() - start < std::chrono::milliseconds(400)) turn();
  const int made = control->fields - before;
  EXPECT_GE(made, 2);
  EXPECT_LE(made * 0.01, 0.2 * 0.4 + 0.02);
  after(Pause{});
  after(RequestField{"slice", FieldPlane{}});
  EXPECT_FALSE(now()->field());
}

TEST_F(ExperimentTest, ErrorsAreMeasuredFromEnoughTargetsWithinATenthOfTheTime) {
  Scenario sc = small_pipe();
  set_option(sc, "domain.length=200");
  set_option(sc, "bodies.count=100");
  control->seconds_per_measurement = 0.005;
  control->seconds_per_solve = 0.001;
  after(LoadScenario{sc});
  after(SetErrorBudget{1000});
  after(slurry::Run{});
  const auto start = Experiment::Clock::now();
  while (Experiment::Clock::now() - start < std::chrono::milliseconds(700)) {
    turn();
    EXPECT_EQ(control->measurements == 0, std::isnan(now()->errors.velocity.measured));
  }
  EXPECT_LE(control->measurements * 0.005, 0.1 * 0.7 + 0.01);
  while (control->measurements < 9) turn();
  after(Pause{});
  EXPECT_NEAR(now()->errors.velocity.measured, 3e-4, 1e-7);
  EXPECT_GT(now()->errors.measured_at_step, 0);
  while (now()->errors.measured_at_step != now()->step || next != Experiment::Clock::time_point::max()) turn();
  const int done = control->measurements;
  turn(10);
  EXPECT_EQ(control->measurements, done);  // paused and measured: nothing more to do
}

TEST_F(ExperimentTest, PeriodOfTheFourSpheresIsMeasured) {
  after(LoadScenario{find_scenario("four_spheres")});
  after(slurry::Run{});
  turn(660);
  const auto s = now();
  EXPECT_EQ(s->state, SessionState::finished);
  EXPECT_DOUBLE_EQ(s->time, 650);
  EXPECT_NEAR(s->values.number("period"), 517.03598403, 1e-5);
}

TEST_F(ExperimentTest, AFirstStepThatPlansIsNotInTheTimeOfAStep) {
  load();
  control->seconds_per_solve = 0.2;
  after(StepOnce{1});
  EXPECT_GT(now()->seconds_per_step, 0.15);  // all that is known
  control->seconds_per_solve = 0;
  after(StepOnce{3});
  turn(3);
  EXPECT_EQ(now()->step, 4);
  EXPECT_LT(now()->seconds_per_step, 0.1);
  // Of ten that are alike one counts a tenth.
  control->seconds_per_solve = 0.2;
  after(StepOnce{1});
  const double after_one = now()->seconds_per_step;
  EXPECT_GT(after_one, 0.2 / 6);
  EXPECT_LT(after_one, 0.2);
}

TEST(Describe, TimesOfBothSumsAreNumbersOfCommonSize) {
  MobilityParameters p;
  p.bodies_choice.candidates.resize(2);
  Candidate &grid = p.bodies_choice.candidates[0], &pairs = p.bodies_choice.candidates[1];
  grid.engine = "ewald", pairs.engine = "direct";
  grid.predicted = 4e-3, pairs.predicted = 1.83e-7;
  pairs.error = 0;
  p.bodies_choice.taken = 1;
  p.bodies_choice.by = ChosenBy::prediction;
  p.bodies_sum.summary = "direct sum";
  EXPECT_EQ(describe(p, 2), "direct sum over 2 bodies (predicted 0.183 µs per call, ewald 4 ms)");
  grid.measured = 0.0293, pairs.measured = 1383.75;
  p.bodies_choice.taken = 0;
  p.bodies_choice.by = ChosenBy::measurement;
  const std::string ewald = describe(p, 100000);
  EXPECT_NE(ewald.find("(measured 29.3 ms per call, direct 1384 s)"), std::string::npos) << ewald;
}

}  // namespace
}  // namespace slurry
