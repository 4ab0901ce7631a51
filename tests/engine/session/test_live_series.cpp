// SPDX-License-Identifier: BSD-3-Clause
// What a session says of a run while it goes on: the series of all scalars, events, the step and its reason, fields.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "slurry/session.hpp"
#include "slurry/trajectory.hpp"
#include "support/temporary_folder.hpp"

namespace slurry {
namespace {

using Clock = std::chrono::steady_clock;
constexpr double patience = 60;  // [s] for what must come; sanitizers are slow
const RuntimeOptions two_threads{2};

std::shared_ptr<const Snapshot> run_to_end(Session& session, long steps) {
  session.post(slurry::Run{{}, steps});
  const auto deadline = Clock::now() + std::chrono::seconds(static_cast<int>(patience));
  session.wait_for(session.post(RequestAngularVelocities{false}), patience);
  while (session.latest()->state == SessionState::running && Clock::now() < deadline)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return session.latest();
}

Scenario deterministic_pipe() {
  return parse_scenario(
      "schema = 1\n[domain]\nradius = 5\nlength = 20\n[[bodies]]\ncount = 10\n[integrator]\ntime_step = 0.05\n"
      "[solver]\ndeterministic = true\n[output]\nstride = 1\n",
      "small.toml");
}

/// At full speed a window sees few of the steps; the series has all of them, as a headless run records them.
TEST(LiveSeries, AtFullSpeedHasTheBitsOfTheRecordedObservables) {
  constexpr long steps = 60;
  const test::TemporaryFolder folder;
  {
    Session headless(two_threads);
    headless.post(LoadScenario{deterministic_pipe()});
    headless.post(StartRecording{folder.path() / "run.h5"});
    ASSERT_EQ(run_to_end(headless, steps)->step, steps);
    headless.wait_for(headless.post(StopRecording{}), patience);
  }
  Session live(two_threads);
  live.post(RequestSeries{});
  live.post(LoadScenario{deterministic_pipe()});
  ASSERT_EQ(run_to_end(live, steps)->step, steps);
  const auto series = live.series();
  ASSERT_TRUE(series);
  ASSERT_EQ(series->size(), static_cast<std::size_t>(steps) + 1);
  const Trajectory file(folder.path() / "run.h5");
  ASSERT_EQ(file.frames(), static_cast<std::size_t>(steps) + 1);
  std::size_t compared = 0, known = 0;
  for (std::size_t i = 0; i <= steps; ++i) {
    const auto frame = file.frame(i);
    ASSERT_EQ(series->span(i).first_step, frame->step);
    ASSERT_EQ(std::bit_cast<std::uint64_t>(series->span(i).first_time), std::bit_cast<std::uint64_t>(frame->time));
    for (std::size_t q = 0; q < series->scalars().size(); ++q) {
      const Quantity& row = *series->scalars()[q];
      if (row.costly || !frame->values.has(row.name)) continue;
      if (row.sometimes && i == steps) continue;  // where it stops, a run measures its errors when there is time
      const double recorded = frame->values.number(row.name), sampled = series->range(i, q).first;
      ++compared;
      if (std::isnan(recorded)) {
        EXPECT_TRUE(std::isnan(sampled)) << row.name << " at step " << i;
        continue;
      }
      ++known;
      EXPECT_EQ(std::bit_cast<std::uint64_t>(sampled), std::bit_cast<std::uint64_t>(recorded))
          << row.name << " at step " << i << ": " << sampled << ", not " << recorded;
    }
  }
  EXPECT_GT(compared, 10u * steps);
  EXPECT_GT(known, 8u * steps);
}

TEST(LiveSeries, IsNotThereUnlessItIsAskedFor) {
  Session session(two_threads);
  session.wait_for(session.post(LoadScenario{deterministic_pipe()}), patience);
  EXPECT_FALSE(session.series());
  session.wait_for(session.post(RequestSeries{}), patience);
  ASSERT_TRUE(session.series());
  EXPECT_EQ(session.series()->size(), 1u);
  session.wait_for(session.post(RequestSeries{false}), patience);
  EXPECT_FALSE(session.series());
}

/// The balance of forces itself is the independent truth: net force = drag + pressure.
TEST(LiveSeries, CostlyQuantitiesAreSampledWhenWanted_AndAreInNoSnapshotOfARun) {
  Session session(two_threads);
  session.post(RequestSeries{});
  session.post(LoadScenario{deterministic_pipe()});
  auto s = run_to_end(session, 5);
  EXPECT_FALSE(s->values.has("wall_drag"));
  EXPECT_TRUE(s->values.has("flux"));
  auto series = session.series();
  const std::size_t drag = series->scalar("wall_drag");
  ASSERT_NE(drag, Series::none);
  for (std::size_t i = 0; i < series->size(); ++i) EXPECT_TRUE(std::isnan(series->range(i, drag).last));
  s = session.wait_for(session.post(RequestSeries{true, {"wall_drag", "force_balance_error"}}), patience);
  series = session.series();
  const std::size_t last = series->size() - 1;
  const double error = series->range(last, series->scalar("force_balance_error")).last;
  EXPECT_TRUE(std::isfinite(series->range(last, drag).last));
  EXPECT_GT(error, 0);
  EXPECT_LT(error, 1e-2);
  double net = 0;
  for (std::size_t i = 0; i < s->forces.size(); i += 3) net += s->forces[i];
  const Domain& d = s->scenario->domain;
  const double pressure = 3.14159265358979 * d.radius * d.radius * d.length * s->values.number("pressure_gradient");
  EXPECT_NEAR(series->range(last, drag).last, net - pressure, 2e-2 * std::abs(net));
}

TEST(LiveSeries, AChangeStandsAtItsTimeTwice_BeforeAndAfter) {
  Session session(two_threads);
  session.post(RequestSeries{});
  session.post(LoadScenario{find_scenario("two_spheres")});
  session.post(StepOnce{3});
  session.wait_for(session.post(SetOption{"fluid.viscosity", "0.1"}), patience);
  const auto series = session.series();
  const std::size_t speed = series->scalar("mean_settling_velocity");
  ASSERT_NE(speed, Series::none);
  ASSERT_EQ(series->size(), 5u);
  EXPECT_EQ(series->span(3).first_time, series->span(4).first_time);
  const double eta = find_scenario("two_spheres").viscosity;
  // Stokes flow: the velocity goes as one over the viscosity
  EXPECT_NEAR(series->range(4, speed).first * 0.1, series->range(3, speed).first * eta,
              1e-3 * std::abs(series->range(3, speed).first * eta));
}

TEST(LiveSeries, ABranchBeginsWithItsParentsSeries) {
  Session session(two_threads);
  session.post(RequestSeries{});
  session.post(RequestMoments{1000});
  session.post(LoadScenario{deterministic_pipe()});
  session.wait_for(session.post(StepOnce{4}), patience);
  const auto moments = session.take_moments();
  ASSERT_FALSE(moments.empty());
  const auto middle = moments.back();
  ASSERT_EQ(middle->step, 4);
  session.wait_for(session.post(StepOnce{4}), patience);
  const auto parent = session.series();
  ASSERT_EQ(parent->size(), 9u);
  LoadState branch;
  branch.moment = middle;
  branch.series = parent;
  branch.changes = {{"fluid.viscosity", "0.1"}};
  session.post(branch);
  const auto s = session.wait_for(session.post(StepOnce{2}), patience);
  ASSERT_TRUE(s->message.empty()) << s->message;
  const auto series = session.series();
  ASSERT_EQ(series->size(), 8u);  // 0 to 4, 4 with the other viscosity, 5 and 6
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(series->range(i, 0).first, parent->range(i, 0).first);
  EXPECT_EQ(series->span(5).first_step, 4);
  EXPECT_EQ(series->span(7).first_step, 6);
}

/// A drag at rest is one event; while the run goes on every value is kept for the replay, and one is shown.
TEST(LiveEvents, ADragIsOneEvent) {
  Session session(two_threads);
  session.post(LoadScenario{find_scenario("two_spheres")});
  session.post(StepOnce{2});
  for (const char* value : {"0.06", "0.07", "0.08"}) session.post(SetOption{"fluid.viscosity", value, "person", 7});
  auto s = session.wait_for(session.post(SetOption{"gravity.direction", "[0, 1, 0]"}), patience);
  ASSERT_TRUE(s->events);
  ASSERT_EQ(s->events->size(), 2u);
  EXPECT_EQ(s->events->front().value, "0.08");
  EXPECT_EQ(std::stod(s->events->front().old), find_scenario("two_spheres").viscosity);
  session.post(SetOption{"fluid.viscosity", "0.05", "person", 8});
  session.post(StepOnce{1});
  s = session.wait_for(session.post(SetOption{"fluid.viscosity", "0.04", "person", 8}), patience);
  ASSERT_EQ(s->events->size(), 4u);
  const std::vector<Event> joined = joined_drags(*s->events);
  ASSERT_EQ(joined.size(), 3u);
  EXPECT_EQ(joined[2].step, 2);
  EXPECT_EQ(joined[2].old, "0.08");
  EXPECT_EQ(joined[2].value, "0.04");
}

/// Two spheres that fall towards a third at rest may move by a tenth of a radius at most in one step.
TEST(LiveStep, SaysWhatWasAskedForAndWhyItIsShorter) {
  const std::string bodies =
      "schema = 1\n[domain]\nkind = \"free-space\"\n[[bodies]]\npositions = [[0,0,0]]\n"
      "[[bodies]]\npositions = [[0,3,0]]\nforce = 0\n";
  const auto after_step = [&](const std::string& integrator) {
    Session session(two_threads);
    session.post(LoadScenario{parse_scenario(bodies + "[integrator]\n" + integrator, "x.toml")});
    return session.wait_for(session.post(StepOnce{1}), patience);
  };
  auto s = after_step("time_step = 0.01\n");
  ASSERT_TRUE(s->message.empty()) << s->message;
  EXPECT_EQ(s->time_step, 0.01);
  EXPECT_EQ(s->time_step_asked, 0.01);
  EXPECT_TRUE(s->shortened_by.empty());
  s = after_step("time_step = 20\nlargest_move = 0.1\n");
  EXPECT_EQ(s->time_step_asked, 20);
  EXPECT_LT(s->time_step, 1);
  EXPECT_NE(s->shortened_by.find("move bodies too far"), std::string::npos) << s->shortened_by;
  s = after_step("time_step = 20\nadaptive = false\n");
  EXPECT_EQ(s->time_step, 20);
  EXPECT_TRUE(s->shortened_by.empty());
  Session session(two_threads);
  session.post(LoadScenario{parse_scenario(bodies + "[integrator]\ntime_step = 0.1\n", "x.toml")});
  session.post(slurry::Run{0.13, {}});
  s = session.wait_for(session.post(RequestAngularVelocities{false}), patience);
  while (s->state == SessionState::running) s = session.wait_newer(s->number, 1);
  EXPECT_NEAR(s->time_step, 0.03, 1e-12);
  EXPECT_NE(s->shortened_by.find("asked for"), std::string::npos) << s->shortened_by;
}

/// Around one sphere of radius a that moves with U: u = U (3a/2r - a^3/2r^3) ahead of it (Stokes).
TEST(LiveField, OnALineAheadOfASphereIsStokesFlow) {
  Session session(two_threads);
  session.post(LoadScenario{
      parse_scenario("schema = 1\n[domain]\nkind = \"free-space\"\n[gravity]\ndirection = [1,0,0]\n[[bodies]]\n"
                     "positions = [[0,0,0]]\n",
                     "x.toml")});
  session.post(RequestField{"ahead", FieldLine{{0, 0, 0}, {8, 0, 0}, 17}, 1000});
  auto s = session.wait_for(session.post(RequestField{"two", FieldList{{0, 3, 0, 0, 0, 5}}, 1000}), patience);
  const auto deadline = Clock::now() + std::chrono::seconds(60);
  while ((!s->field("ahead") || !s->field("two")) && Clock::now() < deadline) s = session.wait_newer(s->number, 1);
  const auto line = s->field("ahead"), two = s->field("two");
  ASSERT_TRUE(line && two);
  const double speed = s->velocities[0];
  ASSERT_EQ(line->shape, (std::array<int, 2>{17, 1}));
  for (std::size_t i = 0; i < 17; ++i) {
    const double r = 0.5 * static_cast<double>(i);
    if (r != 1) EXPECT_EQ(line->body[i], r < 1 ? 0 : Field::in_fluid) << r;
    if (r > 1) {
      EXPECT_NEAR(line->velocity[3 * i], speed * (1.5 / r - 0.5 / (r * r * r)), 1e-3 * speed) << r;
    }
  }
  for (const std::size_t i : {0u, 1u}) {  // beside it: u = U (3a/4r + a^3/4r^3)
    const double r = i == 0 ? 3 : 5;
    EXPECT_NEAR(two->velocity[3 * i], speed * (0.75 / r + 0.25 / (r * r * r)), 1e-3 * speed);
  }
  s = session.wait_for(session.post(RequestField{"ahead"}), patience);
  EXPECT_FALSE(s->field("ahead"));
  EXPECT_TRUE(s->field("two"));
}

}  // namespace
}  // namespace slurry
