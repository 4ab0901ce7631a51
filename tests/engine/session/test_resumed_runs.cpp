// SPDX-License-Identifier: BSD-3-Clause
// A run that was stopped by time or by steps, written to a file and gone on with, against the same run in one piece:
// bit for bit, with every integrator and every kind of body and domain.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "session/experiment.hpp"
#include "session/simulation.hpp"
#include "slurry/option_table.hpp"
#include "slurry/trajectory.hpp"
#include "support/temporary_folder.hpp"

namespace slurry {
namespace {

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), 8 * a.size()) == 0);
}

LoadState from_file(const std::filesystem::path& file, std::optional<long> frame = {}) {
  LoadState load;
  load.file = file;
  load.frame = frame;
  return load;
}

/// An experiment on this thread.
class Driver {
 public:
  std::shared_ptr<const Snapshot> after(const Command& c) {
    const CommandNumber number = experiment_.commands.push(c);
    do experiment_.turn(runtime_);
    while (now()->last_command < number || now()->state == SessionState::running);
    EXPECT_TRUE(now()->message.empty()) << now()->message;
    return now();
  }

 private:
  std::shared_ptr<const Snapshot> now() { return experiment_.snapshots.latest(); }

  Experiment experiment_;
  RuntimeInfo runtime_{"OpenMP", 2, "4"};
};

void expect_same(const Snapshot& a, const Snapshot& b) {
  EXPECT_EQ(a.step, b.step);
  EXPECT_EQ(a.time, b.time);  // not rounded
  EXPECT_TRUE(same_bits(a.positions, b.positions));
  EXPECT_TRUE(same_bits(a.velocities, b.velocities));
  EXPECT_TRUE(same_bits(a.directors, b.directors));
  EXPECT_TRUE(same_bits(a.rates, b.rates));
  EXPECT_TRUE(same_bits(a.forces, b.forces));
  EXPECT_EQ(a.images, b.images);
  for (const Quantity& q : *a.values.table()) {
    const auto x = a.values.list(q.name), y = b.values.list(q.name);
    EXPECT_TRUE(same_bits({x.begin(), x.end()}, {y.begin(), y.end()})) << q.name;
  }
  EXPECT_EQ(a.errors.measured_at_step, b.errors.measured_at_step);
  EXPECT_TRUE(same_bits({a.errors.uncertainty}, {b.errors.uncertainty}));
}

struct System {
  const char* name;
  std::string text;
  double time_step;
};

const std::string pipe = "[domain]\nradius = 4\nlength = 24\n";
const std::string free_space = "[domain]\nkind = \"free-space\"\n";
const std::string cube = "[domain]\nkind = \"periodic-3\"\ncell = [20, 20, 20]\n";
const std::string row = "[domain]\nkind = \"periodic-1\"\nlength = 20\n";
const std::string tilted = "[gravity]\ndirection = [3, 2, 1]\n";
const std::string four = "[[bodies]]\npositions = [[2, 0, 0], [4.05, 0.3, 0], [9, -1.5, 1], [15, 0, 2.4]]\n";
const std::string small = "[[bodies]]\nradius = 0.5\npositions = [[6, 1, 1], [7.2, 1, 1], [12, -2, 0]]\n";
const std::string rods =
    "[[bodies]]\nkind = \"rod\"\nradius = 0.3\naspect = 5\npositions = [[3, 0, 0], [8, -1, 1], [9, 1, -0.5]]\n";
const std::string beside =  // the four spheres
    "[[bodies]]\nkind = \"rod\"\nradius = 0.3\naspect = 5\npositions = [[3, 5, 0], [8, 4, 1]]\n";
const std::string chains = rods + "model = \"chain\"\n";
const std::string open = "[flow]\nnet_flow = \"zero-gradient\"\n";
const std::string exact = "[solver]\ndeterministic = true\n";
const std::string friction = "lubrication = \"exact\"\n";
const std::string repulsion = "repulsion_force = 2\nrepulsion_range = 0.1\n";
const std::string turning = "[driving]\nkind = \"reversing\"\nperiod = 1.7\n";

const std::vector<System>& systems() {
  static const std::vector<System> all{
      {"ClosedPipe", pipe + tilted + four + exact, 0.2},
      {"OpenPipe", pipe + tilted + open + four + exact, 0.2},
      {"TwoSizesInAPipe", pipe + tilted + four + small + exact, 0.2},
      {"LubricatedPipe", pipe + tilted + four + exact + friction, 0.1},
      {"RepellingPipe", pipe + tilted + four + exact + repulsion, 0.1},
      {"ChainsInAPipe", pipe + tilted + chains + exact, 0.5},
      {"LinesInAPipe", pipe + tilted + rods + exact, 0.5},
      {"SpheresAndLinesInFreeSpace", free_space + four + beside + exact, 0.3},
      {"ChainsInShear", free_space + chains + "force = 0\n[flow]\nshear_rate = 1\n" + exact, 0.1},
      {"ReversingDrive", free_space + four + turning + exact, 0.2},
      {"RowOfPeriods", row + four + exact, 0.2},
      {"Cube", cube + tilted + four + exact + "method = \"ewald\"\n", 0.2},
      {"LubricatedCube", cube + tilted + four + small + exact + "method = \"ewald\"\n" + friction, 0.1},
      {"LinesInACube", cube + tilted + rods + exact + "method = \"ewald\"\n", 0.5}};
  return all;
}

/// Each integrator, in fixed and in adaptive steps.
class ResumedRuns : public testing::TestWithParam<std::tuple<std::size_t, std::string, bool>> {
 protected:
  Scenario scenario() const {
    const auto& [system, kind, adaptive] = GetParam();
    const System& s = systems()[system];
    Scenario out = parse_scenario("schema = 1\n" + s.text + "[integrator]\nkind = \"" + kind +
                                      "\"\ntime_step = " + std::to_string(s.time_step) +
                                      "\nadaptive = " + (adaptive ? "true" : "false") + "\n",
                                  "x.toml");
    return out;
  }
  double time_step() const { return systems()[std::get<0>(GetParam())].time_step; }

  test::TemporaryFolder folder_;
};

TEST_P(ResumedRuns, GiveTheBitsOfTheStraightOne_StoppedByTimeAndBySteps) {
  Scenario s = scenario();
  s.run.output_interval = 3.3 * time_step();  // between the steps
  s.run.output_seconds = 0;
  const auto file = [this](const char* name) { return folder_.path() / name; };
  const double end = 10 * time_step();
  Driver straight, stopped;
  straight.after(LoadScenario{s});
  const auto whole = straight.after(slurry::Run{end, {}});

  stopped.after(LoadScenario{s});
  stopped.after(StartRecording{file("a.h5")});
  const auto first = stopped.after(slurry::Run{3.77 * time_step(), {}});
  EXPECT_EQ(first->time, 3.77 * time_step());  // exactly, though no step of the run ends there
  stopped.after(StopRecording{});
  stopped.after(from_file(file("a.h5")));
  stopped.after(StartRecording{file("b.h5")});
  stopped.after(slurry::Run{{}, 2});
  stopped.after(StopRecording{});
  stopped.after(from_file(file("b.h5")));
  expect_same(*stopped.after(slurry::Run{end, {}}), *whole);
}

INSTANTIATE_TEST_SUITE_P(All, ResumedRuns,
                         testing::Combine(testing::Range<std::size_t>(0, systems().size()),
                                          testing::Values("euler", "adams-bashforth-2", "midpoint", "rk4",
                                                          "implicit-midpoint", "dormand-prince"),
                                          testing::Bool()),
                         [](const auto& info) {
                           std::string name = std::string(systems()[std::get<0>(info.param)].name) + "_" +
                                              std::get<1>(info.param) +
                                              (std::get<2>(info.param) ? "_adaptive" : "_fixed");
                           for (char& c : name)
                             if (c == '-') c = '_';
                           return name;
                         });

/// Steps end at the multiples of the interval, whatever rules their length and wherever the recording began.
TEST(OutputTimes, AreMetByEveryIntegrator) {
  test::TemporaryFolder folder;
  for (const char* kind : {"euler", "adams-bashforth-2", "midpoint", "rk4", "implicit-midpoint", "dormand-prince"})
    for (const bool adaptive : {false, true}) {
      Scenario s = parse_scenario(
          std::string("schema = 1\n") + free_space + four + exact + "[integrator]\ntime_step = 0.4\n", "x.toml");
      set_options(s, {std::string("integrator.kind=") + kind,
                      std::string("integrator.adaptive=") + (adaptive ? "true" : "false"), "output.interval=0.7"});
      Driver d;
      d.after(LoadScenario{s});
      d.after(slurry::Run{{}, 1});
      const double began = d.after(StartRecording{folder.path() / "run.h5", true})->time;
      d.after(slurry::Run{3.0, {}});
      d.after(StopRecording{});
      const Trajectory t(folder.path() / "run.h5");
      ASSERT_GE(t.frames(), 5u) << kind;
      EXPECT_EQ(t.frame(0)->time, began);
      for (std::size_t k = 1; k < 5; ++k) EXPECT_NEAR(t.frame(k)->time, 0.7 * static_cast<double>(k), 1e-9) << kind;
    }
}

/// A run in one piece may be told to stop anywhere and to go on: nothing of it changes.
TEST(Stops, ChangeNothing_InTheSameSessionToo) {
  Scenario s = parse_scenario(std::string("schema = 1\n") + free_space + four + exact + turning, "x.toml");
  set_options(s, {"integrator.time_step=0.2", "integrator.adaptive=false"});
  Driver straight, stopped;
  straight.after(LoadScenario{s});
  stopped.after(LoadScenario{s});
  EXPECT_EQ(stopped.after(slurry::Run{0.73, {}})->time, 0.73);
  EXPECT_EQ(stopped.after(slurry::Run{0.74, {}})->time, 0.74);
  EXPECT_EQ(stopped.after(StepOnce{})->step, 4);
  EXPECT_EQ(stopped.after(slurry::Run{1.6, {}})->time, 1.6);
  expect_same(*stopped.after(slurry::Run{{}, 7}), *straight.after(slurry::Run{{}, 15}));
}

/// A recording that begins at a stop beside the run begins with what is seen there, and its next frame is a whole step
/// on.
TEST(Stops, AreWhereARecordingBegins) {
  test::TemporaryFolder folder;
  Scenario s = parse_scenario(std::string("schema = 1\n") + free_space + four + exact, "x.toml");
  set_options(s, {"integrator.time_step=0.2", "integrator.adaptive=false", "integrator.kind=euler", "output.stride=1"});
  Driver d;
  d.after(LoadScenario{s});
  d.after(slurry::Run{0.73, {}});
  d.after(StartRecording{folder.path() / "a.h5"});
  d.after(slurry::Run{{}, 2});
  d.after(StopRecording{});
  const Trajectory t(folder.path() / "a.h5");
  ASSERT_EQ(t.frames(), 3u);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(t.frame(k)->time, 0.73 + 0.2 * static_cast<double>(k), 1e-12) << k;
  // Euler's rule: each frame is the one before it, moved by its velocities
  for (std::size_t k = 0; k < 2; ++k)
    for (std::size_t i = 0; i < 12; ++i)
      EXPECT_NEAR(t.frame(k + 1)->positions[i] - t.frame(k)->positions[i], 0.2 * t.frame(k)->velocities[i], 1e-12);
}

/// What a person changes at a stop is changed in what is seen, and the run goes on from there.
TEST(Stops, AreThePlaceOfAChange) {
  Scenario s = parse_scenario(std::string("schema = 1\n") + free_space + four + exact, "x.toml");
  set_options(s, {"integrator.time_step=0.2", "integrator.adaptive=false"});
  Driver d;
  d.after(LoadScenario{s});
  d.after(slurry::Run{0.7, {}});
  d.after(Reverse{});
  const auto next = d.after(StepOnce{});
  EXPECT_DOUBLE_EQ(next->time, 0.9);
  const auto back = d.after(slurry::Run{1.4, {}});
  EXPECT_EQ(back->time, 1.4);
  EXPECT_NEAR(back->positions[0], 2, 2e-3);  // where it began, to the order of the steps
}

/// Time is the count of steps times the step; after a change of the step it counts from there.
TEST(Times, AreCountedAndNotAddedUp) {
  Scenario s = parse_scenario("schema = 1\n" + free_space + "[[bodies]]\npositions = [[0, 0, 0]]\n", "x.toml");
  for (const bool adaptive : {false, true}) {
    set_options(s, {"integrator.time_step=0.1", std::string("integrator.adaptive=") + (adaptive ? "true" : "false")});
    Simulation sim(s);
    for (long n = 1; n <= 30000; ++n) {
      sim.step();
      ASSERT_EQ(sim.state().time, static_cast<double>(n) * 0.1) << n;
    }
    sim.set_option("integrator.time_step", "0.3");
    for (long n = 1; n <= 1000; ++n) {
      sim.step();
      ASSERT_EQ(sim.state().time, 3000 + static_cast<double>(n) * 0.3) << n;
    }
  }
}

/// Multiples of the interval are met exactly, where steps choose their length and where they are cut.
TEST(Times, OfFramesAreMultiplesOfTheInterval) {
  for (const char* kind : {"adams-bashforth-2", "dormand-prince"})
    for (const double interval : {0.3, 0.7}) {
      Scenario s = parse_scenario(std::string("schema = 1\n") + free_space + four + exact, "x.toml");
      set_options(s, {std::string("integrator.kind=") + kind, "integrator.time_step=0.1",
                      "output.interval=" + std::to_string(interval)});
      Simulation sim(s);
      long k = 1;
      while (k < 200) {
        sim.step();
        const double next = interval * static_cast<double>(k);
        ASSERT_LE(sim.state().time, next) << kind;
        if (sim.state().time > next - 1e-6) {
          ASSERT_EQ(sim.state().time, next) << kind;
          ++k;
        }
      }
    }
}

/// A file has the error of the step over S.  A run that goes on from a frame has it as the run had it there, also where
/// the bodies are slower than each alone.
TEST(Branches, HaveTheErrorOfTheStepThatLedThere) {
  test::TemporaryFolder folder;
  Scenario s = parse_scenario(std::string("schema = 1\n") + pipe + tilted + four + exact, "x.toml");
  set_options(s, {"integrator.time_step=0.2", "integrator.adaptive=false", "output.stride=1"});
  Driver d;
  d.after(LoadScenario{s});
  d.after(StartRecording{folder.path() / "a.h5"});
  d.after(slurry::Run{{}, 4});
  const auto there = d.after(Pause{});
  d.after(slurry::Run{{}, 4});
  d.after(StopRecording{});
  ASSERT_EQ(there->step, 4);
  ASSERT_LT(there->errors.rms_velocity, 0.8 * there->errors.scale);
  ASSERT_GT(there->errors.time_step.measured, 0);
  const auto again = d.after(from_file(folder.path() / "a.h5", 4));
  ASSERT_EQ(again->step, 4);
  EXPECT_NEAR(again->errors.time_step.measured / there->errors.time_step.measured, 1, 1e-6);
}

/// From a frame in the middle, and with nothing else left: times, images and totals go on.
TEST(Branches, GoOnFromAnyFrame) {
  test::TemporaryFolder folder;
  Scenario s = parse_scenario(std::string("schema = 1\n") + row + four + exact, "x.toml");
  set_options(s, {"integrator.time_step=0.5", "integrator.adaptive=false", "output.stride=5"});
  Driver d;
  d.after(LoadScenario{s});
  d.after(StartRecording{folder.path() / "whole.h5"});
  const auto whole = d.after(slurry::Run{{}, 60});
  d.after(StopRecording{});
  const Trajectory t(folder.path() / "whole.h5");
  for (const long k : {0, 4, 11}) {
    const auto frame = t.frame(static_cast<std::size_t>(k));
    const auto from = d.after(from_file(folder.path() / "whole.h5", k));
    EXPECT_TRUE(from->from_last_frame);
    EXPECT_EQ(from->step, 5 * k);
    EXPECT_EQ(from->time, 0.5 * static_cast<double>(5 * k));
    EXPECT_EQ(from->images, frame->images);
    for (const char* name : {"average_settling_velocity", "work_of_gravity", "potential_energy_loss", "smallest_gap",
                             "initial_settling_velocity"})
      EXPECT_EQ(from->values.number(name), frame->values.number(name)) << name;
    const auto end = d.after(slurry::Run{{}, 60 - 5 * k});
    EXPECT_EQ(end->time, whole->time);
    EXPECT_EQ(end->images, whole->images);
    for (std::size_t i = 0; i < end->positions.size(); ++i) EXPECT_NEAR(end->positions[i], whole->positions[i], 1e-3);
    for (const char* name : {"average_settling_velocity", "work_of_gravity", "potential_energy_loss", "smallest_gap"})
      EXPECT_NEAR(end->values.number(name), whole->values.number(name), 1e-4 * std::abs(whole->values.number(name)))
          << name;
  }
}

/// A run that turns round goes on from any frame: with the sense of its forces, and with its way out.
TEST(Branches, KnowTheWayOut) {
  test::TemporaryFolder folder;
  Scenario s = parse_scenario(std::string("schema = 1\n") + free_space + four + exact, "x.toml");
  set_options(s, {"integrator.kind=rk4", "integrator.time_step=0.5", "integrator.adaptive=false", "output.stride=2",
                  "run.reverse_at=8"});
  Driver d;
  d.after(LoadScenario{s});
  d.after(StartRecording{folder.path() / "whole.h5"});
  const auto whole = d.after(slurry::Run{16.0, {}});
  d.after(StopRecording{});
  EXPECT_LT(whole->values.number("return_error"), 1e-4);
  const Trajectory t(folder.path() / "whole.h5");
  for (const long k : {3, 8, 12}) {  // on the way out, where it turns, on the way back
    const auto frame = t.frame(static_cast<std::size_t>(k));
    d.after(from_file(folder.path() / "whole.h5", k));
    const auto next = d.after(slurry::Run{{}, 2});
    for (std::size_t i = 0; i < next->positions.size(); ++i)
      EXPECT_NEAR(next->positions[i], t.frame(static_cast<std::size_t>(k) + 1)->positions[i], 1e-9) << k;
    const auto end = d.after(slurry::Run{16.0, {}});
    EXPECT_NEAR(end->values.number("return_error"), whole->values.number("return_error"), 1e-9) << k;
    EXPECT_NEAR(end->values.number("reversal_error"), whole->values.number("reversal_error"), 1e-9) << k;
  }
}

}  // namespace
}  // namespace slurry
