// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "fmm/error_law.hpp"
#include "fmm/tree_sum.hpp"
#include "planning/engines.hpp"
#include "slurry/error.hpp"
#include "support/error_norms.hpp"
#include "support/host.hpp"
#include "support/random_points.hpp"
#include "support/tree_cases.hpp"

// Trees in fp32 against trees in fp64 and against direct sums over all pairs.
namespace slurry::fmm {
namespace {

using test::relative_l2;
using test::TreeCase;

TreeParameters in_fp32(TreeParameters p) {
  p.precision = Precision::fp32;
  return p;
}

/// What rounding does to a sum, relative to its rms.
double rounding_in(Layer layer) {
  return layer == Layer::single || layer == Layer::coulomb ? 1e-6 : 3e-6;
}

TEST(TreeInFp32, OrdersUpTo20AreThoseOfFp64WithinRounding) {
  for (const Layer layer : {Layer::single, Layer::combined, Layer::coulomb})
    for (const std::string kind : {"uniform", "sphere", "clusters"})
      for (const int order : {3, 12, 18, 20}) {
        TreeCase c(kind, 3000, layer, 21);
        TreeParameters p = c.parameters(order, 20);
        p.scheme = M2lScheme::rotation;
        const auto exact = c.sum(p).value;
        EXPECT_LT(relative_l2(c.sum(in_fp32(p)).value, exact), rounding_in(layer)) << kind << order;
      }
}

TEST(TreeInFp32, SchemesOfM2lAgreeWithinRounding) {
  for (const Layer layer : {Layer::combined, Layer::coulomb})
    for (const int order : {4, 9, 20}) {
      TreeCase c("uniform", order < 20 ? 2000 : 600, layer, 22);
      TreeParameters p = in_fp32(c.parameters(order, 20));
      p.scheme = M2lScheme::rotation;
      const auto rotated = c.sum(p).value;
      for (const M2lScheme scheme :
           {M2lScheme::dense, M2lScheme::parity, M2lScheme::symmetric, M2lScheme::nested, M2lScheme::naive}) {
        if (order > 4 && (scheme == M2lScheme::nested || scheme == M2lScheme::naive)) continue;  // they take long
        p.scheme = scheme;
        EXPECT_LT(relative_l2(c.sum(p).value, rotated), rounding_in(layer)) << order << name_of(scheme);
      }
      if (order < 20) continue;  // at low orders plane waves cut off other degrees
      p.scheme = M2lScheme::plane_waves;
      p.node_error = 1e-9;
      EXPECT_LT(relative_l2(c.sum(p).value, rotated), rounding_in(layer)) << order;
    }
}

/// Each scheme by its own loops, in trees of different depth.
TEST(TreeInFp32, EverySchemeOfM2lIsItselfInFp64WithinRounding) {
  for (const Layer layer : {Layer::combined, Layer::coulomb})
    for (const int leaf_points : {60, 6}) {
      TreeCase c("uniform", 800, layer, 24);
      for (const M2lScheme scheme : {M2lScheme::dense, M2lScheme::parity, M2lScheme::rotation, M2lScheme::plane_waves,
                                     M2lScheme::symmetric, M2lScheme::nested, M2lScheme::naive})
        for (const int order : {1, 6, 13, 20}) {
          const bool slow = source_of(scheme) != source_of(M2lScheme::dense);
          if (slow && order > (leaf_points > 6 ? 13 : 6)) continue;  // they take long
          TreeParameters p = c.parameters(order, leaf_points);
          p.scheme = scheme;
          const auto exact = c.sum(p).value;
          EXPECT_GE(c.levels, leaf_points > 6 ? 3 : 4);
          EXPECT_LT(relative_l2(c.sum(in_fp32(p)).value, exact), rounding_in(layer))
              << name_of(scheme) << ", order " << order << ", leaves of " << leaf_points;
        }
    }
}

TEST(TreeInFp32, ReachesTheToleranceAndPredictsWhatItReaches) {
  for (const Layer layer : {Layer::single, Layer::double_layer, Layer::combined, Layer::coulomb})
    for (const double tolerance : {1e-3, 1e-5})
      for (const std::string kind : {"uniform", "sphere", "clusters", "coinciding"}) {
        TreeCase c(kind, 6000, layer, 8);
        TreeParameters p = tree_parameters(c.box, layer, tolerance, std::nullopt, Precision::fp32);
        p.leaf_points = std::min(p.leaf_points, 40);  // three levels of boxes that meet through expansions
        const double reached = relative_l2(c.sum(p).value, c.truth().value);
        EXPECT_LT(reached, 1.5 * tolerance) << kind << static_cast<int>(layer) << tolerance;
        if (kind != "uniform") continue;
        EXPECT_LT(reached, 3 * p.expected_error) << static_cast<int>(layer) << tolerance;
        // The rms of a double layer hangs on the closest pair of points, which makes the relative error smaller.
        if (layer == Layer::single || layer == Layer::coulomb) {
          EXPECT_GT(reached, p.expected_error / 3) << static_cast<int>(layer) << tolerance;
        }
      }
}

TEST(TreeInFp32, TightestToleranceIsReachedAndTighterOnesAreRefused) {
  for (const Layer layer : {Layer::single, Layer::combined, Layer::coulomb})
    for (int periodicity = 0; periodicity <= 3; ++periodicity) {
      const double tightest = tightest_tree_tolerance(layer, periodicity, Precision::fp32);
      const Box box{{1, 1, 1}, periodicity};
      EXPECT_LE(tightest, 1e-5);
      EXPECT_THROW(tree_parameters(box, layer, 0.9 * tightest, std::nullopt, Precision::fp32), RefusedError);
      if (periodicity > 0) continue;
      TreeCase c("uniform", 6000, layer, 23);
      TreeParameters p = tree_parameters(box, layer, tightest, std::nullopt, Precision::fp32);
      p.leaf_points = 60;
      EXPECT_LT(relative_l2(c.sum(p).value, c.truth().value), 1.5 * tightest) << static_cast<int>(layer);
    }
  TreeParameters beyond = in_fp32({});
  beyond.order = largest_order_in(Precision::fp32) + 1;
  EXPECT_THROW(make_tree_sum(beyond), InputError);
}

TEST(TreeInFp32, GradientsAndPressureAreThoseOfTheDirectSum) {
  for (const Layer layer : {Layer::combined, Layer::coulomb})
    for (const std::string kind : {"uniform", "clusters"}) {
      TreeCase c(kind, 2000, layer, 4, true);
      TreeParameters p = in_fp32(c.parameters(20, 15));
      p.scheme = M2lScheme::rotation;
      p.gradient = true;
      p.pressure = layer != Layer::coulomb;
      const auto u = c.sum(p);
      EXPECT_LT(relative_l2(u.gradient, c.truth().gradient), 1e-5) << kind;
      if (p.pressure) {
        EXPECT_LT(relative_l2(u.pressure, c.truth().pressure), 1e-5) << kind;
      }
    }
}

/// Places are taken from the centres of boxes before they are rounded, in units of the boxes.
TEST(TreeInFp32, NeitherFarPlacesNorSmallUnitsTakeDigits) {
  for (const Layer layer : {Layer::single, Layer::combined}) {
    TreeCase c("clusters", 1500, layer, 6);
    TreeParameters p = in_fp32(c.parameters(16, 20));
    p.scheme = M2lScheme::rotation;
    TreeCase far = c, small = c;
    for (std::size_t i = 0; i < c.sources.size(); ++i) {
      far.sources[i] += i % 3 == 0 ? 1000.0 : -500.0;
      small.sources[i] *= 1e-6;
    }
    far.targets = far.sources;
    small.targets = small.sources;
    for (TreeCase* moved : {&far, &small})
      EXPECT_LT(relative_l2(moved->sum(p).value, moved->truth().value), 1e-5) << static_cast<int>(layer);
  }
}

/// The leaf of the points that coincide is 2^-42 of the box wide, and meets all other points as pairs. In units of the
/// leaf the inverse fifth power of their distance is beyond the numbers of single precision.
TEST(TreeInFp32, ALeafOfCoincidingPointsKeepsWhatFarPointsGive) {
  for (const Layer layer : {Layer::single, Layer::double_layer, Layer::combined, Layer::coulomb}) {
    TreeCase c("coinciding", 600, layer, 13);
    TreeParameters p = c.parameters(20, 12);
    p.scheme = M2lScheme::rotation;
    p.gradient = true;
    p.pressure = layer != Layer::coulomb;
    const auto exact = c.sum(p), rounded = c.sum(in_fp32(p));
    EXPECT_LT(relative_l2(rounded.value, exact.value), 1e-6) << static_cast<int>(layer);
    EXPECT_LT(relative_l2(rounded.gradient, exact.gradient), 1e-5) << static_cast<int>(layer);
    if (p.pressure) {
      EXPECT_LT(relative_l2(rounded.pressure, exact.pressure), 1e-5) << static_cast<int>(layer);
    }
  }
}

TEST(TreeInFp32, SpheresOfAnyRadiusAreThoseOfTheDirectSum) {
  const std::size_t n = 1500;
  const std::vector<double> y = test::point_set("uniform", n, 31), f = test::normal_vectors(n, 33);
  std::vector<double> a(n);
  for (std::size_t i = 0; i < n; ++i) a[i] = i % 7 == 0 ? 0 : 0.004 * double(1 + i % 9);  // some overlap
  const auto velocities = [&](Summation<Host>& sum) { return test::velocities_of_spheres(sum, y, a, f); };
  TreeParameters p = in_fp32({});
  p.box = {{1, 1, 1}, 0};
  p.order = 20;
  p.leaf_points = 20;
  p.scheme = M2lScheme::rotation;
  const auto direct = make_exact_sum(p.box, true);
  EXPECT_LT(relative_l2(velocities(*make_tree_sum(p)), velocities(*direct)), 1e-6);
}

}  // namespace
}  // namespace slurry::fmm
