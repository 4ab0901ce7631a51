// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <tuple>
#include <vector>

#include "ewald/near/row_walk.hpp"
#include "support/suspension.hpp"

namespace slurry {
namespace {

using Image = std::tuple<int, int, int, int>;  // sorted index and periods

/// How often every image is handed to the caller, by its shift in whole periods.
std::map<Image, int> walked(const test::Sorted& s, const double lo[3], const double hi[3], double cutoff) {
  std::map<Image, int> visits;
  walk_rows(s.points.grid, s.points.cell_start, lo, hi, cutoff, [&](int first, int last, const double* shift) {
    int periods[3];
    for (int d = 0; d < 3; ++d) {
      periods[d] = int(std::lround(shift[d] / s.box.lengths[d]));
      EXPECT_NEAR(shift[d], periods[d] * s.box.lengths[d], 1e-12);
    }
    EXPECT_LT(first, last);
    for (int k = first; k < last; ++k) ++visits[{k, periods[0], periods[1], periods[2]}];
  });
  return visits;
}

void expect_complete(const Box& box, double cutoff, int points, std::uint64_t seed) {
  const test::Sorted s(box, cutoff, test::uniform_points(points, box.lengths, seed));
  test::Random random(seed + 1);
  for (int trial = 0; trial < 12; ++trial) {
    double lo[3], hi[3];
    for (int d = 0; d < 3; ++d) {
      const double a = box.lengths[d] * random.uniform(), b = box.lengths[d] * random.uniform();
      lo[d] = trial % 3 == 0 ? a : std::min(a, b);
      hi[d] = trial % 3 == 0 ? a : std::max(a, b);
      if (trial == 1) lo[d] = hi[d] = 0;  // on the seam
    }
    const auto visits = walked(s, lo, hi, cutoff);
    for (const auto& [image, count] : visits) EXPECT_EQ(count, 1) << "visited twice";
    int reach[3];
    for (int d = 0; d < 3; ++d) reach[d] = d < box.periodicity ? int(cutoff / box.lengths[d]) + 2 : 0;
    for (int k = 0; k < int(s.points.count); ++k)
      for (int a = -reach[0]; a <= reach[0]; ++a)
        for (int b = -reach[1]; b <= reach[1]; ++b)
          for (int c = -reach[2]; c <= reach[2]; ++c) {
            const int image[3] = {a, b, c};
            double distance2 = 0;
            for (int d = 0; d < 3; ++d) {
              const double x = s.points.local(k, d) + image[d] * box.lengths[d];
              const double away = x < lo[d] ? lo[d] - x : (x > hi[d] ? x - hi[d] : 0);
              distance2 += away * away;
            }
            if (distance2 < cutoff * cutoff) {
              EXPECT_EQ(visits.count({k, a, b, c}), 1u) << "lost: point " << k << " image " << a << ' ' << b << ' ' << c
                                                        << ", periodicity " << box.periodicity << ", cutoff " << cutoff;
            }
          }
  }
}

TEST(WalkRows, FindsEveryImageWithinTheCutoffOnceInEveryPeriodicity) {
  for (int periodicity : {0, 1, 2, 3}) {
    expect_complete(Box{{1, 1, 1}, periodicity}, 0.23, 60, 1);
    expect_complete(Box{{2, 0.7, 0.9}, periodicity}, 0.31, 60, 2);
  }
}

TEST(WalkRows, FindsImagesBeyondHalfABoxAndBeyondABox) {
  for (int periodicity : {0, 1, 2, 3})
    for (double cutoff : {0.6, 1.05, 2.3}) expect_complete(Box{{1, 0.8, 1.1}, periodicity}, cutoff, 12, 3);
}

TEST(WalkRows, ThinBoxesAndOneCell) {
  for (int periodicity : {1, 2, 3}) {
    expect_complete(Box{{5, 0.1, 0.2}, periodicity}, 0.5, 15, 4);
    expect_complete(Box{{0.1, 4, 0.3}, periodicity}, 0.7, 15, 5);
  }
}

TEST(FloorDiv, RoundsDownOnBothSidesOfZero) {
  for (int a = -20; a <= 20; ++a)
    for (int b : {1, 2, 3, 7}) EXPECT_EQ(floor_div(a, b), int(std::floor(double(a) / b))) << a << '/' << b;
}

}  // namespace
}  // namespace slurry
