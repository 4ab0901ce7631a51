// SPDX-License-Identifier: BSD-3-Clause
// Speeds of one body over the last time of a run.
#include <gtest/gtest.h>

#include "models/body_speeds.hpp"

namespace slurry::ui {
namespace {

/// Two bodies; the second moves at 5 t.
Snapshot snapshot_at(double time, CommandNumber run = 1) {
  Snapshot s;
  s.time = time;
  s.run = run;
  s.velocities = {9, 9, 9, 3 * time, 0, -4 * time};
  return s;
}

TEST(BodySpeeds, HasTheSpeedsOfTheBodyOverTheLastTime) {
  BodySpeeds speeds;
  speeds.add(snapshot_at(0));
  EXPECT_TRUE(speeds.samples().empty());  // nobody is followed
  speeds.follow(1);
  for (int i = 0; i <= 30; ++i) speeds.add(snapshot_at(i));
  ASSERT_EQ(speeds.samples().size(), 21u);
  EXPECT_EQ(speeds.samples().front(), std::pair(10.0, 50.0));
  EXPECT_EQ(speeds.samples().back(), std::pair(30.0, 150.0));
}

TEST(BodySpeeds, LookingBackTheyEndAtTheMomentShown_AndComeAgain) {
  BodySpeeds speeds;
  speeds.follow(1);
  for (int i = 0; i <= 30; ++i) speeds.add(snapshot_at(i));
  speeds.add(snapshot_at(12));
  ASSERT_EQ(speeds.samples().size(), 13u);
  EXPECT_EQ(speeds.samples().front().first, 0);
  EXPECT_EQ(speeds.samples().back(), std::pair(12.0, 60.0));
  speeds.add(snapshot_at(30));
  EXPECT_EQ(speeds.samples().size(), 21u);
}

TEST(BodySpeeds, BeginAnewForAnotherBodyAndForAnotherRun) {
  BodySpeeds speeds;
  speeds.follow(1);
  speeds.add(snapshot_at(1));
  speeds.add(snapshot_at(2));
  speeds.follow(1);
  EXPECT_EQ(speeds.samples().size(), 2u);
  speeds.add(snapshot_at(2, 2));
  EXPECT_EQ(speeds.samples(), (std::vector{std::pair(2.0, 10.0)}));
  speeds.follow(0);
  EXPECT_TRUE(speeds.samples().empty());
  speeds.follow(2);  // there is no such body
  speeds.add(snapshot_at(3, 2));
  EXPECT_TRUE(speeds.samples().empty());
}

TEST(BodySpeeds, AValueOfTheSameTimeReplacesTheFormerOne) {
  BodySpeeds speeds;
  speeds.follow(1);
  speeds.add(snapshot_at(1));
  Snapshot edited = snapshot_at(1);
  edited.velocities[3] = 0;
  speeds.add(edited);
  EXPECT_EQ(speeds.samples(), (std::vector{std::pair(1.0, 4.0)}));
}

}  // namespace
}  // namespace slurry::ui
