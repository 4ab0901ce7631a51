// SPDX-License-Identifier: BSD-3-Clause
// Densities and lengths of any size, points in a corner of their box, tolerances that rounding does not allow, sums
// over a handful of points: a right result with a right error, or a refusal.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "reference/image_sums.hpp"
#include "slurry/error.hpp"
#include "slurry/sum.hpp"
#include "support/error_norms.hpp"
#include "support/random_points.hpp"
#include "support/sentence.hpp"

namespace slurry::test {
namespace {

SumProblem random_problem(std::size_t count, int periodicity, double side = 1) {
  SumProblem p;
  p.box.periodicity = periodicity;
  p.sources = uniform_points(count, {side, side, side}, 1);
  p.targets = uniform_points(30, {side, side, side}, 5);
  p.forces = normal_vectors(count, 2);
  p.dipoles = normal_vectors(count, 3);
  p.normals = normal_vectors(count, 4);
  return p;
}

SumOptions options(Layer layer, double tolerance) {
  SumOptions o;
  o.layer = layer;
  o.tolerance = tolerance;
  o.deterministic = true;  // plans by rule: quick
  return o;
}

std::vector<double> free_space(const SumProblem& p, Layer layer) {
  reference::Suspension s{p.sources, p.targets, {}, {}, {}};
  if (layer != Layer::double_layer) s.f = p.forces;
  if (layer != Layer::single) {
    s.q = p.dipoles;
    s.n = p.normals;
  }
  const auto u = reference::free_space_sum(s, reference::BothLayers{});
  return {u.begin(), u.end()};
}

TEST(SumRange, DensitiesOfAnySizeAreSummedAndMeasuredAlike) {
  for (const int periodicity : {0, 1, 3})
    for (const Layer layer : {Layer::single, Layer::double_layer, Layer::combined})
      for (const bool guarantee : {false, true}) {
        if (guarantee && periodicity != 0) continue;
        SCOPED_TRACE(testing::Message() << periodicity << "P, layer " << int(layer) << ", guarantee " << guarantee);
        SumOptions o = options(layer, 1e-6);
        o.guarantee = guarantee;
        const SumProblem p = random_problem(100, periodicity);
        const SumResult usual = evaluate_sum(p, o);
        for (const int exponent : {-900, 900}) {
          SumProblem large = p;
          for (double& f : large.forces) f = std::ldexp(f, exponent);
          for (double& q : large.dipoles) q = std::ldexp(q, exponent / 2 + 100);
          for (double& n : large.normals) n = std::ldexp(n, exponent / 2 - 100);
          const SumResult r = evaluate_sum(large, o);
          auto scaled = r.velocities;
          for (double& u : scaled) u = std::ldexp(u, -exponent);
          EXPECT_LT(relative_l2(scaled, usual.velocities), 1e-12) << exponent;
          EXPECT_NEAR(r.error.predicted / usual.error.predicted, 1, 1e-9) << exponent;
          EXPECT_NEAR(r.error.measured / usual.error.measured, 1, 1e-3) << exponent;
          EXPECT_EQ(r.guarantee.rounds, usual.guarantee.rounds);
          EXPECT_NEAR(r.guarantee.bound, usual.guarantee.bound, 1e-3 * usual.guarantee.bound) << exponent;
        }
      }
}

// fp32 leaves its range far earlier: densities are brought to about 1 first, and boxes are refused.
TEST(SumRange, SinglePrecisionTakesDensitiesOfAnySizeAndSaysWhichLengths) {
  for (const Layer layer : {Layer::single, Layer::double_layer, Layer::combined}) {
    SumOptions o = options(layer, 1e-3);
    o.precision = Precision::fp32;
    const SumProblem p = random_problem(300, 3);
    const SumResult usual = evaluate_sum(p, o);
    for (const int exponent : {-160, -50, 50, 120, 400}) {
      SumProblem large = p;
      for (auto* w : {&large.forces, &large.dipoles})
        for (double& x : *w) x = std::ldexp(x, exponent);
      auto scaled = evaluate_sum(large, o).velocities;
      for (double& u : scaled) u = std::ldexp(u, -exponent);
      EXPECT_LT(relative_l2(scaled, usual.velocities), 1e-5) << exponent << ", layer " << int(layer);
    }
    for (const double side : {1e-9, 1e-6, 1e-3, 1e3, 1e8, 1e10, 1e15}) {
      SumProblem q = random_problem(300, 3, side);
      q.box.lengths = {side, side, side};
      const std::string said = sentence_of<RefusedError>([&] { EXPECT_LE(evaluate_sum(q, o).error.measured, 1.5e-3); });
      const bool taken = side <= 1e9 && side >= (layer == Layer::single ? 1e-7 : 1e-4);
      EXPECT_EQ(said.find("lengths in fp32 must be from") == std::string::npos, taken) << side << ' ' << said;
    }
  }
}

TEST(SumRange, AbsoluteTolerancesGoWithTheDensities) {
  SumProblem p = random_problem(100, 3);
  SumOptions o = options(Layer::single, 1e-3);
  o.tolerance_kind = ToleranceKind::absolute_rms;
  const SumResult usual = evaluate_sum(p, o);
  for (double& f : p.forces) f = std::ldexp(f, 600);
  o.tolerance = std::ldexp(1e-3, 600);
  const SumResult r = evaluate_sum(p, o);
  EXPECT_EQ(r.report, usual.report);
  EXPECT_DOUBLE_EQ(r.error.asked, o.tolerance);
  EXPECT_NEAR(std::ldexp(r.error.predicted, -600) / usual.error.predicted, 1, 1e-9);
  EXPECT_NEAR(std::ldexp(r.error.measured, -600) / usual.error.measured, 1, 1e-3);
}

TEST(SumRange, OfNoDensityComesNothing) {
  for (const int periodicity : {0, 3}) {
    SumProblem p = random_problem(50, periodicity);
    for (auto* v : {&p.forces, &p.dipoles, &p.normals}) std::fill(v->begin(), v->end(), 0.0);
    const SumResult r = evaluate_sum(p, options(Layer::combined, 1e-6));
    for (const double u : r.velocities) EXPECT_EQ(u, 0);
    EXPECT_EQ(r.error.predicted, 0);
    EXPECT_EQ(r.error.measured, 0);
  }
}

TEST(SumRange, HalfADipoleIsNothingOfAnySize) {
  for (const bool without_n : {false, true}) {
    SumProblem p = random_problem(50, 3);
    const SumResult forces = evaluate_sum(p, options(Layer::single, 1e-6));
    for (double& x : without_n ? p.dipoles : p.normals) x = std::ldexp(x, 700);
    std::fill((without_n ? p.normals : p.dipoles).begin(), (without_n ? p.normals : p.dipoles).end(), 0.0);
    const SumResult r = evaluate_sum(p, options(Layer::combined, 1e-6));
    EXPECT_LT(relative_l2(r.velocities, forces.velocities), 2e-6);
    EXPECT_LT(r.error.predicted, 3e-6);
    EXPECT_GT(r.error.predicted, 0);
  }
}

TEST(SumRange, WhatADoubleCannotHoldIsRefused) {
  SumProblem p = random_problem(50, 0);
  for (double& f : p.forces) f = std::ldexp(f, 1021);
  for (const bool guarantee : {false, true}) {
    SumOptions o = options(Layer::single, 1e-6);
    o.guarantee = guarantee;
    EXPECT_NE(sentence_of<RefusedError>([&] { evaluate_sum(p, o); }).find("beyond what a double holds"),
              std::string::npos);
  }
  for (const auto& lengths :
       {std::array{1e-30, 1e-30, 1e-30}, {1e-320, 1.0, 1.0}, {1e60, 1e60, 1e60}, {1e-5, 1.0, 1.0}}) {
    SumProblem other = random_problem(20, 3);
    other.box.lengths = lengths;
    EXPECT_NE(sentence_of<RefusedError>([&] { evaluate_sum(other, options(Layer::single, 1e-3)); }).find("the box is"),
              std::string::npos);
  }
}

// Where coordinates are finer than the box, moving them to its corner must not cost their last digits.
TEST(SumRange, AClusterKeepsTheDigitsOfItsCoordinates) {
  for (const double side : {1e-4, 1e-7})
    for (const double at : {0.0, 0.7, 1000.0})
      for (const Layer layer : {Layer::single, Layer::double_layer}) {
        if (at == 1000 && side < 1e-6) continue;  // so few digits are given
        SumProblem p = random_problem(200, 0, side);
        for (auto* points : {&p.sources, &p.targets})
          for (double& x : *points) x += at;
        const SumResult r = evaluate_sum(p, options(layer, 1e-12));
        const double reached = relative_l2(r.velocities, free_space(p, layer));
        EXPECT_LE(reached, 1.5e-12) << side << ' ' << at;
        EXPECT_NEAR(r.error.measured / reached, 1, 0.5) << side << ' ' << at;
      }
}

TEST(SumRange, RoundingIsPredictedOfAbsoluteErrorsToo) {
  SumProblem p = random_problem(200, 0);
  for (int d = 0; d < 3; ++d) p.targets[d] = p.sources[d] + (d == 0 ? 1e-4 : 0);  // u of 1e8
  SumOptions o = options(Layer::double_layer, 1e-9);
  o.tolerance_kind = ToleranceKind::absolute_rms;
  const SumResult r = evaluate_sum(p, o);
  const auto truth = free_space(p, Layer::double_layer);
  double squared = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) squared += std::pow(r.velocities[i] - truth[i], 2);
  const double reached = std::sqrt(squared / (double(truth.size()) / 3));
  EXPECT_GT(reached, 2 * o.tolerance);  // there is no more to be had
  EXPECT_NEAR(r.error.measured / reached, 1, 0.5);
  EXPECT_GT(r.error.predicted, reached / 6);
  EXPECT_LT(r.error.predicted, reached * 100);  // the floor is the worst of all sums
}

/// Sources so far apart that hardly any lies within the cutoff of another: there each is met by itself above all.
TEST(SumRange, SourcesFarApartSeeThemselvesRightly) {
  for (const auto& lengths : {std::array<double, 3>{20, 20, 1}, {1, 20, 20}})
    for (const std::size_t count : {10, 85})
      for (const Layer layer : {Layer::single, Layer::double_layer, Layer::combined, Layer::coulomb})
        for (const Split split : {Split::prolate, Split::hasimoto}) {
          if (split == Split::hasimoto && layer != Layer::single) continue;
          SumProblem p;
          p.box = {lengths, 0};
          p.sources = uniform_points(count, lengths, 1);
          p.forces = normal_vectors(count, 2);
          p.dipoles = normal_vectors(count, 3);
          p.normals = normal_vectors(count, 4);
          p.charges.assign(p.forces.begin(), p.forces.begin() + static_cast<std::ptrdiff_t>(count));
          SumOptions o = options(layer, 1e-3);
          o.split = split;
          const ErrorEntry e = evaluate_sum(p, o).error;  // measured against the direct sum
          EXPECT_LE(e.measured, 1.5e-3) << lengths[0] << ", " << count << " points, layer " << int(layer);
          EXPECT_GT(e.predicted, e.measured / 8) << lengths[0] << ", " << count << " points, layer " << int(layer);
        }
}

TEST(SumRange, AHandfulOfPointsIsNoLessAccurate) {
  for (const int sources : {1, 2, 3, 5, 10, 20, 35})
    for (std::uint64_t seed = 0; seed < 3; ++seed)
      for (const Layer layer : {Layer::single, Layer::double_layer})
        for (const double tolerance : {1e-3, 1e-6}) {
          SumProblem p = random_problem(sources, 0);
          p.sources = uniform_points(sources, {1, 1, 1}, 100 + seed);
          p.targets = uniform_points(5, {1, 1, 1}, 200 + seed);
          SumOptions o = options(layer, tolerance);
          o.measured_targets = 0;
          EXPECT_LE(relative_l2(evaluate_sum(p, o).velocities, free_space(p, layer)), 1.5 * tolerance)
              << sources << " sources, seed " << seed << ", layer " << int(layer);
        }
}

}  // namespace
}  // namespace slurry::test
