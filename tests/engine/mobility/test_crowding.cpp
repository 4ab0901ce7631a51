// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <vector>

#include "mobility/crowding.hpp"
#include "support/random_points.hpp"

namespace slurry {
namespace {

const Box periodic_cube{{8, 8, 8}, 3};

std::vector<double> downward(std::size_t count) {
  std::vector<double> f(3 * count, 0.0);
  for (std::size_t i = 0; i < count; ++i) f[3 * i + 2] = -1;
  return f;
}

TEST(Crowding, EvenBodiesUnderOneForce_HaveNone) {
  std::vector<double> x;  // eight in every cell of edge 1
  for (int i = 0; i < 16; ++i)
    for (int j = 0; j < 16; ++j)
      for (int k = 0; k < 16; ++k) x.insert(x.end(), {0.5 * i + 0.2, 0.5 * j + 0.2, 0.5 * k + 0.2});
  EXPECT_EQ(crowded_density(periodic_cube, 1, x, downward(x.size() / 3)), 1);
  EXPECT_EQ(uneven_forces(periodic_cube, 1, x, downward(x.size() / 3)), 0);
}

/// Random ones scatter about that: the error of a mean over 4,000 bodies, eight in a cell.
TEST(Crowding, RandomBodies_HaveNearlyNone) {
  const std::vector<double> x = test::uniform_points(4000, {8, 8, 8}, 7);
  EXPECT_LT(crowded_density(periodic_cube, 1, x, downward(4000)), 1.05);
  EXPECT_LT(uneven_forces(periodic_cube, 1, x, downward(4000)), 2);
}

/// A point-like clump anywhere in a cell, on its face and on its corner: every body has its force n times beside it,
/// and n - 1 others where (n - 1)/512 are even.
TEST(Crowding, OfATightClump_IsThatOfItsNetForce_WhereverItLies) {
  constexpr std::size_t n = 100;
  for (const int periodicity : {0, 1, 3})
    for (const double at : {0.0, 0.3, 0.5, 3.99999, 7.9999999})
      for (const std::size_t directions : {1, 2, 3}) {
        Box box = periodic_cube;
        box.periodicity = periodicity;
        std::vector<double> x = test::uniform_points(n, {1e-3, 1e-3, 1e-3}, 3);
        for (std::size_t i = 0; i < x.size(); ++i) x[i] += i % 3 < directions ? at - 5e-4 : 0.25;
        const double density = crowded_density(box, 1, x, downward(n)), uneven = uneven_forces(box, 1, x, downward(n));
        EXPECT_LE(density, 512.001) << periodicity << " " << at << " " << directions;
        EXPECT_GE(density, 256) << periodicity << " " << at << " " << directions;  // cut in one of the two sets
        EXPECT_DOUBLE_EQ(uneven, double(n) * n - n) << periodicity << " " << at << " " << directions;
      }
}

/// Targets that are far away see nothing of it; those in the clump see all of it.
TEST(Crowding, CountsWhereTheTargetsAre) {
  constexpr std::size_t n = 100;
  const Box box{{8, 8, 8}, 0};
  const std::vector<double> x = test::uniform_points(n, {1e-3, 1e-3, 1e-3}, 3);
  const std::vector<double> away{5, 5, 5, 6, 5, 4};
  EXPECT_GE(crowded_density(box, 1, x, downward(n), x), 256);
  EXPECT_DOUBLE_EQ(uneven_forces(box, 1, x, downward(n), x), double(n) * n - n);
  EXPECT_EQ(crowded_density(box, 1, x, downward(n), away), 1);
  EXPECT_EQ(uneven_forces(box, 1, x, downward(n), away), 0);
}

/// At most every second body lies in the cells of one set if a clump lies on faces of both sets: the least that is
/// seen.
TEST(Crowding, OfAClumpOnFacesOfBothSets_IsAtLeastThatOfItsHalf) {
  constexpr std::size_t n = 1000;
  std::vector<double> x = test::uniform_points(n, {1e-3, 1e-3, 1e-3}, 3);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] += (i % 3 == 0 ? 4.0 : i % 3 == 1 ? 4.5 : 4.2) - 5e-4;
  EXPECT_GT(uneven_forces(periodic_cube, 1, x, downward(n)), 0.1 * n * n);
}

}  // namespace
}  // namespace slurry
