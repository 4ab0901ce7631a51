// SPDX-License-Identifier: BSD-3-Clause
// What commands mean and in which order.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "experiment_test.hpp"

namespace slurry {
namespace {

TEST_F(ExperimentTest, LongPlacement_TellsHowFarItIs_BeforeTheCommandIsAnswered) {
  const Scenario dense = parse_scenario(
      "schema = 1\n[domain]\nkind = \"periodic-3\"\n[[bodies]]\ncount = 300\nvolume_fraction = 0.42\n[run]\n"
      "placement_seconds = 1000\n",
      "dense.toml");
  std::vector<double> done;
  std::this_thread::sleep_for(std::chrono::milliseconds(250));  // it tells at most five times a second
  experiment.snapshots.set_listener([&] {
    const auto s = now();
    if (s->task.empty() || s->task == "setting up the scenario") return;
    EXPECT_TRUE(s->task.starts_with("placing the bodies: ")) << s->task;
    EXPECT_LT(s->last_command, number);
    done.push_back(s->task_done);
  });
  number = experiment.commands.push(LoadScenario{dense});
  turn();
  experiment.snapshots.set_listener({});
  EXPECT_TRUE(now()->task.empty());
  EXPECT_EQ(now()->radii.size(), 300u);
  EXPECT_GE(done.size(), 1u);
  for (double d : done) EXPECT_TRUE(d >= 0 && d <= 1) << d;
}

TEST_F(ExperimentTest, LoadIsPausedAtTime0_WithAllOfASnapshot) {
  const auto s = after(LoadScenario{small_pipe()});
  EXPECT_EQ(s->state, SessionState::paused);
  EXPECT_EQ(s->last_command, number);
  EXPECT_EQ(s->step, 0);
  EXPECT_EQ(s->time, 0);
  EXPECT_EQ(s->scenario_generation, 1u);
  EXPECT_EQ(s->positions.size(), 36u);
  EXPECT_EQ(s->images.size(), 36u);
  EXPECT_EQ(s->velocities.size(), 36u);
  EXPECT_EQ(s->forces.size(), 36u);
  EXPECT_EQ(s->radii.size(), 12u);
  EXPECT_EQ(s->groups.size(), 12u);
  EXPECT_GT(s->values.number("mean_settling_velocity"), 0.9);
  EXPECT_GE(s->values.number("min_gap"), -1e-6);
  EXPECT_GE(s->values.number("min_wall_gap"), -1e-6);
  EXPECT_NEAR(s->values.list("net_force")[0], 12, 1e-12);
  EXPECT_EQ(s->errors.velocity.asked, 1e-3);
  EXPECT_TRUE(s->message.empty());
  EXPECT_FALSE(s->solver_summary.empty());
  turn(20);
  EXPECT_EQ(now()->step, 0);
  EXPECT_EQ(next, Experiment::Clock::time_point::max());  // nothing to do: no turn before a command comes
}

TEST_F(ExperimentTest, CommandsWithoutAScenarioAreAnsweredWithASentence) {
  for (const Command& c :
       {Command(slurry::Run{}), Command(StepOnce{}), Command(Reverse{}), Command(SetOption{"fluid.viscosity", "2"}),
        Command(StartRecording{folder.path() / "x.h5"})}) {
    const auto s = after(c);
    EXPECT_EQ(s->state, SessionState::empty);
    EXPECT_EQ(s->last_command, number);
    EXPECT_EQ(s->message_command, number);
    EXPECT_NE(s->message.find("load one first"), std::string::npos);
  }
}

TEST_F(ExperimentTest, RunStepsUntilPauseWhichKeepsTheState) {
  load();
  after(slurry::Run{});
  turn(9);
  auto s = after(Pause{});
  EXPECT_EQ(s->state, SessionState::paused);
  EXPECT_EQ(s->step, 10);
  EXPECT_NEAR(s->time, 0.5, 1e-12);
  const auto positions = s->positions;
  turn(5);
  EXPECT_EQ(now()->positions, positions);
  after(slurry::Run{});
  EXPECT_EQ(after(Pause{})->step, 11);
}

TEST_F(ExperimentTest, AnEndlessRunPassesTheScenariosOwnEnd) {
  Scenario s = small_pipe();
  s.run.steps = 6;
  after(LoadScenario{s});
  after(slurry::Run{.endless = true});
  turn(10);
  EXPECT_EQ(now()->state, SessionState::running);
  EXPECT_GT(after(Pause{})->step, 6);
}

TEST_F(ExperimentTest, EveryStartIsARunOfItsOwn_AndItsMomentsSayWhich) {
  load();
  const auto first = after(RequestMoments{1000})->run;
  EXPECT_GT(first, 0u);
  const auto taken = experiment.moments.take();
  ASSERT_FALSE(taken.empty());
  EXPECT_EQ(taken.front()->run, first);
  const auto blocks = blocks_of(*taken.front());
  std::size_t sum = 0;
  std::set<const void*> seen;
  for (const MemoryBlock& b : blocks) sum += b.bytes;
  EXPECT_EQ(sum, size_in_bytes(*taken.front(), seen));
  const auto branch = after(LoadState{.moment = taken.front()});
  EXPECT_GT(branch->run, first);
  EXPECT_EQ(branch->last_command, branch->run);
  EXPECT_EQ(experiment.moments.take().back()->run, branch->run);
  EXPECT_NE(after(LoadState{.file = folder.path() / "none.h5"})->message, "");
  EXPECT_EQ(now()->run, branch->run);  // a refused one is no start
}

TEST_F(ExperimentTest, RunToATimePausesExactlyThere_AndTheRunGoesOnAsWithoutThePause) {
  load();
  after(slurry::Run{0.12, {}});
  turn(10);
  EXPECT_EQ(now()->state, SessionState::paused);
  EXPECT_EQ(now()->time, 0.12);
  EXPECT_EQ(now()->step, 3);
  after(slurry::Run{0.1, {}});  // passed already
  EXPECT_EQ(now()->state, SessionState::paused);
  EXPECT_EQ(now()->time, 0.1);
  EXPECT_EQ(now()->step, 2);
  after(slurry::Run{{}, 1});
  turn(2);
  EXPECT_DOUBLE_EQ(now()->time, 0.15);
  EXPECT_EQ(now()->step, 3);
}

TEST_F(ExperimentTest, RunForStepsAndTheScenariosOwnEnd) {
  Scenario s = small_pipe();
  s.run.steps = 6;
  after(LoadScenario{s});
  after(slurry::Run{{}, 2});
  turn(5);
  EXPECT_EQ(now()->step, 2);
  EXPECT_EQ(now()->state, SessionState::paused);
  after(slurry::Run{});
  turn(10);
  EXPECT_EQ(now()->step, 6);
  EXPECT_EQ(now()->state, SessionState::finished);
  after(slurry::Run{});  // and on past the end, when told again
  turn(4);
  EXPECT_EQ(now()->state, SessionState::running);
  EXPECT_EQ(after(Pause{})->step, 11);
}

TEST_F(ExperimentTest, StepIsAnsweredWhenItIsTaken) {
  load();
  auto s = after(StepOnce{});
  EXPECT_EQ(s->step, 1);
  EXPECT_EQ(s->state, SessionState::paused);
  EXPECT_EQ(s->last_command, number);
  const CommandNumber three = experiment.commands.push(StepOnce{3});
  turn();
  EXPECT_LT(now()->last_command, three);
  turn(2);
  EXPECT_EQ(now()->last_command, three);
  EXPECT_EQ(now()->step, 4);
}

TEST_F(ExperimentTest, CommandsAfterAStepWaitForIt) {
  load();
  experiment.commands.push(StepOnce{});
  experiment.commands.push(SetOption{"fluid.viscosity", "0.1"});
  experiment.commands.push(StepOnce{});
  turn(4);
  EXPECT_EQ(now()->step, 2);
  EXPECT_DOUBLE_EQ(now()->scenario->viscosity, 0.1);
  EXPECT_EQ(now()->last_command, 5u);
}

TEST_F(ExperimentTest, PauseEndsALongStepAfterTheStepUnderWay) {
  load();
  experiment.commands.push(StepOnce{1000});
  turn(3);
  const auto s = after(Pause{});
  EXPECT_EQ(s->state, SessionState::paused);
  EXPECT_EQ(s->step, 3);
  EXPECT_EQ(s->last_command, number);
}

TEST_F(ExperimentTest, ResetGoesBackToTheSeedAndKeepsChangedOptions) {
  load();
  const auto start = now()->positions;
  after(SetOption{"fluid.viscosity", "0.1"});
  after(slurry::Run{});
  turn(5);
  auto s = after(LoadScenario{*now()->scenario, true});
  EXPECT_EQ(s->state, SessionState::paused);
  EXPECT_EQ(s->step, 0);
  EXPECT_EQ(s->time, 0);
  EXPECT_EQ(s->positions, start);
  EXPECT_DOUBLE_EQ(s->scenario->viscosity, 0.1);
  EXPECT_EQ(s->scenario_generation, 1u);  // the same bodies in the same domain
  Scenario other = *s->scenario;
  other.run.seed = 99;
  s = after(LoadScenario{other, true});
  EXPECT_NE(s->positions, start);
  EXPECT_EQ(s->scenario->run.seed, 99u);
}

TEST_F(ExperimentTest, SpeedThrottlesWithoutHoldingUpCommands) {
  load();
  after(SetSpeed{20});
  after(slurry::Run{});
  const auto start = Experiment::Clock::now();
  int turns = 0;
  while (Experiment::Clock::now() - start < std::chrono::milliseconds(500)) {
    turn();
    ++turns;
    EXPECT_LE(next, Experiment::Clock::now() + std::chrono::milliseconds(60));
    std::this_thread::sleep_until(std::min(next, start + std::chrono::milliseconds(500)));
  }
  const auto s = after(Pause{});
  EXPECT_GE(s->step, 2);  // ten, less what a busy machine oversleeps
  EXPECT_LE(s->step, 12);
  EXPECT_LT(turns, 60);  // it sleeps between the steps
}

TEST_F(ExperimentTest, TheSameScenarioAndSeedGiveTheSameBits) {
  std::vector<double> first;
  for (int pass = 0; pass < 2; ++pass) {
    Scenario sc = small_pipe();
    sc.integrator.adaptive = true;
    after(LoadScenario{sc});
    after(slurry::Run{{}, 60});
    turn(pass ? 20 : 70);
    if (pass) {  // pausing in between changes nothing
      after(Pause{});
      const long left = 60 - now()->step;
      after(slurry::Run{{}, left});
      turn(70);
    }
    EXPECT_EQ(now()->step, 60);
    if (pass == 0) first = now()->positions;
  }
  EXPECT_EQ(now()->positions, first);
}

}  // namespace
}  // namespace slurry
