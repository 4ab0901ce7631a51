// SPDX-License-Identifier: BSD-3-Clause
// Branches over the real engine, without a window: against runs that were never stopped, bit for bit.
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "engine_session.hpp"
#include "experiment/experiment.hpp"
#include "slurry/session.hpp"
#include "support/temporary_folder.hpp"
#include "ui/support/event_loop.hpp"

namespace slurry::ui {
namespace {

constexpr double patience = 120;

bool patiently(const std::function<bool()>& holds) {
  return testing::EventLoop::wait_until(holds, patience);
}

struct Case {
  const char* name;
  const char* bodies;      ///< [[bodies]] tables
  const char* integrator;  ///< of [integrator]
  const char* solver;      ///< more of [solver]
};
void PrintTo(const Case& c, std::ostream* out) {
  *out << c.name;
}

Scenario scenario_of(const Case& c) {
  return parse_scenario(std::string(R"(
schema = 1
[domain]
radius = 4
length = 14
)") + c.bodies + "[solver]\ndeterministic = true\ntolerance = 1e-2\n" +
                            c.solver + "[integrator]\n" + c.integrator + "[output]\nstride = 1\n",
                        "branch.toml");
}

class Branches : public ::testing::TestWithParam<Case> {
 protected:
  testing::EventLoop loop;
  Experiment e{make_engine_session({1}), open_trajectory};

  SnapshotPtr now() { return e.bridge()->latest(); }
  void answered(CommandNumber number) {
    ASSERT_TRUE(patiently(
        [&] { return e.player()->newest() && e.player()->newest()->last_command >= number && !e.isStarting(); }));
  }
  void load(const Scenario& s) {
    e.load(s, false);
    ASSERT_TRUE(patiently([&] { return !e.isStarting() && e.player()->hasRun(); }));
    EXPECT_EQ(now()->message, "");
    e.bridge()->post(SetSpeed{0, 0});
  }
  /// To a step of the run, whose every picture is kept on the way.
  void run_to(long step) {
    while (e.player()->newest()->step < step) {
      const long before = e.player()->newest()->step;
      e.bridge()->post(slurry::Run{{}, 1});
      ASSERT_TRUE(patiently([&] {
        return e.player()->newest()->step > before && e.player()->newest()->state != SessionState::running;
      })) << now()->message;
    }
  }
  /// At the picture of a step of the branch whose moments are played.
  void look_at(long step) {
    for (std::size_t i = 0; i < e.player()->count(); ++i) {
      e.player()->seek(i);
      if (e.player()->shownSnapshot()->step == step) return;
    }
    FAIL() << "no picture of step " << step;
  }
};

TEST_P(Branches, ABranchFromAnyKeptMomentEqualsTheRunThatWasNeverStopped) {
  load(scenario_of(GetParam()));
  // Something is changed on the way, and the run is turned round.
  run_to(3);
  answered(e.bridge()->post(SetOption{"fluid.viscosity", "0.08"}));
  run_to(6);
  answered(e.bridge()->post(Reverse{}));
  run_to(8);
  const SnapshotPtr end = e.player()->newest();
  ASSERT_EQ(end->step, 8);
  for (const long step : {7L, 6L, 4L, 3L, 0L}) {
    // From the end of the first run each time.
    if (e.tree().current() != 0) {
      e.goTo(0);
      ASSERT_TRUE(patiently([&] { return !e.isStarting(); }));
      EXPECT_EQ(e.player()->newest()->positions, end->positions) << "gone back to";
    }
    look_at(step);
    ASSERT_TRUE(e.player()->lookingBack());
    e.branchHere();
    ASSERT_TRUE(patiently([&] { return !e.isStarting() && e.player()->following(); })) << now()->message;
    ASSERT_EQ(e.player()->newest()->step, step);
    // What was done after that moment is done again.
    for (const Event& event : *end->events) {
      if (event.step < step) continue;
      if (event.step == step && e.player()->newest()->events &&
          e.player()->newest()->events->size() > static_cast<std::size_t>(&event - end->events->data()))
        continue;
      run_to(event.step);
      if (event.key == reverse_key)
        answered(e.bridge()->post(Reverse{}));
      else
        answered(e.bridge()->post(SetOption{event.key, event.value}));
    }
    run_to(8);
    EXPECT_EQ(e.player()->newest()->positions, end->positions) << "from step " << step;
    EXPECT_EQ(e.player()->newest()->directors, end->directors) << "from step " << step;
    EXPECT_EQ(e.player()->newest()->time, end->time);
    // The chart and the track of the branch begin with its ancestor's moments.
    EXPECT_EQ(e.player()->firstTime(), 0);
    EXPECT_EQ(e.series().times().front(), 0);
    EXPECT_EQ(e.series().times().back(), end->time);
  }
}

TEST_P(Branches, ABranchWithAChangeEqualsTheRunResumedFromTheSameFrameWithIt) {
  const test::TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "run.h5";
  load(scenario_of(GetParam()));
  answered(e.bridge()->post(StartRecording{file, false}));
  run_to(8);
  answered(e.bridge()->post(StopRecording{}));
  look_at(4);
  e.branchHere({{"fluid.viscosity", "0.1"}});
  ASSERT_TRUE(patiently([&] { return !e.isStarting() && e.player()->following(); })) << now()->message;
  EXPECT_EQ(e.player()->newest()->scenario->viscosity, 0.1);
  run_to(9);
  // As slurry run --resume run.h5#4 --set fluid.viscosity=0.1 does.
  Session headless({1});
  headless.wait_for(headless.post(LoadState{.file = file, .frame = 4, .changes = {{"fluid.viscosity", "0.1"}}}),
                    patience);
  const auto end = headless.wait_for(headless.post(StepOnce{5}), patience);
  ASSERT_EQ(end->message, "");
  ASSERT_EQ(end->step, 9);
  EXPECT_EQ(e.player()->newest()->positions, end->positions);
  EXPECT_EQ(e.player()->newest()->directors, end->directors);
  // The parent's end is where it was.
  e.goTo(0);
  ASSERT_TRUE(patiently([&] { return !e.isStarting(); }));
  EXPECT_EQ(e.player()->newest()->step, 8);
  EXPECT_NE(e.player()->newest()->scenario->viscosity, 0.1);
}

constexpr const char* spheres = "[[bodies]]\ncount = 8\n";
constexpr const char* rods = "[[bodies]]\nkind = \"rod\"\naspect = 3\ncount = 3\n";
constexpr const char* chains = "[[bodies]]\nkind = \"rod\"\nmodel = \"chain\"\naspect = 3\ncount = 3\n";
INSTANTIATE_TEST_SUITE_P(
    Of, Branches,
    ::testing::Values(Case{"AdamsBashforth", spheres, "kind = \"adams-bashforth-2\"\ntime_step = 0.1\n", ""},
                      Case{"Midpoint", spheres, "kind = \"midpoint\"\ntime_step = 0.1\n", ""},
                      Case{"Euler", spheres, "kind = \"euler\"\ntime_step = 0.1\n", ""},
                      Case{"RungeKutta", spheres, "kind = \"rk4\"\ntime_step = 0.1\n", ""},
                      Case{"ImplicitMidpoint", spheres, "kind = \"implicit-midpoint\"\ntime_step = 0.1\n", ""},
                      Case{"DormandPrince", spheres, "kind = \"dormand-prince\"\ntime_step = 0.1\n", ""},
                      Case{"Chains", chains, "time_step = 0.2\n", ""}, Case{"Rods", rods, "time_step = 0.2\n", ""},
                      Case{"Lubrication", spheres, "time_step = 0.1\n", "lubrication = \"exact\"\n"}),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace slurry::ui
