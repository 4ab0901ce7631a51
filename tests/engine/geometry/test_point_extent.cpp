// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "geometry/point_extent.hpp"
#include "slurry/error.hpp"
#include "support/ewald_case.hpp"
#include "support/suspension.hpp"

namespace slurry::test {
namespace {

PointExtent extent_of(const std::vector<double>& x) {
  PointExtent e;
  e.include<Host>(Host(), view_of(x));
  return e;
}

TEST(PointExtent, IsThatOfTheLeastAndTheLargestCoordinatesWhereverTheyAre) {
  for (const std::size_t count : {1u, 2u, 7u, 8u, 9u, 16u, 23u, 4095u, 4096u, 4097u, 9001u}) {
    std::vector<double> x = normal_vectors(count, count);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += 10.0 * double(i % 3) - 10;  // not around 0
    for (const std::size_t at : {std::size_t(0), count / 2, count - 1})
      for (int d = 0; d < 3; ++d)
        for (const double far : {-50.0, 50.0}) {
          std::vector<double> y = x;
          y[3 * at + d] = far;
          const PointExtent e = extent_of(y);
          EXPECT_TRUE(e.finite);
          for (int c = 0; c < 3; ++c) {
            double low = y[c], high = y[c];
            for (std::size_t i = c; i < y.size(); i += 3) {
              low = std::min(low, y[i]);
              high = std::max(high, y[i]);
            }
            EXPECT_EQ(e.lower[c], low) << count << ' ' << at << ' ' << d;
            EXPECT_EQ(e.upper[c], high) << count << ' ' << at << ' ' << d;
          }
        }
  }
}

TEST(PointExtent, FindsEveryCoordinateThatIsNotFinite) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const std::size_t count : {1u, 8u, 13u, 4100u})
    for (std::size_t i = 0; i < 3 * count; i += count < 100 ? 1 : 97)
      for (const double bad : {infinity, -infinity, std::numeric_limits<double>::quiet_NaN(), 1e305, -1e305}) {
        std::vector<double> x = normal_vectors(count, 3);
        x[i] = bad;
        EXPECT_FALSE(extent_of(x).finite) << count << ' ' << i << ' ' << bad;
      }
  EXPECT_TRUE(extent_of({}).finite);
}

TEST(PointExtent, OfSeveralSetsIsAroundAllOfThem) {
  PointExtent e;
  e.include<Host>(Host(), view_of({0, 1, 2}));
  e.include<Host>(Host(), view_of({}));
  e.include<Host>(Host(), view_of({-1, 5, 2, 0.5, 0, 2.5}));
  for (int d = 0; d < 3; ++d) {
    EXPECT_EQ(e.lower[d], (std::array<double, 3>{-1, 0, 2})[d]);
    EXPECT_EQ(e.upper[d], (std::array<double, 3>{0.5, 5, 2.5})[d]);
  }
}

}  // namespace
}  // namespace slurry::test
