// SPDX-License-Identifier: BSD-3-Clause
// What is kept of a run, without a window: thinning, pins, bytes, packed pictures, branches.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>
#include <set>
#include <vector>

#include "history/moment_store.hpp"
#include "history/path_frames.hpp"
#include "history/stored_picture.hpp"
#include "history/tree.hpp"

namespace slurry::ui {
namespace {

std::vector<MemoryBlock> block(std::size_t bytes) {
  static std::size_t next = 0;
  return {{reinterpret_cast<const void*>(++next), bytes}};
}

using Store = MomentStore<int>;

Store store_of(long moments, std::size_t bytes_each = 100) {
  Store store;
  for (long i = 0; i < moments; ++i) store.add({i, static_cast<double>(i), 0, block(bytes_each)});
  return store;
}

Pin no_pin(const Kept<int>&) {
  return Pin::none;
}

TEST(MomentStore, ThinnedTo100Of20000_GapsAreEvenAtFirstAndSixteenTimesFinerAtTheEnd) {
  Store store;
  for (long i = 0; i < 20000; ++i) {
    store.add({i, static_cast<double>(i), 0, block(100)});
    store.thin(100 * 100, no_pin);
  }
  EXPECT_LE(store.bytes(), 100u * 100u);
  EXPECT_GE(store.size(), 90u);  // it is not thinned to less than it may take
  EXPECT_EQ(store.front().step, 0);
  EXPECT_EQ(store.back().step, 19999);
  // The largest gap of the first three quarters, and those of the last hundredth, in shares of the whole time.
  double early = 0, late = 0;
  for (std::size_t i = 0; i + 1 < store.size(); ++i) {
    const double gap = (store.at(i + 1).time - store.at(i).time) / 20000;
    if (store.at(i + 1).time < 15000) early = std::max(early, gap);
    if (store.at(i).time > 19800) late = std::max(late, gap);
  }
  // Even gaps of a store of n moments whose density is 1 over three quarters and up to 16 at the end: the integral of
  // 1/min(1, 1/16 + 4 x) over x in (0, 1) is ln(16)/4 + 49/64 = 1.459, so that a gap early on is 1.459/n.
  const double ideal = 1.459 / static_cast<double>(store.size());
  EXPECT_LT(early, 2.1 * ideal);  // a dropped moment joins two gaps
  EXPECT_LT(late, early / 4);
}

TEST(MomentStore, TheScoreIsTheGapOverWhatItsAgeAllows) {
  EXPECT_DOUBLE_EQ(thinning_score(1, 2, 4, 100), 3);  // old: the gap itself
  EXPECT_DOUBLE_EQ(thinning_score(98, 99, 100, 100), 2 / (1 / 16.0 + 0.04));
  EXPECT_DOUBLE_EQ(thinning_score(99, 100, 100, 100), 16);  // the newest: sixteen times the gap
}

TEST(MomentStore, FirmPinsStay_AndThoseBeforeEventsGoOnlyWherePinsFillHalf) {
  Store store = store_of(1000);
  const std::set<long> events{111, 222, 333}, shown{517};
  store.thin(100 * 100, [&](const Kept<int>& k) {
    return shown.contains(k.step) ? Pin::firm : events.contains(k.step) ? Pin::event : Pin::none;
  });
  std::set<long> kept;
  for (std::size_t i = 0; i < store.size(); ++i) kept.insert(store.at(i).step);
  for (const long step : {0L, 111L, 222L, 333L, 517L, 999L}) EXPECT_TRUE(kept.contains(step)) << step;
  // Eighty events in a store of a hundred: they are thinned as others are.
  Store crowded = store_of(1000);
  crowded.thin(100 * 100, [](const Kept<int>& k) { return k.step < 800 ? Pin::event : Pin::none; });
  EXPECT_LE(crowded.bytes(), 100u * 100u);
  EXPECT_EQ(crowded.front().step, 0);
  EXPECT_EQ(crowded.back().step, 999);
}

TEST(MomentStore, WhatWasThinnedIsKnown_AndSharedBlocksAreCountedOnce) {
  Store store = store_of(100);
  store.thin(50 * 100, no_pin);
  long dropped = 0;
  for (std::size_t i = 0; i + 1 < store.size(); ++i) {
    const bool gap = store.at(i + 1).step > store.at(i).step + 1;
    EXPECT_EQ(store.at(i).thinned_after, gap) << i;
    dropped += store.at(i + 1).step - store.at(i).step - 1;
  }
  EXPECT_EQ(static_cast<std::size_t>(100 - dropped), store.size());
  Store shared;
  const std::vector<MemoryBlock> law = block(1000);
  for (long i = 0; i < 3; ++i) {
    std::vector<MemoryBlock> both = law;
    both.push_back(block(10).front());
    shared.add({i, static_cast<double>(i), 0, both});
  }
  EXPECT_EQ(shared.bytes(), 1030u);
  shared.add({2, 2.0, 1, block(10)});  // the same step again replaces the last
  EXPECT_EQ(shared.size(), 3u);
  EXPECT_EQ(shared.bytes(), 1030u);
}

std::shared_ptr<Snapshot> suspension(std::size_t n, double length, double radius, unsigned seed = 1) {
  auto s = std::make_shared<Snapshot>();
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> along(0, length), across(-radius, radius);
  std::normal_distribution<double> velocity(0, 0.3);
  auto scenario = std::make_shared<Scenario>();
  scenario->bodies = {BodyGroup{}};
  s->scenario = scenario;
  s->run = 1;
  for (std::size_t i = 0; i < n; ++i) {
    s->positions.insert(s->positions.end(), {along(random), across(random), across(random)});
    s->velocities.insert(s->velocities.end(), {0.8 + velocity(random), velocity(random), velocity(random)});
    s->images.insert(s->images.end(), {static_cast<std::int32_t>(i % 7) - 3, 0, 0});
  }
  s->forces.assign(3 * n, 0);
  for (std::size_t i = 0; i < n; ++i) s->forces[3 * i] = 1;
  s->radii.assign(n, 1);
  s->groups.assign(n, 0);
  s->values.set("mean_settling_velocity", 0.123456789012345);
  return s;
}

TEST(StoredPicture, PackedPlacesAreOffByLessThan5e5OfARadius_InAPipeOf13333) {
  const auto s = suspension(20000, 13333, 10);
  const SnapshotPtr back = StoredPicture::packed(*s, nullptr).snapshot();
  ASSERT_EQ(back->positions.size(), s->positions.size());
  double largest = 0;
  for (std::size_t i = 0; i < s->positions.size(); ++i)
    largest = std::max(largest, std::abs(back->positions[i] - s->positions[i]));
  EXPECT_LT(largest, 5e-5);
  EXPECT_GT(largest, 1e-6);  // 64 bits, and not the numbers themselves
  for (std::size_t i = 0; i + 2 < s->velocities.size(); i += 3) {
    const double most =
        std::max({std::abs(s->velocities[i]), std::abs(s->velocities[i + 1]), std::abs(s->velocities[i + 2])});
    for (std::size_t k = i; k < i + 3; ++k) ASSERT_NEAR(back->velocities[k], s->velocities[k], 8e-6 * most);
  }
  EXPECT_EQ(back->images, s->images);
  EXPECT_EQ(back->forces, s->forces);
  EXPECT_EQ(back->radii, s->radii);
  EXPECT_EQ(back->groups, s->groups);
  EXPECT_EQ(back->values.number("mean_settling_velocity"), 0.123456789012345);
}

TEST(StoredPicture, AnEscapedBody_ContactForces_DirectorsAndUnknownNumbersComeBack) {
  auto s = suspension(3000, 20, 10);
  s->positions[0] = 5e5;  // in free space
  s->contact_forces.assign(s->forces.size(), 0);
  s->directors.assign(s->forces.size(), 0);
  s->rates.assign(s->forces.size(), 0);
  for (std::size_t i = 0; i < s->radii.size(); ++i) {
    s->contact_forces[3 * i + 1] = 1e-3 * std::sin(static_cast<double>(i));
    s->forces[3 * i + 1] = s->contact_forces[3 * i + 1];
    const double angle = static_cast<double>(i);
    s->directors[3 * i] = std::cos(angle), s->directors[3 * i + 1] = std::sin(angle);
    s->rates[3 * i + 2] = 1e-9 * angle;
  }
  s->velocities[3] = std::nan("");
  s->images[0] = 40000;  // more than 16 bits hold
  s->half_lengths.assign(s->radii.size(), 5);
  const SnapshotPtr back = StoredPicture::packed(*s, nullptr).snapshot();
  for (std::size_t i = 0; i < s->positions.size(); ++i) ASSERT_NEAR(back->positions[i], s->positions[i], 1e-3);
  for (std::size_t i = 0; i < s->forces.size(); ++i) ASSERT_NEAR(back->forces[i], s->forces[i], 1e-8);
  for (std::size_t i = 0; i < s->directors.size(); ++i) ASSERT_NEAR(back->directors[i], s->directors[i], 1e-5);
  for (std::size_t i = 0; i < s->rates.size(); ++i)
    ASSERT_NEAR(back->rates[i], s->rates[i], 8e-6 * std::abs(s->rates[i]));
  EXPECT_TRUE(std::isnan(back->velocities[3]));
  EXPECT_EQ(back->images, s->images);
  EXPECT_EQ(back->half_lengths, s->half_lengths);
}

TEST(Tree, ATenthOfAMillionBodiesKeepAHundredPicturesInTheUsualBudget) {
  Tree tree;
  tree.setBudget(std::size_t{400} << 20);
  tree.begin(1, {});
  const auto start = suspension(100000, 13333, 10);
  for (long step = 0; step < 160; ++step) {
    auto s = std::make_shared<Snapshot>(*start);
    s->step = step;
    s->time = 0.2 * static_cast<double>(step);
    for (std::size_t i = 0; i < s->positions.size(); i += 3) s->positions[i] += 1e-3 * static_cast<double>(step);
    ASSERT_TRUE(tree.add(s));
  }
  RecordProperty("pictures", static_cast<int>(tree.branch(0).pictures.size()));
  RecordProperty("bytes", static_cast<int>(tree.branch(0).pictures.bytes() >> 20));
  EXPECT_GE(tree.branch(0).pictures.size(), 100u);
  EXPECT_LE(tree.branch(0).pictures.bytes(), (std::size_t{400} << 20) / 3 * 2);
  // a packed picture is unpacked again in each call
  const StoredPicture& packed = tree.branch(0).pictures.at(5).content;
  EXPECT_NE(packed.snapshot(), packed.snapshot());
}

TEST(Tree, AMomentThatIsLookedAtStays_HoweverFullTheMemoryIs) {
  Tree tree;
  tree.setBudget(3 * 4000 * 100);
  tree.begin(1, {});
  const auto start = suspension(30, 20, 5);
  const auto put = [&](long step) {
    auto s = std::make_shared<Snapshot>(*start);
    s->step = step;
    s->time = static_cast<double>(step);
    tree.add(s);
  };
  for (long step = 0; step < 50; ++step) put(step);
  tree.setShown(0, 17);
  for (long step = 50; step < 5000; ++step) put(step);
  PathFrames path(&tree);
  path.setBranch(0);
  ASSERT_LT(path.count(), 500u);
  EXPECT_EQ(path.place(*path.find(17)).kept->step, 17);
  EXPECT_EQ(path.place(0).kept->step, 0);
  EXPECT_FALSE(path.thinned().empty());
}

TEST(Tree, ABranchThatWasLeftHoldsItsBodiesPackedAlone) {
  Tree tree;
  tree.setBudget(3 * 4000 * 100);  // too little for two thousand pictures as they are
  std::vector<std::weak_ptr<const Snapshot>> unpacked;
  for (CommandNumber run = 1; run <= 5; ++run) {
    auto s = std::make_shared<Snapshot>(*suspension(300, 20, 5));
    s->run = run;
    s->step = 7;
    s->events = std::make_shared<const std::vector<Event>>(1);
    tree.add(s);
    unpacked.emplace_back(s);
  }
  ASSERT_EQ(tree.branches().size(), 5U);
  for (const auto& s : unpacked) EXPECT_TRUE(s.expired());
  for (const int id : tree.branches()) {
    EXPECT_EQ(tree.branch(id).newest->step, 7);
    EXPECT_EQ(tree.branch(id).events()->size(), 1U);
    EXPECT_EQ(tree.branch(id).pictures.back().content.snapshot()->radii.size(), 300U);
  }
}

MomentPtr moment(CommandNumber run, long step, std::vector<Event> events = {}) {
  auto m = std::make_shared<Moment>();
  m->run = run;
  m->step = step;
  m->time = static_cast<double>(step);
  m->events = std::make_shared<const std::vector<Event>>(std::move(events));
  return m;
}

Event change(long step, const char* value, const char* by = "person") {
  return {step, static_cast<double>(step), "fluid.viscosity", "1", value, by};
}

struct Branched : ::testing::Test {
  Tree tree;
  int root = 0, branch = 0;
  EventsPtr events;
  void put(CommandNumber run, long step) {
    auto s = std::make_shared<Snapshot>(*suspension(4, 20, 5));
    s->run = run;
    s->step = step;
    s->time = static_cast<double>(step);
    s->events = events;
    tree.add(s);
  }
  Branched() {
    root = tree.begin(1, {});
    for (long step = 0; step <= 100; ++step) {
      if (step == 41) events = std::make_shared<const std::vector<Event>>(std::vector{change(40, "2")});
      put(1, step);
      if (step % 25 == 0) tree.add(moment(1, step, events ? *events : std::vector<Event>()));
    }
    events = nullptr;
    branch = tree.begin(2, {.parent = root, .step = 30, .time = 30, .changes = {}, .file = {}});
    for (long step = 30; step <= 60; ++step) put(2, step);
    tree.add(moment(2, 30));
  }
};

TEST_F(Branched, ThePathOfABranchIsItsParentsUpToTheForkAndItsOwn) {
  PathFrames path(&tree);
  path.setBranch(branch);
  ASSERT_EQ(path.count(), 61u);
  for (std::size_t i = 0; i < path.count(); ++i) {
    EXPECT_EQ(path.place(i).kept->step, static_cast<long>(i));
    EXPECT_EQ(path.place(i).branch, i < 30 ? root : branch);
  }
  EXPECT_EQ(path.at(44.5), 44u);
  path.setBranch(root);
  EXPECT_EQ(path.count(), 101u);
}

TEST_F(Branched, ARunCatchesUpFromTheLastWholeMoment_WithWhatAPersonChangedOnTheWay) {
  const auto at = [&](int id, long step) {
    PathFrames path(&tree);
    path.setBranch(id);
    const Kept<StoredPicture>& picture = *path.place(*path.find(step)).kept;
    return tree.startAt(id, step, picture.content.bare().events);
  };
  const auto start = at(root, 45);
  ASSERT_TRUE(start);
  EXPECT_EQ(start->moment->step, 25);
  EXPECT_EQ(start->at_step, 45);
  ASSERT_EQ(start->replay.size(), 1u);
  EXPECT_EQ(start->replay[0].value, "2");
  // The change is in the whole moment of step 50 already.
  EXPECT_TRUE(at(root, 60)->replay.empty());
  EXPECT_EQ(at(root, 60)->moment->step, 50);
  EXPECT_FALSE(at(root, 50)->at_step);  // the moment itself
  // Before its first own moment a branch catches up from its parent's.
  EXPECT_EQ(at(branch, 29)->moment->step, 25);
  EXPECT_EQ(at(branch, 29)->moment->run, 1u);
  EXPECT_EQ(at(branch, 58)->moment->run, 2u);
  EXPECT_TRUE(at(branch, 58)->replay.empty());  // the parent's later change is none of it
}

TEST_F(Branched, ABranchPointStays_AndABranchThatOthersLeaveIsNotDropped) {
  EXPECT_FALSE(tree.drop(root));    // the branch leaves it
  EXPECT_FALSE(tree.drop(branch));  // it goes on
  tree.resume(3, root);
  EXPECT_EQ(tree.current(), root);
  tree.setBudget(40 * size_in_bytes(*suspension(4, 20, 5)) / 2 * 3);
  PathFrames path(&tree);
  path.setBranch(root);
  ASSERT_LT(path.count(), 101u);
  EXPECT_EQ(path.place(*path.find(30)).kept->step, 30);
  EXPECT_TRUE(tree.drop(branch));
  EXPECT_EQ(tree.branches(), std::vector<int>{root});
  EXPECT_FALSE(tree.add(moment(2, 61)));  // what comes late of it is nobody's
}

}  // namespace
}  // namespace slurry::ui
