// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <utility>

#include "session/experiment.hpp"
#include "support/simple_mobility.hpp"
#include "support/temporary_folder.hpp"

namespace slurry {

/// Twelve spheres in a pipe, with steps of equal length.
inline Scenario small_pipe() {
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

/// An experiment without threads: the test takes the turns.
class ExperimentTest : public testing::Test {
 protected:
  ExperimentTest()
      : control(std::make_shared<testing_support::MobilityControl>()),
        experiment([c = control](const PointMobilitySetup& s) {
          return std::make_unique<testing_support::SimpleMobility>(s, c);
        }) {
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

  std::shared_ptr<testing_support::MobilityControl> control;
  Experiment experiment;
  test::TemporaryFolder folder;
  CommandNumber number = 0;
  Experiment::Clock::time_point next;
};

}  // namespace slurry
