// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "geometry/cell_grid.hpp"

namespace slurry {
namespace {

TEST(CellGrid, CellsFillTheBoxAndAreAsLargeAsAskedOrLarger) {
  const double cutoff = 0.31;
  for (const double row_width : {0.5, 1.0}) {
    const CellGrid g = make_cell_grid(Box{{2, 1, 0.67}, 1}, cutoff, row_width);
    const double least[3] = {cutoff / 4, cutoff * row_width, cutoff * row_width};
    for (int d = 0; d < 3; ++d) {
      EXPECT_NEAR(g.n[d] * g.width[d], g.length[d], 1e-15);
      EXPECT_GE(g.width[d], least[d] * (1 - 1e-12));
      EXPECT_LT(g.width[d], 2 * least[d]);
      EXPECT_EQ(g.periodic[d], d < 1);
    }
  }
}

TEST(CellGrid, ACutoffBeyondTheBoxLeavesOneCell) {
  const CellGrid g = make_cell_grid(Box{{1, 1, 1}, 3}, 7.0);
  EXPECT_EQ(g.cells(), 1);
}

TEST(CellGrid, TheNumberOfCellsIsBounded) {
  const CellGrid g = make_cell_grid(Box{{1e6, 1, 1}, 3}, 1e-3, 0.5, 100);
  for (int n : g.n) EXPECT_LE(n, 100);
}

TEST(CellGrid, CoordinatesWrapIntoTheBoxHoweverFarAway) {
  CellGrid g = make_cell_grid(Box{{1, 0.7, 3}, 3}, 0.2);
  g.origin[0] = -0.25;
  const double tiny = std::numeric_limits<double>::denorm_min();
  for (double x : {0.0, 0.3, -0.3, 1.0, -1.0, 5.75, -17.25, 1e9 + 0.5, -0.25, -tiny, -1e-17, -0.25 - 1e-17, 0.75}) {
    for (int d = 0; d < 3; ++d) {
      const double u = g.local(d, x), periods = (x - g.origin[d] - u) / g.length[d];
      EXPECT_GE(u, 0) << x;
      EXPECT_LT(u, g.length[d]) << x;
      EXPECT_NEAR(periods, std::round(periods), 1e-6) << x;
      EXPECT_GE(g.cell_of(d, u), 0);
      EXPECT_LT(g.cell_of(d, u), g.n[d]);
    }
  }
}

TEST(CellGrid, FreeDirectionsDoNotWrap) {
  CellGrid g = make_cell_grid(Box{{1, 1, 1}, 0}, 0.2);
  g.origin[1] = 2;
  EXPECT_EQ(g.local(1, 1.5), -0.5);
  EXPECT_EQ(g.cell_of(1, -0.5), 0);
  EXPECT_EQ(g.cell_of(1, 1.0), g.n[1] - 1);
}

}  // namespace
}  // namespace slurry
