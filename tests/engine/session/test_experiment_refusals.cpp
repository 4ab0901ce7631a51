// SPDX-License-Identifier: BSD-3-Clause
// Options that change during a run, and work that is refused, ended early or fails.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "experiment_test.hpp"

namespace slurry {
namespace {

namespace fs = std::filesystem;

TEST_F(ExperimentTest, OptionsChangeBetweenStepsAndAreInForceAtOnce) {
  load();
  const double before = now()->values.number("mean_settling_velocity");
  auto s = after(SetOption{"fluid.viscosity", "0.10610329539459690"});
  EXPECT_NEAR(s->values.number("mean_settling_velocity"), before / 2, 1e-9);
  s = after(SetOption{"gravity.direction", "[0, 0, -1]"});
  EXPECT_LT(s->values.list("mean_velocity")[2], 0);
  EXPECT_NEAR(s->values.list("net_force")[2], -12, 1e-12);
  s = after(SetOption{"bodies.force", "-3"});
  EXPECT_NEAR(s->values.list("net_force")[2], 36, 1e-12);
  s = after(SetOption{"flow.net_flow", "{ flux = 7 }"});
  EXPECT_EQ(s->values.number("flux"), 7);
  const int made = control->made;
  s = after(SetOption{"solver.tolerance", "1e-6"});
  EXPECT_EQ(s->errors.velocity.asked, 1e-6);
  EXPECT_EQ(control->made, made + 1);
  s = after(SetOption{"solver.variants", "P2P=per_target"});
  EXPECT_EQ(s->scenario->solver.variants, "P2P=per_target");
  EXPECT_EQ(control->made, made + 2);
  s = after(SetOption{"integrator.time_step", "0.01"});
  EXPECT_DOUBLE_EQ(after(StepOnce{})->time, 0.01);
}

TEST_F(ExperimentTest, OptionsThatMayNotChangeAreRefusedAndNothingIsTouched) {
  load();
  const auto before = now();
  for (const SetOption& o : {SetOption{"domain.radius", "6"}, SetOption{"bodies.count", "3"},
                             SetOption{"solver.method", "direct"}, SetOption{"fluid.viscosity", "-1"},
                             SetOption{"fluid.viscosty", "1"}, SetOption{"solver.variants", "P2P=quick"}}) {
    const auto s = after(o);
    EXPECT_EQ(s->message_command, number) << o.key;
    EXPECT_NE(s->message.find(o.key), std::string::npos) << s->message;
    EXPECT_EQ(s->velocities, before->velocities);
    EXPECT_EQ(s->state, SessionState::paused);
    EXPECT_EQ(s->scenario->domain.radius, 5);
  }
}

TEST_F(ExperimentTest, AnOptionThatCannotBeSolvedWithIsTakenBack) {
  load();
  const auto before = now();
  control->fail_at_solve = control->solves + 1;
  const auto s = after(SetOption{"fluid.viscosity", "5"});
  EXPECT_EQ(s->message_command, number);
  EXPECT_EQ(s->scenario->viscosity, before->scenario->viscosity);
  EXPECT_EQ(s->velocities, before->velocities);
  EXPECT_EQ(after(StepOnce{})->step, 1);
}

/// At a stop beside the run a refused option changes nothing: the run goes on from its own last state, at time 0.1.
TEST_F(ExperimentTest, AnOptionThatIsRefusedBesideTheRunLeavesTheRunsOwnState) {
  load();
  after(slurry::Run{0.12, {}});
  turn(10);
  ASSERT_EQ(now()->time, 0.12);
  control->fail_at_solve = control->solves + 1;
  ASSERT_FALSE(after(SetOption{"fluid.viscosity", "5"})->message.empty());
  after(slurry::Run{{}, 1});
  turn(2);
  EXPECT_DOUBLE_EQ(now()->time, 0.15);
  EXPECT_EQ(now()->step, 3);
}

/// Somebody who asks for an end hears of no set-up any more, and a recording that has not begun leaves no file; steps
/// are taken and a recording is ended all the same.
TEST_F(ExperimentTest, LongWorkEndsWhereThatIsAskedAndStepsDoNot) {
  load();
  ASSERT_TRUE(after(StartRecording{folder.path() / "begun.h5"})->message.empty());
  experiment.interruption.ask();
  EXPECT_EQ(after(LoadScenario{small_pipe()})->message_command, number);
  EXPECT_EQ(after(StepOnce{})->step, 1);
  EXPECT_NE(after(StopRecording{})->message_command, number);
  EXPECT_GE(now()->frames_recorded, 2);
  EXPECT_EQ(after(StartRecording{folder.path() / "other.h5"})->message_command, number);
  EXPECT_FALSE(fs::exists(folder.path() / "other.h5"));
}

/// Between the parts of a solve the engine looks whether somebody has asked, but not in a step.
TEST_F(ExperimentTest, ASolveEndsBetweenItsParts) {
  for (const char* domain : {"[domain]\nradius = 5\nlength = 20\n", "[domain]\nkind = \"free-space\"\n"}) {
    int parts = 0, last = 1 << 20;
    Experiment real([&](PointMobilitySetup s) {
      s.between_parts = [&, asked = s.between_parts] {
        if (++parts == last) real.interruption.ask();
        asked();
      };
      return make_point_mobility(s);
    });
    const auto run = [&](Command c) {
      real.commands.push(std::move(c));
      real.turn({"Test", 1, "0"});
      return real.snapshots.latest();
    };
    const std::string text = std::string("schema = 1\n") + domain + "[[bodies]]\npositions = [[0,1,0], [4,0,0]]\n";
    const Scenario s = parse_scenario(text, "x.toml");
    ASSERT_TRUE(run(LoadScenario{s})->message.empty()) << run(Pause{})->message;
    EXPECT_GE(parts, 2);
    parts = 0;
    last = 2;
    EXPECT_FALSE(run(LoadScenario{s})->message.empty());
    EXPECT_EQ(parts, 2);  // and not one more
    EXPECT_EQ(run(StepOnce{})->step, 1);
    real.end();
  }
}

TEST_F(ExperimentTest, FailureKeepsTheLastGoodStateAndTheNextRunWorks) {
  load();
  after(StepOnce{2});
  turn(2);
  const auto good = now();
  for (const bool infinite : {false, true}) {
    (infinite ? control->infinite_at_solve : control->fail_at_solve) = control->solves + 1;
    after(slurry::Run{});
    turn(3);
    const auto s = now();
    EXPECT_EQ(s->state, SessionState::failed);
    EXPECT_FALSE(s->message.empty());
    EXPECT_EQ(s->step, infinite ? 0 : good->step);
    EXPECT_TRUE(infinite || s->positions == good->positions);
    EXPECT_NE(after(slurry::Run{})->message.find("reset"), std::string::npos);
    EXPECT_EQ(after(LoadScenario{*now()->scenario, true})->state, SessionState::paused);
    EXPECT_TRUE(now()->message.empty());
  }
  EXPECT_EQ(after(StepOnce{})->step, 1);
}

TEST_F(ExperimentTest, AScenarioThatCannotBeLoadedLeavesTheOldOne) {
  load();
  after(StepOnce{});
  control->fail_at_solve = control->solves + 1;
  const auto s = after(LoadScenario{small_pipe()});
  EXPECT_EQ(s->message_command, number);
  EXPECT_EQ(s->step, 1);
  EXPECT_EQ(s->scenario_generation, 1u);
  EXPECT_EQ(after(LoadScenario{small_pipe()})->scenario_generation, 2u);
}

}  // namespace
}  // namespace slurry
