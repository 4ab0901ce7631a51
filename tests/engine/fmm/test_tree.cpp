// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "fmm/operators.hpp"
#include "fmm/tree.hpp"
#include "support/host.hpp"
#include "support/random_points.hpp"

// The tree and its lists: every pair is met exactly once, whatever the points.
namespace slurry::fmm {
namespace {

using test::Random;
using test::view_of;

std::vector<double> points(const std::string& kind, std::size_t n, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> x;
  for (std::size_t i = 0; i < n; ++i) {
    Vector3 p{random.uniform(), random.uniform(), random.uniform()};
    if (kind == "sphere") {
      const Vector3 v{random.normal(), random.normal(), random.normal()};
      const double r = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
      p = {0.5 + 0.5 * v[0] / r, 0.5 + 0.5 * v[1] / r, 0.5 + 0.5 * v[2] / r};
    } else if (kind == "clusters") {
      const double size = i % 2 ? 1e-3 : 1e-4, at = i % 2 ? 0.2 : 0.7;
      for (double& c : p) c = at + size * random.normal();
    } else if (kind == "line") {
      p = {0.999 * random.uniform(), 0.5, 0.5};
    } else if (kind == "coinciding") {
      p = {0.3, 0.3, i % 3 == 0 ? 0.3 : 0.6};
    }
    x.insert(x.end(), p.begin(), p.end());
  }
  return x;
}

/// How often every source is met by every target: by pairs, by multipoles, by the expansions of its ancestors.
std::vector<int> meetings(const Tree& tree, const InteractionLists& lists) {
  const std::size_t sources = tree.source_order().size(), targets = tree.target_order().size();
  std::vector<int> met(sources * targets);
  const auto meet = [&](int box, int from) {
    for (int t = tree.box(box).first_target; t < tree.box(box).last_target; ++t)
      for (int s = tree.box(from).first_source; s < tree.box(from).last_source; ++s)
        ++met[std::size_t(t) * sources + std::size_t(s)];
  };
  for (std::size_t i = 0; i < lists.target_leaves.size(); ++i) {
    const int b = lists.target_leaves[i];
    for (const SourceRun& r : lists.pairs[i])
      for (int t = tree.box(b).first_target; t < tree.box(b).last_target; ++t)
        for (int s = r.first; s < r.last; ++s) ++met[std::size_t(t) * sources + std::size_t(s)];
    for (const MovedBox& m : lists.multipoles[i]) meet(b, m.box);
  }
  const int count = static_cast<int>(tree.boxes().size());
  for (int b = 0; b < count; ++b) {
    for (const MovedBox& m : lists.leaf_points[std::size_t(b)]) meet(b, m.box);
    const TreeBox& t = tree.box(b);
    if (t.level == 0) continue;
    for (int slot = 0; slot < 27; ++slot) {  // list V, from its definition: children of the parent's colleagues
      const int k = tree.colleagues(t.parent)[std::size_t(slot)];
      if (k < 0) continue;
      const int d[3] = {slot % 3 - 1, slot / 3 % 3 - 1, slot / 9 - 1};
      for (int o = 0; o < 8; ++o) {
        const int child = tree.box(k).child[std::size_t(o)];
        if (child < 0) continue;
        bool apart = false;
        for (int a = 0; a < 3; ++a) apart = apart || std::abs(2 * d[a] + (o >> a & 1) - (t.octant >> a & 1)) > 1;
        if (apart) meet(b, child);
      }
    }
  }
  return met;
}

TEST(TreeLists, EveryPairIsMetExactlyOnce) {
  for (const std::string kind : {"uniform", "sphere", "clusters", "line", "coinciding"})
    for (const double graded : {0.25, 2.0})
      for (const int few : {0, 12, 1000})
        for (const bool same : {true, false}) {
          const auto y = view_of(points(kind, 900, 1)), x = view_of(points(kind == "line" ? "uniform" : kind, 700, 2));
          RootCells roots;
          roots.corner = {-0.6, -0.6, -0.6};
          roots.side = {2.3, 2.3, 2.3};
          const Tree tree(roots, {10, graded}, y, x, same);
          const auto met = meetings(tree, find_lists(tree, boxes_with_few(tree, few, few)));
          std::size_t wrong = 0;
          for (const int m : met) wrong += m != 1;
          EXPECT_EQ(wrong, 0u) << kind << " graded " << graded << " few " << few << " same " << same;
        }
}

/// Other points in the boxes that there are, and in boxes that were described and made anew.
TEST(TreeLists, EveryPairIsMetExactlyOnceByPointsThatMoved) {
  for (const std::string kind : {"uniform", "sphere", "clusters", "line"})
    for (const int few : {0, 12})
      for (const int periodicity : {0, 3}) {
        const auto y = view_of(points(kind, 900, 1)), moved = view_of(points("uniform", 900, 3));
        RootCells roots;
        roots.periodicity = periodicity;
        roots.counts = {1, 2, 1};
        roots.side = {1.2, 0.6, 1.2};
        Tree tree(roots, {10, 0.25, 0, true}, y, y, true);
        const FewPoints flags = boxes_with_few(tree, few, few);
        InteractionLists lists = find_lists(tree, flags);
        ASSERT_TRUE(tree.take(moved, {0, 0, 0}));
        lists.follow(tree);
        Tree again(roots, tree.layout());
        ASSERT_TRUE(again.take(moved, {0, 0, 0}));
        EXPECT_EQ(again.source_order(), tree.source_order());
        for (const InteractionLists& l : {lists, find_lists(again, flags)}) {
          std::size_t wrong = 0;
          for (const int m : meetings(tree, l)) wrong += periodicity == 0 ? m != 1 : m < 1;
          EXPECT_EQ(wrong, 0u) << kind << " few " << few << " periodicity " << periodicity;
        }
        for (int b = 0; b < static_cast<int>(tree.boxes().size()); ++b) {
          const Frame f = tree.frame(b);
          const double scale = units_per_side * f.unit / roots.side[0];
          for (int i = tree.box(b).first_source; i < tree.box(b).last_source; ++i)
            for (std::size_t a = 0; a < 3; ++a)
              EXPECT_LE(std::abs(tree.source_x(int(a))[std::size_t(i)] - f.centre[a]),
                        0.5 * scale * roots.side[a] * (1 + 1e-9));
        }
        const auto outside = view_of(std::vector<double>{0.5, 1.3, 0.5});
        EXPECT_EQ(tree.take(outside, {0, 0, 0}), periodicity > 0);
      }
}

TEST(Tree, KeepsPointsInTheirBoxesAndSplitsWhereThereAreMany) {
  const std::vector<double> y = points("clusters", 3000, 5);
  const Tree tree({{-1, -1, -1}, {3, 3, 3}, {1, 1, 1}, 0}, {20, 2.0}, view_of(y), view_of(y), true);
  EXPECT_GT(tree.levels(), 10);  // a cluster of size 1e-4 in a root of side 3
  for (int b = 0; b < static_cast<int>(tree.boxes().size()); ++b) {
    const TreeBox& t = tree.box(b);
    EXPECT_EQ(t.leaf, t.sources() <= 20);
    const Frame f = tree.frame(b);
    for (int i = t.first_source; i < t.last_source; ++i)
      for (int a = 0; a < 3; ++a) {
        EXPECT_LE(std::abs(tree.source_x(a)[std::size_t(i)] - f.centre[a]), 0.5 * units_per_side * f.unit * (1 + 1e-9));
        EXPECT_EQ(tree.source_x(a)[std::size_t(i)],
                  y[3 * std::size_t(tree.source_order()[std::size_t(i)]) + std::size_t(a)]);
      }
  }
}

TEST(Tree, CoincidingPointsEndOnTheDeepestLevel) {
  const std::vector<double> y = points("coinciding", 300, 5);
  const Tree tree({{0, 0, 0}, {1, 1, 1}, {1, 1, 1}, 0}, {10, 2.0}, view_of(y), view_of(y), true);
  EXPECT_EQ(tree.levels(), deepest_level + 1);
}

}  // namespace
}  // namespace slurry::fmm
