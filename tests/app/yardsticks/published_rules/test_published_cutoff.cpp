// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "slurry/error.hpp"
#include "yardsticks/published_rules/published_cutoff.hpp"

// The cutoff by the models of Kosmacher et al. 2026, for a machine whose costs are given.
namespace slurry {
namespace {

/// Their H200 by what they print: 0.121 millicycles of 1.98 GHz for a multiply-add of two operations, 8.4 operations in
/// the time of a byte, a tenth and a quarter of it from the caches.
CutoffCase printed_case(double operations_per_byte = 8.4) {
  CutoffCase c;
  c.points = 1000000;
  c.device = Device::host;
  MachineCosts costs;
  costs.flops_per_second = 2 * 1.98e9 / 0.121e-3;
  costs.bytes_per_second = costs.flops_per_second / operations_per_byte;
  costs.l1 = 0.1;
  costs.l2 = 0.25;
  c.costs = costs;
  return c;
}

double chosen(const CutoffCase& c) {
  return published_cutoffs(c).front().per_cell;
}

TEST(PublishedCutoff, ExpectsWhatIsPrintedOfTheRunsThatArePrinted) {
  CutoffCase c = printed_case();
  c.points = 4000000;
  c.layer = Layer::combined;
  const auto found = published_cutoffs(c);
  // table 5: G2P of 4e6 points and 8 window points, 3.73 ms by T_inf, whatever the cutoff but for the grid's memory
  const auto theirs = std::find_if(found.begin(), found.end(),
                                   [](const PublishedCutoff& one) { return std::abs(one.per_cell / 224 - 1) < 0.1; });
  ASSERT_NE(theirs, found.end());
  EXPECT_EQ(theirs->window_points, 8);
  EXPECT_NEAR(1e3 * theirs->expected["G2P"] / 3.73, 1, 0.05);
  // inside the range that is tried; their runs, whose cutoff was given, take 160 to 1,008 sources per cell
  EXPECT_GT(found.front().per_cell, 20);
  EXPECT_LT(found.front().per_cell, 1100);
}

TEST(PublishedCutoff, ShrinksWhereOperationsGetDearer) {
  EXPECT_GT(chosen(printed_case(80)), chosen(printed_case(0.8)));
}

TEST(PublishedCutoff, PairsGrowWithTheCutoffAndTheGridShrinks) {
  auto found = published_cutoffs(printed_case());
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.per_cell < b.per_cell; });
  const PublishedCutoff &few = found.front(), &many = found.back();
  // pairs are proportional to the sources per cell, points under the grid's spacing go as its inverse
  EXPECT_NEAR(std::log(many.expected["P2P"] / few.expected["P2P"]) / std::log(many.per_cell / few.per_cell), 1, 0.1);
  EXPECT_LT(many.expected["transform"], 0.1 * few.expected["transform"]);
}

TEST(PublishedCutoff, IsRefusedWhereTheRulesHaveNone) {
  CutoffCase c = printed_case();
  c.points = 100;  // an eighth of them is less than 16 sources per cell
  EXPECT_THROW(published_cutoffs(c), InputError);
}

}  // namespace
}  // namespace slurry
