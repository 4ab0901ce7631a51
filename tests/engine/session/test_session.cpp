// SPDX-License-Identifier: BSD-3-Clause
// The session as the window and the command line see it: public headers, real threads.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "slurry/session.hpp"

namespace slurry {
namespace {

using Clock = std::chrono::steady_clock;
constexpr double patience = 60;  // [s] for what must come; sanitizers are slow

double seconds_since(Clock::time_point t) {
  return std::chrono::duration<double>(Clock::now() - t).count();
}

const RuntimeOptions two_threads{2};

Scenario small_pipe() {
  return parse_scenario(
      "schema = 1\n[domain]\nradius = 5\nlength = 20\n[[bodies]]\ncount = 20\n[integrator]\ntime_step = 0.05\n",
      "small.toml");
}

TEST(Session, LatestIsNeverNull) {
  const Session session(two_threads);
  ASSERT_TRUE(session.latest());
  EXPECT_EQ(session.latest()->state, SessionState::empty);
}

TEST(Session, NumbersCommandsAndAnswersThemInOrder) {
  Session session(two_threads);
  EXPECT_EQ(session.post(LoadScenario{find_scenario("four_spheres")}), 1u);
  EXPECT_EQ(session.post(StepOnce{}), 2u);
  EXPECT_EQ(session.post(SetOption{"fluid.viscosity", "-1"}), 3u);
  EXPECT_EQ(session.post(StepOnce{2}), 4u);
  const auto s = session.wait_for(4, patience);
  EXPECT_EQ(s->last_command, 4u);
  EXPECT_EQ(s->step, 3);
  EXPECT_EQ(s->message_command, 3u);
  EXPECT_EQ(s->message_exit_code, 2);
  EXPECT_EQ(session.runtime().threads, 2);
}

TEST(Session, TimingTheSumsChangesNoBitOfTheRun) {
  Scenario lubricated = small_pipe(), chains = small_pipe();
  lubricated.solver.lubrication = LubricationLaw::exact;
  chains.bodies.front().shape = BodyShape::rod;
  chains.bodies.front().rod_model = RodModel::chain;
  chains.bodies.front().aspect = 3;
  for (Scenario scenario : {small_pipe(), lubricated, chains}) {
    scenario.solver.deterministic = true;
    std::vector<double> positions[2];
    for (const bool timed : {false, true}) {
      Session session(two_threads);
      session.post(LoadScenario{scenario});
      if (timed) session.post(TimeSums{});
      const auto s = session.wait_for(session.post(StepOnce{9}), patience);
      EXPECT_EQ(s->step, 9);
      EXPECT_EQ(s->solve_cost.seconds_per_sum > 0, timed);
      positions[timed] = s->positions;
    }
    EXPECT_EQ(positions[0], positions[1]);
  }
}

TEST(Session, EveryPosterIsAnswered) {
  Session session(two_threads);
  session.post(LoadScenario{find_scenario("two_spheres")});
  std::vector<std::thread> posters;
  std::atomic<CommandNumber> largest{0};
  for (int t = 0; t < 4; ++t)
    posters.emplace_back([&session, &largest, t] {
      for (int i = 0; i < 50; ++i) {
        Command c = StepOnce{};
        if (i % 5 == 1) c = SetOption{"fluid.viscosity", std::to_string(0.05 + 0.001 * t)};
        if (i % 5 == 2) c = slurry::Run{};
        if (i % 5 == 3) c = Pause{};
        const CommandNumber n = session.post(std::move(c));
        CommandNumber before = largest;
        while (before < n && !largest.compare_exchange_weak(before, n)) {
        }
        EXPECT_TRUE(session.latest());
      }
    });
  for (std::thread& p : posters) p.join();
  EXPECT_EQ(largest, 201u);
  EXPECT_GE(session.wait_for(largest, patience)->last_command, 201u);
}

TEST(Session, SnapshotsAreCompleteAndNeverChange) {
  Session session(two_threads);
  session.post(LoadScenario{small_pipe()});
  session.post(slurry::Run{});
  std::vector<std::shared_ptr<const Snapshot>> kept;
  std::vector<double> sums;
  std::uint64_t number = 0;
  for (int i = 0; i < 20; ++i) {
    const auto s = session.wait_newer(number, patience);
    ASSERT_GT(s->number, number);
    number = s->number;
    if (s->state != SessionState::running) continue;
    ASSERT_EQ(s->positions.size(), 60u);
    ASSERT_EQ(s->velocities.size(), 60u);
    ASSERT_EQ(s->radii.size(), 20u);
    ASSERT_TRUE(s->scenario);
    EXPECT_GE(s->values.number("min_gap"), -1e-6);
    double sum = 0;
    for (double x : s->positions) sum += x;
    kept.push_back(s);
    sums.push_back(sum);
  }
  for (std::size_t i = 0; i < kept.size(); ++i) {
    double sum = 0;
    for (double x : kept[i]->positions) sum += x;
    EXPECT_EQ(sum, sums[i]);
    EXPECT_TRUE(i == 0 || kept[i]->time > kept[i - 1]->time);
  }
}

TEST(Session, PauseTakesAtMostAStep) {
  Session session(two_threads);
  session.post(LoadScenario{find_scenario("welcome")});  // steps of 2 ms: with 60 bodies 14 fit between two snapshots
  session.wait_for(session.post(slurry::Run{}), patience);
  for (int i = 0; i < 5; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    const CommandNumber pause = session.post(Pause{});
    const long step = session.latest()->step;
    const auto paused = session.wait_for(pause, patience);
    EXPECT_EQ(paused->state, SessionState::paused);
    // the step under way, and those of a few milliseconds that were not published yet
    EXPECT_LE(paused->step, step + 10);
    session.wait_for(session.post(slurry::Run{}), patience);
  }
}

TEST(Session, SlowSpeedDoesNotHoldUpCommands) {
  Session session(two_threads);
  session.post(LoadScenario{find_scenario("four_spheres")});
  session.post(SetSpeed{0.2});  // five seconds between steps
  session.wait_for(session.post(slurry::Run{}), patience);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  const auto start = Clock::now();
  const auto s = session.wait_for(session.post(Pause{}), patience);
  EXPECT_LT(seconds_since(start), 4);
  EXPECT_LE(s->step, 2);
}

TEST(Session, FailsWithASentenceAndRunsAgain) {
  Session session(two_threads);
  Scenario impossible = small_pipe();
  impossible.domain.radius = -1;  // past the reader's checks
  const CommandNumber n = session.post(LoadScenario{impossible});
  const auto s = session.wait_for(n, patience);
  EXPECT_EQ(s->message_command, n);
  EXPECT_FALSE(s->message.empty());
  session.post(LoadScenario{find_scenario("two_spheres")});
  EXPECT_EQ(session.wait_for(session.post(StepOnce{}), patience)->step, 1);
  EXPECT_TRUE(session.latest()->message.empty());
}

TEST(Session, SeveralTakeTurns) {
  Session one(two_threads), two(two_threads);
  one.post(LoadScenario{find_scenario("four_spheres")});
  two.post(LoadScenario{small_pipe()});
  one.post(slurry::Run{});
  two.post(slurry::Run{});
  const auto deadline = Clock::now() + std::chrono::seconds(60);
  while ((one.latest()->step < 10 || two.latest()->step < 5) && Clock::now() < deadline)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_GE(one.latest()->step, 10);
  EXPECT_GE(two.latest()->step, 5);
}

TEST(Session, EndsWhileRunning_ManyTimes) {
  for (int i = 0; i < 20; ++i) {
    Session session(two_threads);
    session.post(LoadScenario{find_scenario(i % 2 != 0 ? "four_spheres" : "two_spheres")});
    session.post(slurry::Run{});
    session.post(RequestField{"slice", FieldPlane{FieldPlane::Plane::xz, 0, {8, 8}}, 100});
    if (i % 3 != 0) std::this_thread::sleep_for(std::chrono::milliseconds(i));
  }
}

TEST(Session, ListenerIsCalledAfterEachPublicationAndNotAfterItWasTakenBack) {
  Session session(two_threads);
  std::atomic<int> calls{0};
  session.set_listener([&calls] { ++calls; });
  session.post(LoadScenario{find_scenario("two_spheres")});
  session.wait_for(session.post(slurry::Run{1.0, {}}), patience);
  const auto deadline = Clock::now() + std::chrono::seconds(60);
  while (session.latest()->state != SessionState::paused && Clock::now() < deadline)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_GT(calls, 1);
  session.set_listener({});
  const int before = calls;
  session.wait_for(session.post(StepOnce{3}), patience);
  EXPECT_EQ(calls, before);
}

TEST(Session, WaitingEndsWithItsTime) {
  const Session session(two_threads);
  const auto start = Clock::now();
  session.wait_for(99, 0.05);
  EXPECT_LT(seconds_since(start), 10);
}

}  // namespace
}  // namespace slurry
