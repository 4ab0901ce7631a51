// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "fmm/shown_cells.hpp"
#include "support/host.hpp"
#include "support/random_points.hpp"

// The boxes of a tree as they are shown, against the places of the points alone.
namespace slurry::fmm {
namespace {

using test::Random;
using test::view_of;
using Point = std::array<double, 3>;

std::vector<double> shown_points(const std::string& kind, std::size_t n, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> x;
  for (std::size_t i = 0; i < n; ++i) {
    Point p{random.uniform(), random.uniform(), random.uniform()};
    if (kind == "clusters")
      for (double& c : p) c = (i % 2 ? 0.2 : 0.7) + (i % 2 ? 1e-2 : 1e-3) * random.normal();
    if (kind == "crowd" && i % 3 > 0)
      for (double& c : p) c = 0.15 + 0.05 * c;
    x.insert(x.end(), p.begin(), p.end());
  }
  return x;
}

Point point_of(const std::vector<double>& x, std::size_t i) {
  return {x[3 * i], x[3 * i + 1], x[3 * i + 2]};
}

bool holds(const SumCell& c, const Point& x) {
  for (std::size_t a = 0; a < 3; ++a)
    if (std::abs(x[a] - c.centre[a]) > c.half[a]) return false;
  return true;
}

long held_points(const SumCell& c, const std::vector<double>& x) {
  long n = 0;
  for (std::size_t i = 0; i < x.size() / 3; ++i) n += holds(c, point_of(x, i));
  return n;
}

/// Gap between two boxes along the axis where it is largest, in edges of the second.
double gap_in_edges(const SumCell& a, const SumCell& b) {
  double gap = -1e300;
  for (std::size_t i = 0; i < 3; ++i)
    gap = std::max(gap, (std::abs(a.centre[i] + a.shift[i] - b.centre[i]) - a.half[i] - b.half[i]) / (2 * b.half[i]));
  return gap;
}

std::array<int, 3> root_of(const RootCells& roots, const Point& x) {
  std::array<int, 3> r{};
  for (std::size_t a = 0; a < 3; ++a) r[a] = static_cast<int>(std::floor((x[a] - roots.corner[a]) / roots.side[a]));
  return r;
}

/// Each point lies in one leaf, and the numbers in the leaves are those of the points in them.
void expect_leaves(const SumCells& cells, const std::vector<double>& x) {
  long all = 0;
  for (const SumCell& leaf : cells.leaves) {
    EXPECT_EQ(leaf.points, held_points(leaf, x));
    EXPECT_FALSE(leaf.is_image());
    all += leaf.points;
  }
  EXPECT_EQ(all, static_cast<long>(x.size() / 3));
  for (std::size_t i = 0; i < x.size() / 3; ++i)
    EXPECT_EQ(std::count_if(cells.leaves.begin(), cells.leaves.end(),
                            [&](const SumCell& c) { return holds(c, point_of(x, i)); }),
              1);
}

/// Each point, and each of its images in a root that touches that of the chosen point, lies in one box of the lists.
/// Everything else lies in none.
void expect_each_point_acts_once(const SumCells& cells, const std::vector<double>& x, const RootCells& roots,
                                 const Point& chosen) {
  const auto own = root_of(roots, chosen);
  std::array<int, 3> most{};
  for (int a = 0; a < 3; ++a) most[std::size_t(a)] = roots.periodic(a) ? 2 : 0;
  std::size_t wrong = 0;
  for (std::size_t j = 0; j < x.size() / 3; ++j)
    for (int nx = -most[0]; nx <= most[0]; ++nx)
      for (int ny = -most[1]; ny <= most[1]; ++ny)
        for (int nz = -most[2]; nz <= most[2]; ++nz) {
          const std::array<int, 3> n{nx, ny, nz};
          const auto root = root_of(roots, point_of(x, j));
          Point shift{};
          bool touches = true;
          for (std::size_t a = 0; a < 3; ++a) {
            shift[a] = n[a] * roots.counts[a] * roots.side[a];
            touches = touches && std::abs(root[a] + n[a] * roots.counts[a] - own[a]) <= 1;
          }
          long met = 0;
          for (const SumCellList& list : cells.lists)
            for (const SumCell& c : list.cells) {
              bool same = holds(c, point_of(x, j));
              for (std::size_t a = 0; a < 3; ++a) same = same && std::abs(c.shift[a] - shift[a]) < 1e-9;
              met += same;
            }
          wrong += met != (touches ? 1 : 0);
        }
  EXPECT_EQ(wrong, 0u);
}

/// Boxes act by the stages that their sizes and distances allow: by expansions only from at least a box away.
void expect_distances(const SumCells& cells) {
  ASSERT_EQ(cells.lists.size(), 5u);
  ASSERT_EQ(cells.lists[0].cells.size(), 1u);
  const SumCell& own = cells.lists[0].cells[0];
  for (const SumCellList& list : cells.lists)
    for (const SumCell& c : list.cells) {
      const double edges = std::ldexp(1.0, std::max(0, own.level - c.level));
      if (list.name == "M2L") {
        EXPECT_LE(c.level, own.level);
        EXPECT_NEAR(c.half[0], own.half[0] * edges, 1e-12 * edges);
      } else if (list.name == "M2P") {
        EXPECT_GT(c.level, own.level);
        EXPECT_GE(gap_in_edges(own, c) + 1e-9, 1) << "a box of its own size lies between";
      } else if (list.name == "P2L") {
        EXPECT_LT(c.level, own.level);
      }
      if (list.name == "M2L" || list.name == "P2L") {
        EXPECT_GT(gap_in_edges(c, own), 1 - 1e-9);
      }
      EXPECT_GT(c.points, 0);
    }
}

TEST(ShownCells, LeavesHoldEachPointOnce_AndEachPointActsOnce) {
  for (const std::string kind : {"uniform", "clusters", "crowd"})
    for (const int few : {0, 8, 1000}) {
      const std::vector<double> x = shown_points(kind, 700, 4);
      RootCells roots;
      roots.corner = {-0.61, -0.62, -0.63};
      roots.side = {2.3, 2.3, 2.3};
      const auto y = view_of(x);
      const Tree tree(roots, {10, 0.25}, y, y, true);
      const InteractionLists lists = find_lists(tree, boxes_with_few(tree, few, few));
      for (const std::size_t i : {0u, 1u, 2u, 123u, 699u}) {
        SCOPED_TRACE(kind + ", few " + std::to_string(few) + ", point " + std::to_string(i));
        const SumCells cells = shown_cells(tree, lists, point_of(x, i));
        if (i == 0) expect_leaves(cells, x);
        ASSERT_FALSE(cells.lists.empty());
        EXPECT_TRUE(holds(cells.lists[0].cells.at(0), point_of(x, i)));
        EXPECT_TRUE(cells.rest.empty());
        expect_each_point_acts_once(cells, x, roots, point_of(x, i));
        expect_distances(cells);
      }
    }
}

/// A tree that is kept while points move has empty boxes and pairs in runs over several leaves.
TEST(ShownCells, OfPointsThatMovedInPeriodicCells) {
  for (const int periodicity : {0, 1, 2, 3})
    for (const std::array<int, 3> counts : {std::array<int, 3>{1, 2, 1}, std::array<int, 3>{4, 1, 2}})
      for (const int few : {0, 12}) {
        SCOPED_TRACE(std::to_string(periodicity) + " periods, " + std::to_string(counts[0]) + " roots along x, few " +
                     std::to_string(few));
        const auto before = view_of(shown_points("clusters", 600, 1));
        const std::vector<double> x = shown_points("crowd", 600, 3);
        RootCells roots;
        roots.periodicity = periodicity;
        roots.counts = counts;
        for (std::size_t a = 0; a < 3; ++a) roots.side[a] = 1.2 / counts[a];
        Tree tree(roots, {10, 0.25, 0, true}, before, before, true);
        InteractionLists lists = find_lists(tree, boxes_with_few(tree, few, few));
        ASSERT_TRUE(tree.take(view_of(x), {0, 0, 0}));
        lists.follow(tree);
        for (const std::size_t i : {0u, 1u, 77u}) {
          const SumCells cells = shown_cells(tree, lists, point_of(x, i));
          if (i == 0) expect_leaves(cells, x);
          ASSERT_FALSE(cells.lists.empty());
          EXPECT_EQ(cells.rest.empty(), periodicity == 0);
          if (counts[0] == 4 && periodicity == 0) continue;  // roots that do not touch act in periodic sums alone
          expect_each_point_acts_once(cells, x, roots, point_of(x, i));
        }
        // a period away lies the same leaf
        Point moved = point_of(x, 1);
        const SumCells here = shown_cells(tree, lists, moved);
        moved[0] += 3 * roots.counts[0] * roots.side[0];
        EXPECT_EQ(shown_cells(tree, lists, moved).lists.empty(), periodicity == 0);
        if (periodicity > 0) {
          EXPECT_EQ(shown_cells(tree, lists, moved).lists[0], here.lists[0]);
        }
      }
}

TEST(ShownCells, APointOutsideOfTheTreeHasNoLists) {
  const auto y = view_of(shown_points("uniform", 200, 4));
  const Tree tree({{0, 0, 0}, {1, 1, 1}, {1, 1, 1}, 0}, {10, 0.25}, y, y, true);
  const InteractionLists lists = find_lists(tree, boxes_with_few(tree, 0, 0));
  for (const double at : {-0.1, 1.1, std::nan("")})
    EXPECT_TRUE(shown_cells(tree, lists, Point{0.5, at, 0.5}).lists.empty());
  EXPECT_TRUE(shown_cells(tree, lists, {}).lists.empty());
  EXPECT_FALSE(shown_cells(tree, lists, {}).leaves.empty());
}

}  // namespace
}  // namespace slurry::fmm
