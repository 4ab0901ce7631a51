// SPDX-License-Identifier: BSD-3-Clause
// Rates of a machine move cutoff and grid to where the work is quicker, unless the sum is deterministic.
#include <gtest/gtest.h>

#include <memory>

#include "slurry/machine_rates.hpp"
#include "summation/spectral_ewald.hpp"

namespace slurry {
namespace {

EwaldParameters parameters(std::shared_ptr<const MachineRates> rates, bool deterministic) {
  EwaldOptions o;
  o.tolerance = 1e-6;
  o.rates = std::move(rates);
  o.deterministic = deterministic;
  SumCounts c;
  c.sources = c.targets = 20000;
  c.squared_force_sum = 20000;
  return select_ewald_parameters(Box{{1, 1, 1}, 1}, o, c);
}

TEST(MachineRates, SlowTransformsTakeACoarserGridAndALongerCutoff) {
  auto slow = std::make_shared<MachineRates>();
  slow->transform *= 30;
  const EwaldParameters plain = parameters(nullptr, false), other = parameters(slow, false);
  EXPECT_LT(other.grid[0], plain.grid[0]);
  EXPECT_GT(other.cutoff_radius, plain.cutoff_radius);
  auto slow_pairs = std::make_shared<MachineRates>();
  slow_pairs->pair *= 30;
  EXPECT_GT(parameters(slow_pairs, false).grid[0], plain.grid[0]);
}

TEST(MachineRates, DoNotDecideInADeterministicSum) {
  auto slow = std::make_shared<MachineRates>();
  slow->transform *= 30;
  const EwaldParameters plain = parameters(nullptr, true), other = parameters(slow, true);
  EXPECT_EQ(other.grid, plain.grid);
  EXPECT_EQ(other.cutoff_radius, plain.cutoff_radius);
}

}  // namespace
}  // namespace slurry
