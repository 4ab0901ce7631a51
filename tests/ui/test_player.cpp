// SPDX-License-Identifier: BSD-3-Clause
// One player over a run, its branches and a file, without a window.
#include <gtest/gtest.h>

#include <QElapsedTimer>

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>
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

/// What is seen of a long file from outside the thread that reads it.
struct Reading {
  std::mutex guard;
  std::condition_variable opened;
  bool closed = false;  ///< a frame that is being read is not finished
  std::vector<std::size_t> read;
  std::vector<std::weak_ptr<const Snapshot>> handed_out;

  std::size_t frames_read() {
    const std::lock_guard lock(guard);
    return read.size();
  }
  std::size_t held() {
    const std::lock_guard lock(guard);
    return static_cast<std::size_t>(
        std::count_if(handed_out.begin(), handed_out.end(), [](const auto& s) { return !s.expired(); }));
  }
  void set_closed(bool now) {
    {
      const std::lock_guard lock(guard);
      closed = now;
    }
    opened.notify_all();
  }
};

/// A file of as many frames as a long night leaves, a tenth of the unit of time apart.
class LongFile final : public FrameSource {
 public:
  static constexpr std::size_t count = 100001;
  explicit LongFile(std::shared_ptr<Reading> reading) : reading_(std::move(reading)) {}
  std::size_t frames() override { return count; }
  std::vector<double> times() override {
    std::vector<double> all(count);
    for (std::size_t i = 0; i < count; ++i) all[i] = at_step(static_cast<long>(i))->time;
    return all;
  }
  SnapshotPtr frame(std::size_t index) override {
    std::unique_lock lock(reading_->guard);
    reading_->opened.wait(lock, [this] { return !reading_->closed; });
    SnapshotPtr s = at_step(static_cast<long>(index));
    reading_->read.push_back(index);
    reading_->handed_out.push_back(s);
    return s;
  }

 private:
  std::shared_ptr<Reading> reading_;
};

struct OfALongFile : ::testing::Test {
  testing::EventLoop loop;
  Tree tree;
  std::shared_ptr<Reading> reading = std::make_shared<Reading>();
  Player player{&tree, [this](const std::filesystem::path& file) -> std::unique_ptr<FrameSource> {
                  if (file == "short.h5") return std::make_unique<Squares>();
                  return std::make_unique<LongFile>(reading);
                }};
  std::vector<long> seen;
  QStringList complaints;

  void SetUp() override {
    QObject::connect(&player, &Player::shown, &player, [this](const SnapshotPtr& s) { seen.push_back(s->step); });
    QObject::connect(&player, &Player::complained, &player, [this](const QString& s) { complaints << s; });
    player.openFile("long.h5");
    ASSERT_TRUE(shows(0));
    ASSERT_EQ(player.count(), LongFile::count);
  }
  void TearDown() override {
    reading->set_closed(false);  // the thread that reads can end
    EXPECT_TRUE(complaints.isEmpty()) << complaints.join(", ").toStdString();
  }
  bool shows(std::size_t index) {
    return testing::EventLoop::wait_until([&] {
      const SnapshotPtr s = player.shownSnapshot();
      return s && player.position() == index && s->step == static_cast<long>(index);
    });
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

TEST_F(OfALongFile, AJumpReadsTheFrameAskedForAndNoOther_AndNoFrameIsKept) {
  const std::size_t before = reading->frames_read();
  std::size_t place = 0;
  constexpr std::size_t jumps = 200;
  for (std::size_t i = 0; i < jumps; ++i) {
    place = (place + 61803) % LongFile::count;  // all over the file, there and back
    player.seek(place);
    ASSERT_TRUE(shows(place));
  }
  player.seek(0);
  ASSERT_TRUE(shows(0));
  player.stepBy(1);
  ASSERT_TRUE(shows(1));
  player.seek(LongFile::count - 1);
  ASSERT_TRUE(shows(LongFile::count - 1));
  player.stepBy(-1);
  ASSERT_TRUE(shows(LongFile::count - 2));
  EXPECT_EQ(reading->frames_read() - before, jumps + 4);
  EXPECT_LE(reading->held(), 2U);  // the one that is shown, and one on its way
}

TEST_F(OfALongFile, ADragThatIsQuickerThanTheFileEndsWhereTheHandIs) {
  const std::size_t before = reading->frames_read();
  reading->set_closed(true);
  for (std::size_t i = 1; i <= 400; ++i) player.seek(i * 250);
  EXPECT_EQ(player.position(), LongFile::count - 1);
  reading->set_closed(false);
  ASSERT_TRUE(shows(LongFile::count - 1));
  EXPECT_EQ(reading->frames_read() - before, 2U);  // the first, which was being read, and the last
}

TEST_F(OfALongFile, AtASpeedFramesAreLeftOut_ButTheyComeInOrder) {
  seen.clear();
  player.setSpeed(20000);  // the whole file in half a second
  player.play();
  ASSERT_TRUE(testing::EventLoop::wait_until([&] { return !player.playing(); }));
  ASSERT_TRUE(shows(LongFile::count - 1));
  EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
  EXPECT_LT(seen.size(), 1000U);
  EXPECT_LE(reading->held(), 2U);
}

TEST_F(OfALongFile, AsFastAsPossibleShowsEveryFrame_HoweverLongItTakesToReadOne) {
  player.setSpeed(0);
  player.seek(500);
  ASSERT_TRUE(shows(500));
  seen.clear();
  reading->set_closed(true);
  player.play();
  testing::EventLoop::wait_until([] { return false; }, 0.3);  // several turns of its clock
  reading->set_closed(false);
  ASSERT_TRUE(testing::EventLoop::wait_until([&] { return seen.size() >= 5; }));
  player.stop();
  seen.resize(5);
  EXPECT_EQ(seen, (std::vector<long>{501, 502, 503, 504, 505}));
}

TEST_F(OfALongFile, AFrameOfTheFileBeforeIsNotAskedOfTheNextOne) {
  reading->set_closed(true);
  player.seek(70000);
  player.openFile("short.h5");
  player.seek(90000);  // somebody still drags; the other file has twenty frames
  seen.clear();
  reading->set_closed(false);
  ASSERT_TRUE(testing::EventLoop::wait_until([&] { return player.count() == 20; }));
  ASSERT_TRUE(testing::EventLoop::wait_until([&] { return !seen.empty() && seen.back() == 0; }));
  player.seek(7);
  ASSERT_TRUE(shows(7));
  for (const long step : seen) EXPECT_TRUE(step == 70000 || step < 20) << step;
}

TEST_F(OfALongFile, AFileThatIsLeftBeforeItIsOpenIsNotShown) {
  tree.begin(1, {});
  for (long step = 0; step < 5; ++step) {
    tree.add(at_step(step));
    player.addLive(at_step(step));
  }
  reading->set_closed(true);
  player.seek(70000);  // the thread is busy
  player.openFile("short.h5");
  player.followRun();
  reading->set_closed(false);
  // What is asked for next is opened after it.
  player.openFile("long.h5");
  ASSERT_TRUE(testing::EventLoop::wait_until([&] { return player.ofFile(); }));
  EXPECT_EQ(player.count(), LongFile::count);
  ASSERT_TRUE(shows(0));
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
