// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "geometry/sorted_points.hpp"
#include "support/host.hpp"
#include "support/random_points.hpp"

namespace slurry {
namespace {

using test::Host;

/// Points up to two boxes outside, so that they must be wrapped.
std::vector<double> scattered(std::size_t n, const Box& box, std::uint64_t seed) {
  test::Random random(seed);
  std::vector<double> x(3 * n);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const int d = int(i % 3);
    x[i] = box.lengths[d] * (d < box.periodicity ? random.uniform(-2, 3) : random.uniform());
  }
  return x;
}

/// Everything that the stages rely on.
void expect_sorted(const SortedPoints<Host>& points, const std::vector<double>& x) {
  const CellGrid& g = points.grid;
  const std::size_t n = x.size() / 3;
  ASSERT_EQ(points.count, n);
  ASSERT_EQ(points.cell_start(0), 0);
  ASSERT_EQ(points.cell_start(g.cells()), int(n));
  std::vector<int> seen(n, 0);
  for (int iz = 0; iz < g.n[2]; ++iz)
    for (int iy = 0; iy < g.n[1]; ++iy)
      for (int ix = 0; ix < g.n[0]; ++ix) {
        const int cell = (iz * g.n[1] + iy) * g.n[0] + ix;
        ASSERT_LE(points.cell_start(cell), points.cell_start(cell + 1));
        for (int k = points.cell_start(cell); k < points.cell_start(cell + 1); ++k) {
          const int i = points.order(k), at[3] = {ix, iy, iz};
          ++seen[i];
          if (k > points.cell_start(cell)) {
            ASSERT_GT(i, points.order(k - 1)) << "not stable";
          }
          for (int d = 0; d < 3; ++d) {
            ASSERT_EQ(points.local(k, d), g.local(d, x[3 * i + d]));
            ASSERT_EQ(g.cell_of(d, points.local(k, d)), at[d]);
          }
        }
      }
  for (int count : seen) ASSERT_EQ(count, 1);
}

TEST(SortedPoints, ArePermutedIntoTheirCellsInEveryPeriodicity) {
  for (int periodicity : {0, 1, 2, 3}) {
    const Box box{{1.3, 0.6, 0.9}, periodicity};
    const auto x = scattered(700, box, 11 + periodicity);
    SortedPoints<Host> points;
    points.sort(Host(), make_cell_grid(box, 0.21), test::view_of(x));
    expect_sorted(points, x);
  }
}

TEST(SortedPoints, FewNoneAndManyPointsInTheSameMemory) {
  const Box box{{1, 1, 1}, 3};
  SortedPoints<Host> points;
  for (std::size_t n : {300, 0, 1, 7, 400}) {
    const auto x = scattered(n, box, n);
    points.sort(Host(), make_cell_grid(box, n % 2 ? 0.5 : 0.2), test::view_of(x));
    expect_sorted(points, x);
  }
}

TEST(SortedPoints, PointsOnTheSeamsAndAllInOneCell) {
  const Box box{{1, 1, 1}, 3};
  SortedPoints<Host> points;
  const std::vector<double> seams{0, 0, 0, 1, 1, 1, -1, 2, 0.5, 0.5, 1, -1e-18, 1 - 1e-16, 0.25, 0.5};
  points.sort(Host(), make_cell_grid(box, 0.25), test::view_of(seams));
  expect_sorted(points, seams);
  const std::vector<double> same(3 * 100, 0.3);
  points.sort(Host(), make_cell_grid(box, 0.25), test::view_of(same));
  expect_sorted(points, same);
}

}  // namespace
}  // namespace slurry
