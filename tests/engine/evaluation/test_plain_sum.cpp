// SPDX-License-Identifier: BSD-3-Clause
// Sums in extended precision, pair after pair and image after image, that others are measured against.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "evaluation/sum_evaluation.hpp"
#include "slurry/sum.hpp"
#include "summation/plain_sum.hpp"
#include "support/error_norms.hpp"
#include "support/random_points.hpp"

namespace slurry::test {
namespace {

/// Sources along a period of 1.3, as far apart across as is asked; net forces and charges.
SumProblem problem(double across, std::size_t count = 20) {
  SumProblem p;
  p.box.periodicity = 1;
  p.box.lengths = {1.3, across, across};
  p.sources = uniform_points(count, {1.3, across, across}, 1);
  p.targets = uniform_points(12, {1.3, across, across}, 5);
  p.forces = normal_vectors(count, 2);
  p.dipoles = normal_vectors(count, 3);
  p.normals = normal_vectors(count, 4);
  for (std::size_t i = 0; i < count; ++i) p.charges.push_back(p.forces[3 * i]);
  return p;
}

TEST(PlainSum, ImagesAlongAPeriodAgreeWithEwaldSums_EveryLayerGradientAndPressure) {
  for (const double across : {1.0, 6.0})
    for (const Layer layer : {Layer::single, Layer::double_layer, Layer::combined, Layer::coulomb}) {
      SCOPED_TRACE(testing::Message() << across << " across, layer " << int(layer));
      const SumProblem p = problem(across);
      SumOptions o;
      o.layer = layer;
      o.tolerance = 1e-11;
      o.engine = "ewald";
      o.gradient = true;
      o.pressure = layer != Layer::coulomb;
      o.deterministic = true;
      o.measured_targets = 0;
      const SumResult ewald = evaluate_sum(p, o);
      const SumEvaluation plain = evaluate_plainly(p, o, p.targets);
      if (layer == Layer::coulomb) {
        EXPECT_LT(relative_l2(plain.potentials, ewald.potentials), 2e-11);
      } else {
        EXPECT_LT(relative_l2(plain.velocities, ewald.velocities), 2e-11);
        EXPECT_LT(relative_l2(plain.pressures, ewald.pressures), 1e-10);
      }
      EXPECT_LT(relative_l2(plain.gradients, ewald.gradients), 1e-10);
    }
}

/// No grid holds points 3000 periods apart.  Few of them are measured by their images, and many are not.
TEST(PlainSum, DirectSumsAlongAPeriodAreMeasuredByImagesOrNotAtAll) {
  for (const std::size_t count : {20, 400}) {
    SumProblem p = problem(1, count);
    for (std::size_t i = 1; i < p.sources.size(); i += 3) p.sources[i] *= 3000;
    SumOptions o;
    o.tolerance = 1e-6;
    o.engine = "direct";
    const SumResult r = evaluate_sum(p, o);
    ASSERT_EQ(r.engine, "direct");
    EXPECT_TRUE(std::isfinite(r.error.predicted));
    if (count == 400) {
      EXPECT_TRUE(std::isnan(r.error.measured)) << r.error.measured;
    } else {
      EXPECT_GT(r.error.measured, 0);
      EXPECT_LT(r.error.measured, 1e-10);
    }
  }
}

TEST(PlainSum, ItsCostIsBounded) {
  using namespace plain;
  EXPECT_EQ(affordable_targets(64, 64, 1000, Images()), 64u);
  EXPECT_EQ(affordable_targets(256, 64, 1000000, Images()), 100u);
  EXPECT_EQ(affordable_targets(64, 64, 100000000, Images()), 0u);
  EXPECT_EQ(affordable_targets(10, 64, 1000000, Images(1, 1)), 0u);
  EXPECT_EQ(affordable_targets(64, 64, 1000, Images(1, 1)), 64u);
  EXPECT_GT(Images(1, 40).terms(), 7 * Images(1, 1).terms());
}

}  // namespace
}  // namespace slurry::test
