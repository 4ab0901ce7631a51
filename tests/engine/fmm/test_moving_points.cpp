// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "fmm/error_law.hpp"
#include "fmm/tree_sum.hpp"
#include "planning/engines.hpp"
#include "support/error_norms.hpp"
#include "support/random_points.hpp"
#include "support/tree_cases.hpp"

// Points that move from call to call: the tree that is kept serves them as a new one does.
namespace slurry::fmm {
namespace {

using test::relative_l2;
using test::TreeCase;

constexpr double tolerance = 1e-4;

TreeParameters parameters_for(const TreeCase& c) {
  TreeParameters p = tree_parameters(c.box, c.layer, tolerance);
  p.leaf_points = 40;
  p.moving = true;
  return p;
}

/// All points fall together, far along free directions, and each one moves by a hundredth of the size of what it
/// belongs to.
void move(TreeCase& c, const std::string& kind, std::uint64_t seed) {
  const std::vector<double> random = test::normal_vectors(c.sources.size() / 3, seed);
  for (std::size_t k = 0; k < c.sources.size(); ++k) {
    const std::size_t i = k / 3;
    const double size = kind != "clusters" ? 0.2 : i % 2 ? 1e-3 : 1e-4;
    const double fall = c.box.periodicity == 3 ? 0.003 : 0.3;
    c.sources[k] += 0.01 * size * random[k] - (k % 3 == 2 ? fall : 0.0);
  }
}

/// By the Ewald sum, which shares nothing with the tree.
std::vector<double> ewald(const TreeCase& c) {
  PlanRequest r;
  r.task.box = c.box;
  for (std::size_t a = static_cast<std::size_t>(c.box.periodicity); a < 3; ++a) r.task.box.lengths[a] = 2;
  r.task.options.tolerance = 1e-8;
  r.engine = "ewald";
  r.counts.sources = r.counts.targets = c.sources.size() / 3;
  r.counts.squared_force_sum = 3.0 * double(r.counts.sources);
  const auto sum = make_sum(best(candidates(r)));
  return c.values(*sum, false, false).value;
}

TEST(MovingPoints, ReachWhatANewTreeReaches) {
  for (const auto& [kind, periodicity] : {std::pair<std::string, int>{"uniform", 0},
                                          {"sphere", 0},
                                          {"clusters", 0},
                                          {"gaussian", 0},
                                          {"uniform", 1},
                                          {"uniform", 3}}) {
    TreeCase c(kind, 3000, Layer::single, 4);
    c.box.periodicity = periodicity;
    TreeSum sum(Host(), parameters_for(c));
    constexpr int calls = 9;
    for (int call = 0; call < calls; ++call) {
      if (call > 0) move(c, kind, std::uint64_t(50 + call));
      const auto u = c.values(sum, false, false).value;
      EXPECT_GT(sum.tree().levels(), 2);
      if (call % 4 != 0) continue;
      const auto truth = periodicity == 0 ? c.truth().value : ewald(c);
      EXPECT_LT(relative_l2(u, truth), 1.5 * tolerance) << kind << periodicity << " call " << call;
    }
    EXPECT_LE(sum.trees_made(), 2) << kind << periodicity;
  }
}

TEST(MovingPoints, MakeANewTreeWherePairsBecomeManyOrFew) {
  for (const double factor : {0.9, 1.1}) {
    TreeCase c("gaussian", 4000, Layer::single, 4);
    TreeSum sum(Host(), parameters_for(c));
    for (int call = 0; call < 8; ++call) {
      const auto u = c.values(sum, false, false).value;
      if (call % 4 == 3) {
        EXPECT_LT(relative_l2(u, c.truth().value), 1.5 * tolerance) << factor;
      }
      for (double& x : c.sources) x *= factor;
    }
    EXPECT_GE(sum.trees_made(), 3) << factor;
  }
}

TEST(MovingPoints, MakeANewTreeWhereAPointLeavesTheRoots) {
  TreeCase c("uniform", 2000, Layer::single, 4);
  TreeSum sum(Host(), parameters_for(c));
  c.values(sum, false, false);
  c.sources[0] = 30;
  const auto u = c.values(sum, false, false).value;
  EXPECT_EQ(sum.trees_made(), 2);
  EXPECT_LT(relative_l2(u, c.truth().value), 1.5 * tolerance);
}

/// As a resumed run does: bit for bit, at the last points and from there on.
TEST(MovingPoints, GiveTheSameBitsWhereAnotherSumTakesOver) {
  for (const std::string kind : {"uniform", "clusters"})
    for (const int periodicity : {0, 2}) {
      if (kind == "clusters" && periodicity > 0) continue;
      TreeCase c(kind, 3000, Layer::single, 4);
      c.box.periodicity = periodicity;
      TreeSum sum(Host(), parameters_for(c)), other(Host(), parameters_for(c));
      std::vector<double> straight;
      for (int call = 0; call < 3; ++call) {
        if (call > 0) move(c, kind, std::uint64_t(50 + call));
        straight = c.values(sum, false, false).value;
      }
      const long made = sum.trees_made();
      EXPECT_LT(made, 3);
      other.take_over(sum.kept());
      for (int call = 3; call < 6; ++call) {
        const auto resumed = c.values(other, false, false).value;
        EXPECT_EQ(other.trees_made(), sum.trees_made() - made);
        ASSERT_EQ(resumed.size(), straight.size());
        EXPECT_EQ(std::memcmp(resumed.data(), straight.data(), 8 * straight.size()), 0) << kind << call;
        move(c, kind, std::uint64_t(50 + call));
        straight = c.values(sum, false, false).value;
      }
    }
}

/// Points whose field is asked for between two calls leave the tree of the moving points alone.
TEST(MovingPoints, KeepTheirTreeWhileOtherTargetsAreSummed) {
  TreeCase c("uniform", 2000, Layer::single, 4);
  TreeSum sum(Host(), parameters_for(c)), undisturbed(Host(), parameters_for(c));
  c.values(sum, false, false);
  c.values(undisturbed, false, false);
  TreeCase field = c;
  field.apart = true;
  field.targets = test::point_set("gaussian", 500, 9);
  EXPECT_LT(relative_l2(field.values(sum, false, false).value, field.truth().value), 1.5 * tolerance);
  move(c, "uniform", 50);
  const auto a = c.values(sum, false, false).value, b = c.values(undisturbed, false, false).value;
  EXPECT_EQ(std::memcmp(a.data(), b.data(), 8 * a.size()), 0);
  EXPECT_EQ(sum.trees_made(), 2);
}

}  // namespace
}  // namespace slurry::fmm
