// SPDX-License-Identifier: BSD-3-Clause
// A run that was kept in memory is saved as a file that goes on as the run would have.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "slurry/error.hpp"
#include "slurry/kept_run.hpp"
#include "slurry/session.hpp"
#include "slurry/trajectory.hpp"
#include "support/temporary_folder.hpp"

namespace slurry {
namespace {

constexpr double patience = 120;  // [s]
using SnapshotPtr = std::shared_ptr<const Snapshot>;

Scenario few() {
  return parse_scenario(
      "schema = 1\n[domain]\nradius = 5\nlength = 20\n[[bodies]]\ncount = 12\n[integrator]\ntime_step = 0.05\n"
      "adaptive = false\n[solver]\ndeterministic = true\n",
      "few.toml");
}

/// A session whose every step and every whole moment are kept.
struct Kept {
  Session session;
  std::vector<SnapshotPtr> pictures;
  std::vector<std::shared_ptr<const Moment>> moments;

  Kept() {
    session.post(RequestMoments{1000});
    pictures.push_back(session.wait_for(session.post(LoadScenario{few()}), patience));
  }
  void answered(Command c) { session.wait_for(session.post(std::move(c)), patience); }
  void step(int steps) {
    for (int i = 0; i < steps; ++i) pictures.push_back(session.wait_for(session.post(StepOnce{1}), patience));
    for (auto& m : session.take_moments()) moments.push_back(m);
  }
  KeptRun run() const {
    return {pictures.size(), [this](std::size_t i) { return pictures[i]; }, moments, pictures.back()->events,
            session.runtime()};
  }
};

SnapshotPtr steps_from(const std::filesystem::path& file, long frame, int steps) {
  Session session;
  LoadState load;
  load.file = file;
  load.frame = frame;
  const auto at = session.wait_for(session.post(std::move(load)), patience);
  EXPECT_TRUE(at->message.empty()) << at->message;
  return session.wait_for(session.post(StepOnce{steps}), patience);
}

TEST(KeptRun, HasItsFrames_AndGoesOnFromEachAsTheRunThatWasNotStopped) {
  const test::TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "kept.h5";
  Kept kept;
  kept.step(4);
  kept.answered(SetOption{"fluid.viscosity", "0.08"});
  kept.step(3);
  kept.answered(Reverse{});
  kept.step(2);
  ASSERT_GE(kept.moments.size(), 3u);
  std::vector<double> told;
  save_run(file, kept.run(), [&told](double part) { told.push_back(part); });
  ASSERT_FALSE(told.empty());
  EXPECT_EQ(told.back(), 1);

  const Trajectory saved(file);
  ASSERT_EQ(saved.frames(), 10u);
  for (std::size_t i = 0; i < 10; ++i) {
    const SnapshotPtr f = saved.frame(i);
    EXPECT_EQ(f->step, static_cast<long>(i));
    EXPECT_EQ(f->time, kept.pictures[i]->time);
    EXPECT_EQ(f->positions, kept.pictures[i]->positions);
    EXPECT_EQ(f->velocities, kept.pictures[i]->velocities);
  }
  // From the end, and from a frame between two changes, which the run's own next changes follow.
  kept.step(3);
  EXPECT_EQ(steps_from(file, -1, 3)->positions, kept.pictures.back()->positions);
  EXPECT_EQ(steps_from(file, 5, 2)->positions, kept.pictures[7]->positions);
  EXPECT_EQ(steps_from(file, 2, 2)->positions, kept.pictures[4]->positions);
}

TEST(KeptRun, OverwritesNothing) {
  const test::TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "kept.h5";
  Kept kept;
  kept.step(2);
  save_run(file, kept.run());
  EXPECT_THROW(save_run(file, kept.run()), InputError);
  EXPECT_EQ(Trajectory(file).frames(), 3u);
}

}  // namespace
}  // namespace slurry
