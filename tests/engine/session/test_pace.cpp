// SPDX-License-Identifier: BSD-3-Clause
// Long work can be ended, lets others work, and shares the engine's thread fairly.  Times are those of the wall, on a
// machine that may be busy: what is measured several times has to be in time in most of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "slurry/option_table.hpp"
#include "slurry/session.hpp"

namespace slurry {
namespace {

using Clock = std::chrono::steady_clock;
constexpr double patience = 120;  // [s] for what must come
const RuntimeOptions two_threads{2};

double seconds_since(Clock::time_point t) {
  return std::chrono::duration<double>(Clock::now() - t).count();
}

void sleep(double seconds) {
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

/// Spheres in a long pipe; 10^4, unless the environment asks for more.
Scenario many(long bodies = 0) {
  const char* asked = std::getenv("SLURRY_PACE_BODIES");
  if (bodies == 0) bodies = asked ? std::atol(asked) : 10000;
  Scenario s = find_scenario("welcome");
  const std::vector<std::string> count{"bodies.count=" + std::to_string(bodies)};
  set_options(s, count);
  return s;
}

Scenario few() {
  return parse_scenario(
      "schema = 1\n[domain]\nradius = 5\nlength = 20\n[[bodies]]\ncount = 10\n[integrator]\ntime_step = 0.05\n"
      "adaptive = false\n[solver]\ndeterministic = true\n",
      "few.toml");
}

/// A session as a window has it: no step waits for a measurement.
std::unique_ptr<Session> window_session() {
  auto session = std::make_unique<Session>(two_threads);
  session->post(SetErrorBudget{1, false});
  return session;
}

double median(std::vector<double> v) {
  std::sort(v.begin(), v.end());
  return v[v.size() / 2];
}

TEST(Pace, ASetUpIsCancelledSoon_AndWhatWasThereBeforeStays) {
  const auto session = window_session();
  session->post(LoadScenario{few()});
  const auto before = session->wait_for(session->post(StepOnce{3}), patience);
  ASSERT_EQ(before->step, 3);
  std::vector<double> took;
  for (const double delay : {0.0, 0.02, 0.1, 0.2, 0.3, 0.4, 0.5}) {
    const CommandNumber load = session->post(LoadScenario{many()});
    const CommandNumber run = session->post(slurry::Run{});
    sleep(delay);
    const auto start = Clock::now();
    session->post(Cancel{load});
    auto s = session->wait_for(load, patience);
    took.push_back(seconds_since(start));
    if (s->scenario->bodies.front().count != 10) {  // it was done already
      took.pop_back();
      session->wait_for(session->post(Pause{}), patience);
      session->post(LoadScenario{few()});
      session->wait_for(session->post(StepOnce{3}), patience);
      continue;
    }
    s = session->wait_for(run, patience);
    EXPECT_EQ(s->message_command, load);
    EXPECT_NE(s->message.find("ancelled"), std::string::npos) << s->message;
    EXPECT_EQ(s->state, SessionState::paused);  // the Run was meant for what was cancelled
    EXPECT_EQ(s->step, 3);
    EXPECT_EQ(s->positions, before->positions);
    EXPECT_TRUE(s->task.empty());
  }
  ASSERT_GE(took.size(), 4u);
  std::printf("cancelled after %.3f s in the median, %.3f s at most\n", median(took),
              *std::max_element(took.begin(), took.end()));
  EXPECT_LT(median(took), 0.2);
  EXPECT_LT(*std::max_element(took.begin(), took.end()), 1);
  EXPECT_EQ(session->wait_for(session->post(StepOnce{1}), patience)->step, 4);
}

TEST(Pace, WhatWaitsIsCancelledBeforeItBegins_AndACancelThatIsLateDoesNothing) {
  Session session(two_threads);
  const CommandNumber first = session.post(LoadScenario{few()});
  const CommandNumber load = session.post(LoadScenario{many()});
  session.post(Cancel{load});
  auto s = session.wait_for(load, patience);
  EXPECT_EQ(s->scenario->bodies.front().count, 10u);
  s = session.wait_for(session.post(Cancel{first}), patience);
  EXPECT_EQ(s->scenario->bodies.front().count, 10u);
  s = session.wait_for(session.post(StepOnce{1}), patience);
  EXPECT_EQ(s->step, 1);
  const CommandNumber steps = session.post(StepOnce{1000000});
  session.post(Cancel{steps});
  s = session.wait_for(steps, patience);
  EXPECT_EQ(s->state, SessionState::paused);
  EXPECT_LT(s->step, 1000);
}

TEST(Pace, ClosingTakesUnderASecondAtAnyTime) {
  std::vector<double> took;
  for (const double delay : {0.0, 0.05, 0.15, 0.3, 0.6, 1.0, 1.5, 2.5}) {
    auto session = window_session();
    session->post(LoadScenario{many()});
    session->post(slurry::Run{});
    sleep(delay);
    const auto start = Clock::now();
    session.reset();
    took.push_back(seconds_since(start));
  }
  std::printf("closed after %.3f s in the median, %.3f s at most\n", median(took),
              *std::max_element(took.begin(), took.end()));
  EXPECT_LT(median(took), 0.3);
  std::sort(took.begin(), took.end());
  EXPECT_LT(took[took.size() - 2], 1);  // all but one, where other programs have the processors
}

TEST(Pace, NoStepOfAWindowWaitsForAMeasurement) {
  const auto session = window_session();
  session->post(LoadScenario{many(2000)});
  const auto s = session->wait_for(session->post(StepOnce{1}), patience);
  EXPECT_EQ(s->step, 1);
  EXPECT_LT(s->errors.measured_at_step, 0);
  Session headless(two_threads);
  headless.post(LoadScenario{few()});
  EXPECT_EQ(headless.wait_for(headless.post(StepOnce{1}), patience)->errors.measured_at_step, 0);
}

/// The steps of a run go on while its errors are measured, and what is found is as large as it should be.
TEST(Pace, AMeasurementGoesOnBetweenTheSteps) {
  const auto session = window_session();
  Scenario s = many(1500);
  s.run.until.reset();
  session->wait_for(session->post(LoadScenario{s}), patience);
  session->post(slurry::Run{{}, 1000000});
  const auto start = Clock::now();
  auto last = Clock::now();
  long step = 0;
  double longest = 0;
  auto now = session->latest();
  while ((now->errors.measured_at_step < 0 || seconds_since(start) < 2) && seconds_since(start) < patience) {
    now = session->wait_newer(now->number, 1);
    if (now->step == step) continue;
    if (step > 0) longest = std::max(longest, seconds_since(last));
    step = now->step;
    last = Clock::now();
  }
  ASSERT_GE(now->errors.measured_at_step, 0);
  std::printf("measured in %.2f s at step %ld, seen at step %ld; steps of %.3f s, %.3f s apart at most\n",
              now->measurement_seconds, now->errors.measured_at_step, now->step, now->seconds_per_step, longest);
  const ErrorEntry& e = now->errors.velocity;
  EXPECT_LT(e.measured, 1.5 * e.asked);
  EXPECT_GT(e.measured, e.predicted / 30);
  EXPECT_LT(e.measured, 3 * e.predicted);
}

TEST(Pace, ACommandPutsOffAMeasurement) {
  const auto session = window_session();
  std::vector<double> took;
  session->wait_for(session->post(LoadScenario{many()}), patience);
  for (const double delay : {0.55, 0.6, 0.65, 0.7, 0.8}) {  // the first one begins after half a second
    sleep(delay);
    const auto start = Clock::now();
    session->wait_for(session->post(SetSpeed{0}), patience);
    took.push_back(seconds_since(start));
  }
  std::printf("answered after %.3f s in the median, %.3f s at most\n", median(took),
              *std::max_element(took.begin(), took.end()));
  EXPECT_LT(median(took), 0.3);
}

std::vector<double> places_after(Session& session, const Scenario& scenario, int steps) {
  session.post(LoadScenario{scenario});
  return session.wait_for(session.post(StepOnce{steps}), patience)->positions;
}

/// Steps of one experiment inside the set-up of another leave the bits of both.
TEST(Pace, OthersStepDuringALongSetUp) {
  Scenario large = many();
  large.solver.deterministic = true;
  std::vector<double> few_alone, large_alone;
  constexpr int steps = 400;
  {
    Session alone(two_threads);
    few_alone = places_after(alone, few(), steps);
    alone.post(SetErrorBudget{0});
    alone.post(LoadScenario{large});
    large_alone = alone.wait_for(alone.post(StepOnce{1}), patience)->positions;
  }
  Session small(two_threads), other(two_threads);
  other.post(SetErrorBudget{0});
  small.wait_for(small.post(LoadScenario{few()}), patience);
  small.wait_for(small.post(StepOnce{1}), patience);
  const CommandNumber load = other.post(LoadScenario{large});
  while (other.latest()->task.empty() && other.latest()->last_command < load) sleep(0.001);
  const auto began = Clock::now();
  const CommandNumber all = small.post(StepOnce{steps - 1});
  const long first = small.latest()->step;
  other.wait_for(load, patience);
  const double set_up = seconds_since(began);
  const long inside = small.latest()->step - first;
  std::printf("%ld steps within a set-up of %.2f s\n", inside, set_up);
  EXPECT_GE(inside, 3);
  EXPECT_EQ(small.wait_for(all, patience)->positions, few_alone);
  EXPECT_EQ(other.wait_for(other.post(StepOnce{1}), patience)->positions, large_alone);
}

TEST(Pace, TwoExperimentsShareTheTime) {
  const auto slow = window_session(), quick = window_session();
  slow->post(SetErrorBudget{0});
  quick->post(SetErrorBudget{0});
  slow->wait_for(slow->post(LoadScenario{many()}), patience);
  Scenario endless = few();
  endless.run.until.reset();
  endless.run.steps.reset();
  quick->wait_for(quick->post(LoadScenario{endless}), patience);
  slow->post(slurry::Run{{}, 1000000});
  quick->post(slurry::Run{{}, 1000000});
  sleep(0.5);
  const double slow_before = slow->latest()->wall_seconds, quick_before = quick->latest()->wall_seconds;
  sleep(4);
  const auto a = slow->latest(), b = quick->latest();
  const double of_slow = a->wall_seconds - slow_before, of_quick = b->wall_seconds - quick_before;
  std::printf("steps of %.4f s and %.4f s share %.2f : %.2f s\n", a->seconds_per_step, b->seconds_per_step, of_slow,
              of_quick);
  // what a step of the quick one costs beside the step itself, its publication, counts as its time too
  EXPECT_GT(of_slow / (of_slow + of_quick), 0.4);
  EXPECT_LT(of_slow / (of_slow + of_quick), 0.6);
}

}  // namespace
}  // namespace slurry
