// SPDX-License-Identifier: BSD-3-Clause
// Equal charges, and forces of one direction, in a box with three periods. Their mean is left out, so that errors which
// have the same sign for all of them weigh most. The truth is the Ewald sum, which shares no step with the tree.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "slurry/sum.hpp"
#include "support/error_norms.hpp"
#include "support/random_points.hpp"

namespace slurry::test {
namespace {

constexpr std::size_t sources = 8000;

SumProblem equal_densities() {
  SumProblem p;
  p.box = {{1, 1, 1}, 3};
  p.sources = uniform_points(sources, p.box.lengths, 1);
  p.targets = uniform_points(300, p.box.lengths, 2);
  p.charges.assign(sources, 1.0);
  for (std::size_t i = 0; i < sources; ++i) p.forces.insert(p.forces.end(), {1.0, 0.0, 0.0});
  return p;
}

SumOptions asked(const char* engine, Layer layer, double tolerance, Precision precision) {
  SumOptions o;
  o.engine = engine;
  o.layer = layer;
  o.tolerance = tolerance;
  o.precision = precision;
  return o;
}

const std::vector<double>& values(const SumResult& r, Layer layer) {
  return layer == Layer::coulomb ? r.potentials : r.velocities;
}

class NetDensity : public testing::TestWithParam<Layer> {};

TEST_P(NetDensity, TheTreeKeepsItsToleranceAndPredictsItsError) {
  const SumProblem p = equal_densities();
  const std::vector<double> truth =
      values(evaluate_sum(p, asked("ewald", GetParam(), 1e-10, Precision::fp64)), GetParam());
  for (const double tolerance : {1e-2, 1e-3, 1e-4, 1e-5, 1e-6}) {
    const SumResult r = evaluate_sum(p, asked("fmm", GetParam(), tolerance, Precision::fp64));
    const double reached = relative_l2(values(r, GetParam()), truth);
    EXPECT_LT(reached, 1.5 * tolerance);
    EXPECT_LT(reached, 3 * r.error.predicted) << tolerance;
  }
}

/// In single precision rounding is left, which the prediction knows. Who leaves the engine open gets one that does it.
TEST_P(NetDensity, InSinglePrecisionTheErrorIsToldOrAnotherEngineTaken) {
  const SumProblem p = equal_densities();
  const std::vector<double> truth =
      values(evaluate_sum(p, asked("ewald", GetParam(), 1e-10, Precision::fp64)), GetParam());
  for (const double tolerance : {1e-2, 1e-3, 1e-4, 1e-5}) {
    const SumResult tree = evaluate_sum(p, asked("fmm", GetParam(), tolerance, Precision::fp32));
    EXPECT_LT(relative_l2(values(tree, GetParam()), truth), 3 * tree.error.predicted) << tolerance;
    const SumResult any = evaluate_sum(p, asked("automatic", GetParam(), tolerance, Precision::fp32));
    EXPECT_LT(relative_l2(values(any, GetParam()), truth), 1.5 * tolerance) << any.engine;
  }
}

INSTANTIATE_TEST_SUITE_P(Layers, NetDensity, testing::Values(Layer::coulomb, Layer::single),
                         [](const auto& layer) { return layer.param == Layer::coulomb ? "Charges" : "Forces"; });

}  // namespace
}  // namespace slurry::test
