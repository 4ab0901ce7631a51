// SPDX-License-Identifier: BSD-3-Clause
// Times of stages by name: order, absence, merging.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "slurry/stage_times.hpp"

namespace slurry {
namespace {

std::vector<std::string> names(const StageTimes& times) {
  std::vector<std::string> all;
  for (const auto& [stage, seconds] : times) all.push_back(stage);
  return all;
}

TEST(StageTimes, KeepTheOrderOfTheirTable_AndPutWhatIsNewLast) {
  constexpr std::array<std::string_view, 3> table{"sort", "P2P", "G2P"};
  StageTimes times(table);
  EXPECT_EQ(times.total(), 0);
  times["G2P"] += 2;
  times["M2L"] += 4;
  times["sort"] += 0.5;
  EXPECT_EQ(names(times), (std::vector<std::string>{"sort", "P2P", "G2P", "M2L"}));
  EXPECT_EQ(times.total(), 6.5);
}

TEST(StageTimes, ReadingAStageThatIsNotThereGivesNothing_AndAddsNoRow) {
  const StageTimes times;
  EXPECT_EQ(times["P2P"], 0);
  EXPECT_EQ(times.size(), 0u);
}

TEST(StageTimes, AreAddedByName_WhateverTheirOrder) {
  StageTimes sum, wall;
  sum["P2P"] = 1;
  sum["FFT"] = 2;
  wall["wall"] = 8;
  wall["FFT"] = 4;
  sum += wall;
  EXPECT_EQ(names(sum), (std::vector<std::string>{"P2P", "FFT", "wall"}));
  EXPECT_EQ(sum["P2P"], 1);
  EXPECT_EQ(sum["FFT"], 6);
  EXPECT_EQ(sum["wall"], 8);
}

}  // namespace
}  // namespace slurry
