// SPDX-License-Identifier: BSD-3-Clause
// Which rows of a grid transforms must not leave out, node by node.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/instantiations.hpp"
#include "base/views.hpp"
#include "ewald/far/used_rows.hpp"
#include "far_field_case.hpp"
#include "support/host.hpp"
#include "support/random_points.hpp"

namespace slurry {
namespace {

using test::Host;

/// Distance of a coordinate from a grid node along d, in spacings; nearest images where periodic.
double apart(const FarGrid& g, int d, double x, int node) {
  double r = x / g.spacing[d] - (node - g.offset[d]);
  if (g.periodic[d]) r -= g.points[d] * std::round(r / g.points[d]);
  return std::abs(r);
}

/// A cluster of this size around `middle`, sorted by cells of width `cell` across the rows.
struct Cluster {
  std::vector<double> x;
  FarGrid grid;
  SortedPoints<Host> sorted;
  UsedRows rows;

  Cluster(const Box& box, std::array<int, 3> size, int window, std::array<double, 3> middle, double side, double cell)
      : x(test::uniform_points(60, {side, side, side}, 11)),
        grid(make_far_grid(test::far_field_parameters(box, size, 8.5, compiled_window(window)))),
        rows(grid) {
    for (std::size_t i = 0; i < x.size(); ++i) {
      x[i] += middle[i % 3] - side / 2;
      if (grid.periodic[i % 3]) x[i] -= box.lengths[i % 3] * std::floor(x[i] / box.lengths[i % 3]);
    }
    sorted.sort(Host(), make_cell_grid(box, cell, 1.0), to_space<Host>(x, "x"));
    rows.include(grid, sorted);
  }
};

void expect_rows(const Cluster& c) {
  int used = 0;
  for (int z = 0; z < c.grid.total[2]; ++z)
    for (int y = 0; y < c.grid.total[1]; ++y) {
      bool under_window = false, close = false;
      for (std::size_t i = 0; i < c.x.size(); i += 3) {
        const double dy = apart(c.grid, 1, c.x[i + 1], y), dz = apart(c.grid, 2, c.x[i + 2], z);
        const auto within = [&](double y_reach, double z_reach) { return dy < y_reach && dz < z_reach; };
        const double half = 0.5 * c.grid.window;
        const auto& width = c.sorted.grid.width;
        under_window = under_window || within(half, half);
        close = close || within(half + 1 + width[1] / c.grid.spacing[1], half + 1 + width[2] / c.grid.spacing[2]);
      }
      const bool row = c.rows.row(z, y);
      EXPECT_TRUE(row || !under_window) << z << ' ' << y;
      EXPECT_TRUE(close || !row) << z << ' ' << y;
      if (!row) continue;
      ++used;
      EXPECT_TRUE(c.rows.row_of_any_plane(y));
      EXPECT_TRUE(c.rows.plane(z));
    }
  EXPECT_GT(used, 0);
  EXPECT_LT(used, c.grid.total[1] * c.grid.total[2]);
}

TEST(UsedRows, AreThoseUnderWindowsAndFewBeside) {
  for (const int window : {4, 7, 12})
    for (const int periodicity : {0, 1, 2, 3})
      for (const double cell : {0.03, 0.11}) {
        const Box box{{1, 0.8, 1.3}, periodicity};
        expect_rows({box, {40, 32, 52}, window, {0.3, 0.4, 0.6}, 0.2, cell});
        if (periodicity >= 2)  // over an edge of the box
          expect_rows({box, {40, 32, 52}, window, {0, 0, periodicity == 3 ? 0 : 0.6}, 0.2, cell});
      }
}

TEST(UsedRows, OfAPlaneAndOfARowAreThoseOfAnyCluster) {
  Cluster c({{1, 1, 1}, 3}, {48, 48, 48}, 5, {0.5, 0.2, 0.3}, 0.1, 0.05);
  const Cluster other({{1, 1, 1}, 3}, {48, 48, 48}, 5, {0.5, 0.7, 0.8}, 0.1, 0.05);
  c.rows.include(c.grid, other.sorted);
  const auto node = [](double x) { return static_cast<int>(48 * x); };
  for (const double y : {0.2, 0.7})
    for (const double z : {0.3, 0.8}) {
      EXPECT_TRUE(c.rows.row_of_any_plane(node(y)));
      EXPECT_TRUE(c.rows.plane(node(z)));
      EXPECT_EQ(c.rows.row(node(z), node(y)), (y < 0.5) == (z < 0.5));
    }
  EXPECT_FALSE(c.rows.row_of_any_plane(node(0.45)));
  EXPECT_FALSE(c.rows.plane(node(0.55)));
  c.rows.clear();
  for (int i = 0; i < 48; ++i) EXPECT_FALSE(c.rows.row_of_any_plane(i) || c.rows.plane(i));
}

TEST(UsedRows, OfAnotherGridGoAroundThePeriod) {
  const FarGrid grid = make_far_grid(test::far_field_parameters({{1, 1, 1}, 3}, {12, 12, 12}, 8.5, compiled_window(5)));
  UsedRows rows(grid);
  rows.include(grid, -2, 4, 11, 3);
  for (int z = 0; z < 12; ++z)
    for (int y = 0; y < 12; ++y) EXPECT_EQ(rows.row(z, y), (y >= 10 || y < 2) && (z == 11 || z < 2)) << z << ' ' << y;
}

}  // namespace
}  // namespace slurry
