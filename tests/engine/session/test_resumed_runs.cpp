// SPDX-License-Identifier: BSD-3-Clause
// A run that was stopped by time or by steps, written to a file and gone on with, against the same run in one piece:
// bit for bit, with every integrator and every kind of body and domain.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <set>

#include "io/hdf5_file.hpp"
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
  explicit Driver(int threads = 2) : runtime_{"OpenMP", threads, "4"} {}
  std::vector<std::shared_ptr<const Moment>> moments() { return experiment_.moments.take(); }
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
  RuntimeInfo runtime_;
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
const std::string by_tree = exact + "method = \"fmm\"\ntolerance = 1e-2\n";
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
      {"TreeInFreeSpace",
       free_space + tilted + "[[bodies]]\ncount = 400\nplacement = \"cloud\"\ncloud_radius = 30\n" + by_tree, 0.04},
      {"TreeInACube", cube + tilted + "[[bodies]]\ncount = 200\n" + by_tree, 0.2},
      {"TreeInAPipe", pipe + tilted + "[[bodies]]\ncount = 40\n" + by_tree, 0.2},
      {"LinesInACube", cube + tilted + rods + exact + "method = \"ewald\"\n", 0.5}};
  return all;
}

using Combination = std::tuple<std::size_t, std::string, bool>;

/// Every system with every integrator, in fixed and in adaptive steps; of every nth alone, each system and each
/// integrator is still met.
std::vector<Combination> combinations(std::size_t every) {
  const std::vector<std::string> kinds{"euler", "adams-bashforth-2", "midpoint",
                                       "rk4",   "implicit-midpoint", "dormand-prince"};
  std::vector<Combination> found;
  for (std::size_t system = 0; system < systems().size(); ++system)
    for (std::size_t k = 0; k < kinds.size(); ++k)
      for (const bool adaptive : {false, true})
        if ((system + k + (every / 2) * (adaptive ? 1 : 0)) % every == 0)
          found.emplace_back(system, kinds[k], adaptive);
  return found;
}

/// SLURRY_ALL_RUNS in the environment: every combination (some ten minutes).
bool has_time_for_all() {
  return std::getenv("SLURRY_ALL_RUNS") != nullptr;
}

std::string name_of_combination(const testing::TestParamInfo<Combination>& info) {
  const auto& [system, kind, adaptive] = info.param;
  std::string name = std::string(systems()[system].name) + "_" + kind + (adaptive ? "_adaptive" : "_fixed");
  for (char& c : name)
    if (c == '-') c = '_';
  return name;
}

class ResumedRuns : public testing::TestWithParam<Combination> {
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

class LongerRuns : public ResumedRuns {};

INSTANTIATE_TEST_SUITE_P(All, ResumedRuns, testing::ValuesIn(combinations(has_time_for_all() ? 1 : 4)),
                         name_of_combination);
INSTANTIATE_TEST_SUITE_P(All, LongerRuns, testing::ValuesIn(combinations(has_time_for_all() ? 1 : 6)),
                         name_of_combination);

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

/// From any moment in memory, from any step that is caught up with from the first one, and from any frame of a killed
/// recording.
TEST_P(LongerRuns, GiveTheBitsOfTheStraightOne_FromMomentsAndFromFrames) {
  Scenario s = scenario();
  s.run.output_stride = 3;
  s.run.output_seconds = 0;
  Driver straight, branch;
  straight.after(LoadScenario{s});
  straight.after(RequestMoments{1e12});
  straight.after(StartRecording{folder_.path() / "growing.h5"});
  const auto whole = straight.after(slurry::Run{{}, 9});
  std::filesystem::copy_file(folder_.path() / "growing.h5", folder_.path() / "killed.h5");
  const auto kept = straight.moments();
  ASSERT_GE(kept.size(), 2u);
  const auto go_on = [&](LoadState load, long step) {
    const auto there = branch.after(load);
    EXPECT_EQ(there->step, step);
    EXPECT_FALSE(there->from_last_frame);
    EXPECT_TRUE(there->bits_may_differ.empty()) << there->bits_may_differ;
    expect_same(step < 9 ? *branch.after(slurry::Run{{}, 9 - step}) : *there, *whole);
  };
  for (std::size_t i = 0; i < kept.size(); i += std::max<std::size_t>(1, kept.size() / 2))
    go_on(LoadState{kept[i]}, kept[i]->step);
  LoadState later{kept.front()};
  later.at_step = 5;
  go_on(later, 5);
  for (const long frame : {0, 2, 3}) go_on(from_file(folder_.path() / "killed.h5", frame), 3 * frame);
  go_on(from_file(folder_.path() / "killed.h5"), 9);
}

/// A branch with a change, from memory and from a file, and the run itself with the same change at the same step.
TEST_P(LongerRuns, WithAChange_GiveTheBitsOfTheRunThatWasChangedThere) {
  Scenario s = scenario();
  s.run.output_stride = 4;
  s.run.output_seconds = 0;
  Driver straight, branch;
  straight.after(LoadScenario{s});
  straight.after(StartRecording{folder_.path() / "a.h5"});
  straight.after(slurry::Run{{}, 4});
  straight.after(RequestMoments{1e-9});  // one now, and one before each change
  const auto kept = straight.moments();
  ASSERT_EQ(kept.size(), 1u);
  const auto start = straight.after(Pause{});
  straight.after(SetOption{"fluid.viscosity", "0.03"});
  straight.after(slurry::Run{{}, 2});
  straight.after(Reverse{});
  const auto whole = straight.after(slurry::Run{{}, 2});
  straight.after(StopRecording{});

  LoadState changed{kept.front()};
  changed.changes = {{"fluid.viscosity", "0.03"}};
  branch.after(changed);
  branch.after(slurry::Run{{}, 2});
  branch.after(Reverse{});
  expect_same(*branch.after(slurry::Run{{}, 2}), *whole);

  LoadState of_file = from_file(folder_.path() / "a.h5", 1);
  of_file.scenario = s;
  of_file.scenario->viscosity = 0.03;
  EXPECT_EQ(branch.after(of_file)->step, start->step);
  branch.after(slurry::Run{{}, 2});
  branch.after(Reverse{});
  expect_same(*branch.after(slurry::Run{{}, 2}), *whole);

  // the same file: both changes are events on the way to its last frame
  const auto replayed = branch.after(from_file(folder_.path() / "a.h5"));
  expect_same(*replayed, *whole);
  ASSERT_TRUE(replayed->events);
  ASSERT_EQ(replayed->events->size(), 2u);
  EXPECT_EQ((*replayed->events)[0].key, "fluid.viscosity");
  EXPECT_EQ((*replayed->events)[0].by, "person");
  EXPECT_EQ((*replayed->events)[1].key, reverse_key);
  EXPECT_EQ((*replayed->events)[1].step, 6);
}

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
    EXPECT_FALSE(from->from_last_frame);
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

/// One sphere in free space: its velocity is F/(6 pi eta a), and every step moves it by that times dt, whatever was
/// before.  0.1 a at the viscosity of reduced units, 0.05 a at twice that.
TEST(Moments, AFirstStepUnderAnotherViscosityOwesNothingToTheOldOne) {
  test::TemporaryFolder folder;
  const Scenario s = parse_scenario("schema = 1\n" + free_space +
                                        "[[bodies]]\npositions = [[0, 0, 0]]\n[integrator]\ntime_step = 0.1\n"
                                        "[output]\nstride = 1\n[solver]\ndeterministic = true\n",
                                    "x.toml");
  const std::string twice = "0.1061032953945969";
  Driver d;
  d.after(LoadScenario{s});
  d.after(RequestMoments{1e-9});
  d.after(StartRecording{folder.path() / "a.h5"});
  const auto there = d.after(slurry::Run{{}, 4});
  d.moments();
  d.after(RequestMoments{1e-9});
  const auto kept = d.moments().back();
  d.after(StopRecording{});
  LoadState from_memory{kept}, of_file = from_file(folder.path() / "a.h5");
  from_memory.changes = of_file.changes = {{"fluid.viscosity", twice}};
  for (const LoadState& load : {from_memory, of_file}) {
    d.after(load);
    const double before = d.after(Pause{})->positions[0];
    EXPECT_NEAR(before, 0.4, 1e-14);
    EXPECT_NEAR(d.after(StepOnce{})->positions[0] - before, 0.05, 1e-14);
    LoadState turned = load;
    turned.changes.push_back({reverse_key, ""});
    d.after(turned);
    EXPECT_NEAR(d.after(StepOnce{})->positions[0] - before, -0.05, 1e-14);
  }
}

/// A recording that was killed after the run had been turned round goes on backwards: one sphere moves by -0.1 a.  The
/// file may be of an earlier version, which says that it was turned in its events alone.
TEST(Moments, AKilledRecordingOfAReversedRunGoesOnBackwards) {
  for (const bool with_frames_after : {false, true})
    for (const bool old : {false, true}) {
      test::TemporaryFolder folder;
      const std::filesystem::path killed = folder.path() / "killed.h5";
      Driver d;
      d.after(LoadScenario{parse_scenario("schema = 1\n" + free_space +
                                              "[[bodies]]\npositions = [[0, 0, 0]]\n[integrator]\ntime_step = 0.1\n"
                                              "[output]\nstride = 2\n[solver]\ndeterministic = true\n",
                                          "x.toml")});
      d.after(StartRecording{folder.path() / "a.h5"});
      d.after(slurry::Run{{}, 5});
      d.after(Reverse{});
      d.after(slurry::Run{{}, with_frames_after ? 3 : 0});
      std::filesystem::copy_file(folder.path() / "a.h5", killed);
      if (old) {
        const auto lock = lock_hdf5();
        const H5Handle file(H5Fopen(killed.c_str(), H5F_ACC_RDWR, H5P_DEFAULT));
        for (const char* name : {"slurry/moments", "slurry/running", "parameters/events/by"})
          EXPECT_GE(H5Ldelete(file.get(), name, H5P_DEFAULT), 0) << name;
      }
      const auto there = d.after(from_file(killed));
      EXPECT_NEAR(d.after(StepOnce{})->positions[0] - there->positions[0], -0.1, 1e-14) << with_frames_after << old;
      EXPECT_EQ(there->from_last_frame, old) << with_frames_after;
      if (old && !with_frames_after) EXPECT_EQ(there->step, 4);
    }
}

/// A run that returned to a moment and is turned round there knows its way out from its start on.
TEST(Moments, AfterAReturnTheReturnErrorIsKnown) {
  Scenario s = parse_scenario(std::string("schema = 1\n") + free_space + four + exact, "x.toml");
  set_options(s, {"integrator.kind=rk4", "integrator.time_step=0.2", "integrator.adaptive=false"});
  Driver d;
  d.after(LoadScenario{s});
  d.after(slurry::Run{{}, 8});
  d.after(RequestMoments{1e-9});
  const auto kept = d.moments().back();
  ASSERT_EQ(kept->step, 8);
  d.after(slurry::Run{{}, 5});
  d.after(LoadState{kept});
  d.after(Reverse{});
  for (int k = 1; k <= 8; ++k) {
    const double error = d.after(StepOnce{})->values.number("reversal_error");
    EXPECT_LT(error, 1e-5) << k;  // of the rule; not a number where the way out is not known
  }
}

/// What was changed at a stop between two steps is changed there in a branch too.
TEST(Moments, AChangeBesideTheRunIsReplayedWhereItWas) {
  test::TemporaryFolder folder;
  Scenario s = parse_scenario(std::string("schema = 1\n") + free_space + four + exact, "x.toml");
  set_options(s, {"integrator.time_step=0.2", "integrator.adaptive=false", "output.stride=4"});
  Driver d;
  d.after(LoadScenario{s});
  d.after(StartRecording{folder.path() / "a.h5"});
  d.after(slurry::Run{0.73, {}});
  d.after(SetOption{"fluid.viscosity", "0.03"});
  const auto whole = d.after(slurry::Run{{}, 8});
  d.after(StopRecording{});
  ASSERT_EQ(Trajectory(folder.path() / "a.h5").frame(2)->step, 8);
  const auto there = d.after(from_file(folder.path() / "a.h5", 2));
  EXPECT_FALSE(there->from_last_frame);
  expect_same(*d.after(slurry::Run{{}, whole->step - 8}), *whole);
}

/// Places, images, past and rounding: what does not change is shared.
TEST(Moments, TakeAHundredBytesPerSphere) {
  Driver d;
  d.after(LoadScenario{parse_scenario(
      "schema = 1\n[domain]\nkind = \"periodic-3\"\n[[bodies]]\ncount = 500\nvolume_fraction = 0.05\n", "x.toml")});
  d.after(slurry::Run{{}, 3});
  d.after(RequestMoments{1e-9});
  d.after(RequestMoments{1e-9});
  const auto two = d.moments();
  ASSERT_EQ(two.size(), 2u);
  std::set<const void*> seen;
  size_in_bytes(*two[0], seen);
  EXPECT_EQ(size_in_bytes(*two[0], seen), 0u);
  EXPECT_LT(size_in_bytes(*two[1], seen), 500 * 108 + 4000u);
}

TEST(Moments, OfAnotherNumberOfThreadsSaySo) {
  test::TemporaryFolder folder;
  Driver two(2), three(3);
  two.after(LoadScenario{parse_scenario(std::string("schema = 1\n") + free_space + four + exact, "x.toml")});
  two.after(StartRecording{folder.path() / "a.h5"});
  two.after(slurry::Run{{}, 2});
  two.after(StopRecording{});
  EXPECT_TRUE(two.after(from_file(folder.path() / "a.h5"))->bits_may_differ.empty());
  EXPECT_NE(three.after(from_file(folder.path() / "a.h5"))->bits_may_differ.find("with 2 threads"), std::string::npos);
}

}  // namespace
}  // namespace slurry
