// SPDX-License-Identifier: BSD-3-Clause
// One player over a run, its branches and a file, without a window.
#include <gtest/gtest.h>

#include <QElapsedTimer>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <vector>

#include "history/player.hpp"
#include "ui/support/event_loop.hpp"

namespace slurry::ui {
namespace {

SnapshotPtr at_step(long step, SessionState state = SessionState::paused) {
  static const auto scenario = std::make_shared<const Scenario>();
  auto s = std::make_shared<Snapshot>();
  s->run = 1;
  s->state = state;
  s->scenario = scenario;
  s->step = step;
  s->time = 0.1 * static_cast<double>(step);
  s->radii = {1};
  s->positions = {s->time, 0, 0};
  s->images = {0, 0, 0};
  s->velocities = {1, 0, 0};
  return s;
}

/// A file of frames whose times are not evenly apart.
class Squares final : public FrameSource {
 public:
  std::size_t frames() override { return 20; }
  std::vector<double> times() override {
    std::vector<double> all;
    for (int i = 0; i < 20; ++i) all.push_back(0.01 * i * i);
    return all;
  }
  SnapshotPtr frame(std::size_t index) override {
    auto s = std::make_shared<Snapshot>(*at_step(static_cast<long>(index)));
    s->time = times()[index];
    return s;
  }
};

struct Running : ::testing::Test {
  testing::EventLoop loop;
  Tree tree;
  Player player{&tree, [](const auto&) { return std::make_unique<Squares>(); }};
  std::vector<double> seen;
  Running() {
    QObject::connect(&player, &Player::shown, &player, [this](const SnapshotPtr& s) { seen.push_back(s->time); });
    tree.begin(1, {});
    for (long step = 0; step <= 50; ++step) arrive(step);
  }
  void arrive(long step, SessionState state = SessionState::paused) {
    const SnapshotPtr s = at_step(step, state);
    tree.add(s);
    player.addLive(s);
  }
};

TEST_F(Running, LookingBackStands_WhileTheRunGoesOn_AndPlaysWhatIsKept) {
  EXPECT_TRUE(player.following());
  player.seekTime(1.05);
  EXPECT_TRUE(player.lookingBack());
  EXPECT_DOUBLE_EQ(player.time(), 1.0);  // the last stored moment before that time
  for (long step = 51; step < 60; ++step) arrive(step, SessionState::running);
  EXPECT_DOUBLE_EQ(player.time(), 1.0);
  EXPECT_EQ(player.position(), 10u);
  // Played at a speed in time of the run, each kept moment in its turn.
  player.setSpeed(4);
  seen.clear();
  player.play();
  EXPECT_TRUE(player.playing());
  ASSERT_TRUE(testing::EventLoop::wait_until([&] { return player.time() >= 3; }));
  EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
  EXPECT_LT(seen.front(), 1.9);  // it does not jump to the live end
  ASSERT_TRUE(testing::EventLoop::wait_until([&] { return player.following(); }));
  EXPECT_DOUBLE_EQ(player.time(), 5.9);
}

TEST_F(Running, TheSpeedIsThatOfTheRunsTime) {
  player.seek(0);
  player.setSpeed(5);
  QElapsedTimer clock;
  clock.start();
  player.playUntil(2.5);
  ASSERT_TRUE(testing::EventLoop::wait_until([&] { return !player.playing(); }));
  EXPECT_DOUBLE_EQ(player.time(), 2.5);  // exactly there
  EXPECT_TRUE(player.lookingBack());
  EXPECT_GT(clock.elapsed(), 400);
  EXPECT_LT(clock.elapsed(), 1500);
}

TEST_F(Running, PlayedInALoopItBeginsAgain_AndAsFastAsPossibleShowsEveryMoment) {
  player.seek(45);
  player.setSpeed(0);
  player.setLoop(true);
  seen.clear();
  player.play();
  ASSERT_TRUE(testing::EventLoop::wait_until([&] { return !seen.empty() && seen.back() < 4; }));
  EXPECT_EQ(std::vector<double>(seen.begin(), seen.begin() + 3),
            (std::vector<double>{at_step(46)->time, at_step(47)->time, at_step(48)->time}));
  EXPECT_TRUE(player.playing());
  player.stop();
  EXPECT_TRUE(player.lookingBack());
}

TEST_F(Running, StepsAreStoredMoments_AndTheLastIsTheLiveOne) {
  player.stepBy(-1);
  EXPECT_DOUBLE_EQ(player.time(), 4.9);
  player.stepBy(-1);
  player.stepBy(1);
  EXPECT_DOUBLE_EQ(player.time(), 4.9);
  player.stepBy(1);
  EXPECT_TRUE(player.following());
  player.stepBy(-1000);
  EXPECT_EQ(player.position(), 0u);
}

TEST_F(Running, AFileIsPlayedByItsTimesInTheSameWay_AndTheRunIsThereAgainAfterwards) {
  player.openFile("some.h5");
  ASSERT_TRUE(testing::EventLoop::wait_until([&] { return player.ofFile(); }));
  EXPECT_EQ(player.count(), 20u);
  EXPECT_FALSE(player.following());
  EXPECT_FALSE(player.lookingBack());
  player.seekTime(1.0);
  EXPECT_EQ(player.position(), 10u);
  EXPECT_DOUBLE_EQ(player.time(), 1.0);
  ASSERT_TRUE(testing::EventLoop::wait_until([&] { return player.shownSnapshot()->time == 1.0; }));
  player.setSpeed(4);
  QElapsedTimer clock;
  clock.start();
  player.playUntil(2.6);  // 1.6 of the run's time: 0.4 s
  ASSERT_TRUE(testing::EventLoop::wait_until([&] { return !player.playing(); }));
  EXPECT_EQ(player.position(), 16u);
  EXPECT_GT(clock.elapsed(), 250);
  player.play();
  ASSERT_TRUE(testing::EventLoop::wait_until([&] { return !player.playing(); }));
  EXPECT_EQ(player.position(), 19u);  // its end
  player.goLive();
  EXPECT_FALSE(player.ofFile());
  EXPECT_DOUBLE_EQ(player.time(), 5.0);
}

TEST_F(Running, AnotherBranchIsLookedAt_BeforeTheRunGoesOnThere) {
  const int root = tree.current();
  const int branch = tree.begin(2, {.parent = root, .step = 20, .time = 2.0, .changes = {}, .file = {}});
  for (long step = 20; step <= 30; ++step) {
    auto s = std::make_shared<Snapshot>(*at_step(step));
    s->run = 2;
    tree.add(s);
    player.addLive(s);
  }
  EXPECT_EQ(player.branch(), branch);
  EXPECT_DOUBLE_EQ(player.lastTime(), 3.0);
  player.setBranch(root);
  player.seek(player.count() - 1);
  EXPECT_DOUBLE_EQ(player.time(), 5.0);
  EXPECT_TRUE(player.lookingBack());  // nothing goes on there
  player.followRun();
  EXPECT_DOUBLE_EQ(player.time(), 3.0);
}

}  // namespace
}  // namespace slurry::ui
