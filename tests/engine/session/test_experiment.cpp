// SPDX-License-Identifier: BSD-3-Clause
// What commands mean and in which order, without threads: the test takes the turns.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <set>

#include "session/experiment.hpp"
#include "slurry/error.hpp"
#include "slurry/trajectory.hpp"
#include "support/simple_mobility.hpp"
#include "support/temporary_folder.hpp"

namespace slurry {
namespace {

namespace fs = std::filesystem;
using testing_support::MobilityControl;
using testing_support::SimpleMobility;

Scenario small_pipe() {
  return parse_scenario(R"(
schema = 1
[domain]
radius = 5
length = 20
[[bodies]]
count = 12
[integrator]
time_step = 0.05
adaptive = false
)",
                        "small.toml");
}

class ExperimentTest : public testing::Test {
 protected:
  ExperimentTest()
      : control(std::make_shared<MobilityControl>()),
        experiment([c = control](const PointMobilitySetup& s) { return std::make_unique<SimpleMobility>(s, c); }) {
    experiment.commands.push(SetErrorBudget{0});
    turn();
  }
  ~ExperimentTest() override { experiment.end(); }

  void turn(int n = 1) {
    for (int i = 0; i < n; ++i) next = experiment.turn({"Test", 1, "0"});
  }
  std::shared_ptr<const Snapshot> now() const { return experiment.snapshots.latest(); }
  /// Posts, takes one turn, and returns the newest snapshot.
  std::shared_ptr<const Snapshot> after(Command c) {
    number = experiment.commands.push(std::move(c));
    turn();
    return now();
  }
  void load() { ASSERT_EQ(after(LoadScenario{small_pipe()})->state, SessionState::paused); }

  std::shared_ptr<MobilityControl> control;
  Experiment experiment;
  test::TemporaryFolder folder;
  CommandNumber number = 0;
  Experiment::Clock::time_point next;
};

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

TEST_F(ExperimentTest, WhereNothingIsSummedTheSummaryNamesNoGrid) {
  const auto s = after(LoadScenario{find_scenario("sphere_in_poiseuille")});
  EXPECT_EQ(s->solver_summary, "No forces: no hydrodynamic sum needed");
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
