// SPDX-License-Identifier: BSD-3-Clause
// The boxes of the sum that a session shows, against the places of the bodies alone.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <string>

#include "slurry/session.hpp"

namespace slurry {
namespace {

Scenario clumps(const std::string& domain, const std::string& placements, const std::string& method) {
  return parse_scenario(R"(
schema = 1
[domain]
)" + domain + placements + R"(
[solver]
tolerance = 1e-2
method = ")" + method + R"("
[integrator]
time_step = 0.02
adaptive = false
)",
                        "clumps.toml");
}

Scenario cloud_and_crowd(const std::string& method = "fmm") {
  return clumps("kind = \"free-space\"\n", R"(
[[bodies]]
name = "even"
count = 900
placement = "cloud"
cloud_radius = 90
[[bodies]]
name = "crowd"
count = 300
placement = "cloud"
cloud_radius = 15
)",
                method);
}

using Places = std::shared_ptr<const Snapshot>;

bool holds(const SumCell& c, const double* x) {
  for (std::size_t a = 0; a < 3; ++a)
    if (std::abs(x[a] - c.centre[a]) > c.half[a] * (1 + 1e-9)) return false;
  return true;
}

/// How many of these boxes hold a body.
long holders(const std::vector<SumCell>& cells, const double* x) {
  long n = 0;
  for (const SumCell& c : cells) n += holds(c, x);
  return n;
}

class LiveCells : public testing::Test {
 protected:
  LiveCells() { session.post(SetErrorBudget{0}); }
  void load(const Scenario& s) {
    const Places loaded = session.wait_for(session.post(LoadScenario{s}));
    ASSERT_EQ(loaded->message, "");
  }
  /// Waits for boxes of this body at the newest step.
  Places with_cells(long body) {
    Places s = session.wait_for(session.post(RequestCells{true, body, 0}));
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (!(s->cells && s->cells->body == body && s->cells->step == s->step) && std::chrono::steady_clock::now() < end)
      s = session.wait_newer(s->number, 0.2);
    return s;
  }
  Session session;
};

TEST_F(LiveCells, AreThoseOfThePresentPlaces_AndEveryBodyActsOnce) {
  load(cloud_and_crowd());
  for (int turn = 0; turn < 3; ++turn) {
    const long body = turn == 1 ? 1100 : 17;
    const Places s = with_cells(body);
    ASSERT_TRUE(s->cells);
    const SumCells& cells = *s->cells;
    EXPECT_EQ(cells.step, s->step);
    EXPECT_EQ(cells.time, s->time);
    EXPECT_EQ(cells.why_none, "");
    long all = 0;
    for (const SumCell& c : cells.leaves) all += c.points;
    EXPECT_EQ(all, 1200);
    EXPECT_GT(cells.leaves.size(), 20u);
    ASSERT_EQ(cells.lists.size(), 5u);
    EXPECT_TRUE(holds(cells.lists[0].cells.at(0), &s->positions[3 * static_cast<std::size_t>(body)]));
    for (std::size_t i = 0; i < 1200; ++i) {
      EXPECT_EQ(holders(cells.leaves, &s->positions[3 * i]), 1) << "body " << i;
      long met = 0;
      for (const SumCellList& list : cells.lists) met += holders(list.cells, &s->positions[3 * i]);
      EXPECT_EQ(met, 1) << "body " << i;
    }
    session.wait_for(session.post(StepOnce{2}));
  }
}

TEST_F(LiveCells, AreNotMadeUnlessTheyAreWanted) {
  load(cloud_and_crowd());
  EXPECT_FALSE(session.wait_for(session.post(StepOnce{1}))->cells);
  const Places with = with_cells(-1);
  ASSERT_TRUE(with->cells);
  EXPECT_TRUE(with->cells->lists.empty());
  EXPECT_FALSE(with->cells->leaves.empty());
  EXPECT_FALSE(session.wait_for(session.post(RequestCells{false}))->cells);
  EXPECT_FALSE(session.wait_for(session.post(StepOnce{1}))->cells);
}

TEST_F(LiveCells, OtherSumsSayWhyTheyHaveNone) {
  for (const std::string method : {"ewald", "direct"}) {
    load(cloud_and_crowd(method));
    const Places s = with_cells(3);
    ASSERT_TRUE(s->cells);
    EXPECT_TRUE(s->cells->leaves.empty());
    EXPECT_NE(s->cells->why_none.find("Set solver.method to fmm"), std::string::npos) << s->cells->why_none;
    EXPECT_EQ(s->cells->why_none, why_no_cells(method));
  }
  EXPECT_EQ(why_no_cells("fmm"), "");
}

TEST_F(LiveCells, ABodyThatDoesNotExistHasNoLists) {
  load(cloud_and_crowd());
  Places s = session.wait_for(session.post(RequestCells{true, 5000, 0}));
  while (!s->cells) s = session.wait_newer(s->number, 0.2);
  EXPECT_EQ(s->cells->body, -1);
  EXPECT_TRUE(s->cells->lists.empty());
}

/// In a pipe the sum has other units and repeats along the axis; in a cell it repeats along all axes.
TEST_F(LiveCells, InPeriodicDomainsTheyLieAtTheBodies) {
  const std::string bodies = "\n[[bodies]]\ncount = 400\n";
  for (const std::string domain :
       {"kind = \"pipe\"\nradius = 12\nlength = 60\n", "kind = \"periodic-3\"\ncell = [30, 30, 30]\n"}) {
    SCOPED_TRACE(domain);
    load(clumps(domain, bodies, "fmm"));
    const Places s = with_cells(5);
    ASSERT_TRUE(s->cells);
    const SumCells& cells = *s->cells;
    ASSERT_FALSE(cells.lists.empty());
    EXPECT_FALSE(cells.rest.empty());
    EXPECT_TRUE(holds(cells.lists[0].cells.at(0), &s->positions[15]));
    for (std::size_t i = 0; i < 400; ++i) EXPECT_EQ(holders(cells.leaves, &s->positions[3 * i]), 1) << "body " << i;
    const double period = domain.find("pipe") != std::string::npos ? 60 : 30;
    long images = 0;
    for (const SumCellList& list : cells.lists)
      for (const SumCell& c : list.cells) {
        images += c.is_image();
        EXPECT_NEAR(std::remainder(c.shift[0], period), 0, 1e-9);
      }
    EXPECT_GT(images, 0);
  }
}

}  // namespace
}  // namespace slurry
