// SPDX-License-Identifier: BSD-3-Clause
// Operations and bytes of our own stages against counts by hand.
#include <gtest/gtest.h>

#include <cmath>

#include "ewald/far/stage_work.hpp"

namespace slurry {
namespace {

StageSizes one_point(int components, int density_numbers) {
  StageSizes s;
  s.sources = s.targets = 1;
  s.window_points = 4;
  s.window_degree = 3;
  s.grid_nodes = 1000;
  s.components = components;
  s.density_numbers = density_numbers;
  return s;
}

TEST(StageWork, OfOnePointByHand) {
  // three directions of 4 polynomials of degree 3, two operations a degree: 72; 3 x 64 numbers, two operations each
  const StageWork forces = spread_work(one_point(3, 3));
  EXPECT_EQ(forces.flops, 72 + 2 * 192);
  EXPECT_EQ(forces.bytes, 48 + 8 * 3000);
  EXPECT_EQ(forces.global_bytes, 48 + 16 * 192);
  // dipoles: the slopes of the window too, and 4 x 64 numbers
  const StageWork dipoles = spread_work(one_point(4, 9));
  EXPECT_EQ(dipoles.flops, 144 + 4 * 256);
  EXPECT_EQ(dipoles.global_bytes, 96 + 16 * 256);
  const StageWork gathered = gather_work(one_point(4, 9));
  EXPECT_EQ(gathered.flops, 72 + 2 * 192);
  EXPECT_EQ(gathered.bytes, 48 + 8 * 3000);
  EXPECT_EQ(gathered.global_bytes, 48 + 8 * 192);
}

EwaldParameters with_grid(int periodicity) {
  EwaldParameters p;
  p.box = {{1, 1, 1}, periodicity};
  p.tolerance_relative = 1e-6;
  p.shape = 12;
  p.near_degree = 12;
  p.cutoff_radius = 0.25;
  p.window_points = 6;
  p.window_shape = 14;
  p.window_degree = 5;
  p.grid = {32, 32, 32};
  return p;
}

TEST(StageWork, OfPeriodicTransformsByHand) {
  const EwaldParameters p = with_grid(3);
  StageSizes s = one_point(4, 9);
  count_transforms(p, make_far_grid(p), s);
  // nothing is padded: 32^3 real numbers, 17 x 32^2 modes
  EXPECT_DOUBLE_EQ(s.padded_flops, 2.5 * 32768 * 15);
  EXPECT_EQ(s.padded_modes, 17 * 1024);
  // ours leaves the modes beyond the ball out: lines along x, and planes of the others
  EXPECT_LE(s.modes, s.padded_modes);
  EXPECT_GE(s.modes, 15 * 1024);
  EXPECT_DOUBLE_EQ(s.transform_flops, 1024 * 2.5 * 32 * 5 + s.modes * 5 * 10);
  // 4 components in and 3 out, or 12 and 3; 12 operations a number of CNV; three directions there, and CNV
  EXPECT_DOUBLE_EQ(transform_work(s).flops, 7 * (s.transform_flops + 12 * s.modes));
  EXPECT_DOUBLE_EQ(published_transform_work(s).flops, 15 * (s.padded_flops + 12 * s.padded_modes));
  EXPECT_DOUBLE_EQ(published_transform_work(s).global_bytes, 15 * 16 * 7 * s.padded_modes);
}

TEST(StageWork, OfFreeTransformsIsLessWhereModesArePaddedAsTheyNeed) {
  const EwaldParameters p = with_grid(1);
  StageSizes s = one_point(3, 3);
  count_transforms(p, make_far_grid(p), s);
  // two free directions, each as long as the box and its diagonal: 32 (1 + sqrt 2) at least
  EXPECT_GE(s.padded_modes, 17 * std::pow(32 * (1 + std::sqrt(2.0)), 2));
  EXPECT_LT(s.modes, 0.8 * s.padded_modes);
}

}  // namespace
}  // namespace slurry
