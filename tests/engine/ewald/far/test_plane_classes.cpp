// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "base/fft.hpp"
#include "ewald/far/plane_classes.hpp"
#include "far_field_case.hpp"

namespace slurry {
namespace {

struct Classes {
  EwaldParameters p;
  ProlateSplit split;
  FarMultiplier multiplier;
  FarGrid grid;
  std::vector<PlaneClass> list;
  Classes(const Box& box, std::array<int, 3> points, int most)
      : p(test::far_field_parameters(box, points, 16, 7)),
        split(p.shape, p.near_degree),
        multiplier(p, split),
        grid(make_far_grid(p)),
        list(plane_classes(p, grid, multiplier, most)) {}
  /// Of a plane: rows that hold something, and all columns.
  double work(const PlaneClass& c) const {
    return grid.total[2] * transform_work(c.size[0]) + c.size[0] * transform_work(c.size[1]);
  }
  double work() const {
    double sum = 0;
    for (const auto& c : list) sum += work(c) * (c.last_mode - c.first_mode + 1);
    return sum;
  }
  int modes() const { return list.back().last_mode + 1; }
};

TEST(PlaneClasses, CoverEveryModeInsideTheBallOnceWithRoomForItsPadding) {
  for (int most : {1, 2, 4, 9})
    for (const Box& box : {Box{{1, 1, 1}, 1}, Box{{3, 1, 0.7}, 1}, Box{{8, 1, 1}, 1}}) {
      const int m = 32;
      const Classes c(box, {int(m * box.lengths[0]), m, int(std::ceil(m * box.lengths[2]))}, most);
      ASSERT_LE(int(c.list.size()), most);
      EXPECT_EQ(c.list.front().first_mode, 0);
      int expected = 0;
      for (const auto& planes : c.list) {
        EXPECT_EQ(planes.first_mode, expected);
        EXPECT_LE(planes.first_mode, planes.last_mode);
        expected = planes.last_mode + 1;
        for (int mode = planes.first_mode; mode <= planes.last_mode; ++mode) {
          const double a = 2 * std::numbers::pi * mode / box.lengths[0];
          EXPECT_LT(a, c.multiplier.largest_wave_number());
          for (int d = 1; d < 3; ++d) {
            const int n = planes.size[d - 1];
            EXPECT_GE(n, c.grid.total[d]) << "the window's margin must fit";
            EXPECT_GE(n * c.grid.spacing[d], (box.lengths[d] + c.multiplier.padding(a).extension) * (1 - 1e-9));
            EXPECT_EQ(good_transform_length(n), n);
          }
        }
      }
      // all modes below the ball, and none beyond the Nyquist mode
      const double next = 2 * std::numbers::pi * expected / box.lengths[0];
      EXPECT_TRUE(next >= c.multiplier.largest_wave_number() || expected > c.grid.total[0] / 2);
    }
}

TEST(PlaneClasses, WithoutFreeDirectionsAllPlanesAreTheGrid) {
  const Classes c(Box{{1, 1, 1}, 3}, {24, 30, 20}, 4);
  for (const auto& planes : c.list) EXPECT_EQ(planes.size, (std::array<int, 2>{30, 20}));
}

TEST(PlaneClasses, TwoClassesTakeTheLeastWorkOfAllSplits) {
  const Box box{{1, 1, 1}, 1};
  const Classes each(box, {40, 40, 40}, 1000), two(box, {40, 40, 40}, 2);
  std::vector<double> work;  // of every mode on its own
  for (const auto& c : each.list)
    for (int mode = c.first_mode; mode <= c.last_mode; ++mode) work.push_back(each.work(c));
  double least = 1e300;
  for (std::size_t first = 1; first <= work.size(); ++first)
    least = std::min(least, first * work[0] + (work.size() - first) * (first < work.size() ? work[first] : 0));
  EXPECT_NEAR(two.work() / least, 1, 1e-12);
  EXPECT_LE(each.work(), two.work());
}

}  // namespace
}  // namespace slurry
