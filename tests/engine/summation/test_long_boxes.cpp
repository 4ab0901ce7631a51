// SPDX-License-Identifier: BSD-3-Clause
// Boxes much longer or flatter than a cube: what is reached, what is predicted, and what it takes.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "direct/direct.hpp"
#include "slurry/sum.hpp"
#include "support/error_norms.hpp"
#include "support/host.hpp"
#include "support/random_points.hpp"

namespace slurry::test {
namespace {

using Lengths = std::array<double, 3>;

SumProblem random_problem(std::size_t count, int periodicity, const Lengths& lengths) {
  SumProblem p;
  p.box = {lengths, periodicity};
  p.sources = uniform_points(count, lengths, 1);
  p.forces = normal_vectors(count, 2);
  p.dipoles = normal_vectors(count, 3);
  p.normals = normal_vectors(count, 4);
  return p;
}

SumOptions options(Layer layer, double tolerance) {
  SumOptions o;
  o.layer = layer;
  o.tolerance = tolerance;
  o.deterministic = true;
  o.measured_targets = 0;
  return o;
}

/// Direct sum of the single layer where there is one, else the other split, much tighter.
std::vector<double> truth_of(const SumProblem& p, Layer layer) {
  if (p.box.periodicity < 2 && layer == Layer::single) {
    DirectSum<Host> direct(Host(), p.box, 1e-14);
    const auto x = view_of(p.sources);
    const Vectors<Host> u("u", x.extent(0));
    direct.set_points(x, 0, {{x, 0, true}});
    direct.apply(view_of(p.forces), {u});
    return values_of(u);
  }
  SumOptions o = options(layer, 1e-10);
  o.split = Split::hasimoto;
  return evaluate_sum(p, o).velocities;
}

void expect_as_asked(const SumProblem& p, Layer layer, double tolerance, const std::vector<double>& truth) {
  const SumResult r = evaluate_sum(p, options(layer, tolerance));
  const double reached = relative_l2(r.velocities, truth);
  const auto what = testing::Message() << p.box.periodicity << "P, " << p.box.lengths[0] << " x " << p.box.lengths[1]
                                       << " x " << p.box.lengths[2] << ", layer " << int(layer) << ", " << tolerance;
  EXPECT_LE(reached, 1.5 * tolerance) << what;
  EXPECT_LT(r.error.predicted, 6 * reached) << what;
  EXPECT_GT(r.error.predicted, reached / 6) << what;
}

/// Long waves along the period decay slowly across it, down to a constant: cut off with the rest, it left errors of
/// (L/R)^2.
TEST(LongBoxes, OnePeriodUpToThreeHundredTimesTheWidth) {
  for (const double length : {40.0, 300.0}) {
    const SumProblem p = random_problem(200, 1, {length, 1, 1});
    for (const Layer layer : {Layer::single, Layer::double_layer}) {
      const auto truth = truth_of(p, layer);
      for (const double tolerance : {1e-1, 1e-3, 1e-6}) expect_as_asked(p, layer, tolerance, truth);
    }
  }
}

TEST(LongBoxes, SinglePrecisionToo) {
  const SumProblem p = random_problem(200, 1, {100, 1, 1});
  SumOptions o = options(Layer::single, 1e-4);
  o.precision = Precision::fp32;
  EXPECT_LE(relative_l2(evaluate_sum(p, o).velocities, truth_of(p, Layer::single)), 1.5e-4);
}

/// Random forces drive long waves and mean flows that a cube does not have: 1P and 3P up to 8 times as fast.
TEST(LongBoxes, PredictionsKnowHowFastTheBoxIs) {
  for (const Lengths& lengths : {Lengths{1, 10, 10}, {10, 1, 1}, {1, 1, 10}, {10, 10, 1}, {1, 3, 3}})
    for (const int periodicity : {0, 1, 2, 3}) {
      const SumProblem p = random_problem(300, periodicity, lengths);
      const auto truth = truth_of(p, Layer::single);
      for (const double tolerance : {1e-3, 1e-6}) expect_as_asked(p, Layer::single, tolerance, truth);
    }
}

/// Nothing asks for a grid as fine as a free direction is thin.
TEST(LongBoxes, FewFreePointsTakeLittleMemory) {
  for (const Lengths& lengths : {Lengths{1, 20, 100}, {100, 1, 1}, {1, 50, 50}}) {
    const SumProblem p = random_problem(85, 0, lengths);
    const auto truth = truth_of(p, Layer::single);
    for (const double tolerance : {1e-3, 1e-9}) {
      SumOptions o = options(Layer::single, tolerance);
      o.memory_limit = 1e8;  // 20 GB once
      const SumResult r = evaluate_sum(p, o);
      EXPECT_LE(relative_l2(r.velocities, truth), 1.5 * tolerance) << lengths[0] << ", " << tolerance;
    }
  }
}

double rms_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double squared = 0;
  for (std::size_t i = 0; i < a.size(); ++i) squared += std::pow(a[i] - b[i], 2);
  return std::sqrt(squared / (double(a.size()) / 3));
}

/// What the grid holds of forces that agree is larger than anything that random ones do, and an absolute tolerance does
/// not grow with it.
TEST(LongBoxes, AbsoluteTolerancesHoldForForcesThatAgree) {
  for (const Lengths& lengths : {Lengths{1, 1, 1}, {1, 1, 5}})
    for (const int periodicity : {0, 1, 2, 3}) {
      SumProblem p = random_problem(60, periodicity, lengths);
      p.forces.assign(p.sources.size(), 1);
      const auto truth = truth_of(p, Layer::single);
      for (const double tolerance : {1e-2, 1e-5}) {
        SumOptions o = options(Layer::single, tolerance);
        o.tolerance_kind = ToleranceKind::absolute_rms;
        EXPECT_LE(rms_difference(evaluate_sum(p, o).velocities, truth), 1.5 * tolerance)
            << periodicity << "P, " << lengths[2] << ", " << tolerance;
      }
    }
}

/// Errors are averages over the box; a cluster in one of its corners has all of them.
TEST(LongBoxes, AbsoluteTolerancesHoldInClusters) {
  for (const int periodicity : {1, 3}) {
    SumProblem p = random_problem(60, periodicity, {1, 50, 50});
    for (std::size_t i = 0; i < p.sources.size(); ++i)
      if (i % 3 > 0) p.sources[i] = 25 + (p.sources[i] - 25) / 50;
    const auto truth = truth_of(p, Layer::single);
    for (const double tolerance : {1e-3, 1e-5}) {
      SumOptions o = options(Layer::single, tolerance);
      o.tolerance_kind = ToleranceKind::absolute_rms;
      EXPECT_LE(rms_difference(evaluate_sum(p, o).velocities, truth), 1.5 * tolerance) << periodicity << "P";
    }
  }
}

/// Below what the precision reaches the window is the widest there is, and the prediction says what comes of it.
TEST(LongBoxes, AbsoluteTolerancesBelowTheFloorArePredicted) {
  const SumProblem p = random_problem(200, 1, {1, 1, 1});
  const auto truth = truth_of(p, Layer::single);
  for (const Split split : {Split::prolate, Split::hasimoto}) {
    SumOptions o = options(Layer::single, 1e-20);
    o.tolerance_kind = ToleranceKind::absolute_rms;
    o.precision = Precision::fp32;
    o.split = split;
    const SumResult r = evaluate_sum(p, o);
    const double reached = rms_difference(r.velocities, truth);
    EXPECT_LT(reached, 6 * r.error.predicted);
    EXPECT_LT(r.error.predicted, 6 * reached);
  }
}

}  // namespace
}  // namespace slurry::test
