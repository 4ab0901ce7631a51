// SPDX-License-Identifier: BSD-3-Clause
// Sums with parameters by the published rules: against the direct sum and another split, with the error that they say
// they have; in cubes of any size; and what the rules have nothing to say for.
#include <gtest/gtest.h>

#include <cmath>

#include "reference/image_sums.hpp"
#include "slurry/error.hpp"
#include "slurry/sum.hpp"
#include "support/error_norms.hpp"
#include "support/random_points.hpp"
#include "yardsticks/published_rules/published_sum.hpp"

namespace slurry::test {
namespace {

constexpr std::size_t sources = 3000;
constexpr double per_cell = 40;

SumProblem in_a_cube(int periodicity, double edge) {
  SumProblem p;
  p.box.lengths = {edge, edge, edge};
  p.box.periodicity = periodicity;
  p.sources = uniform_points(sources, {edge, edge, edge}, 1);
  p.targets = uniform_points(40, {edge, edge, edge}, 5);
  p.forces = normal_vectors(sources, 2);
  p.dipoles = normal_vectors(sources, 3);
  p.normals = normal_vectors(sources, 4);
  return p;
}

SumOptions published(Layer layer, double tolerance) {
  SumOptions o;
  o.layer = layer;
  o.tolerance = tolerance;
  o.deterministic = true;  // quickly planned
  o.measured_targets = 40;
  return o;
}

std::vector<double> truth(const SumProblem& p, Layer layer) {
  SumOptions o = published(layer, 1e-11);
  o.measured_targets = 0;
  if (p.box.periodicity == 0) o.engine = "direct";
  return evaluate_sum(p, o).velocities;
}

TEST(PublishedSum, SaysTheErrorThatItHas) {
  for (const int periodicity : {0, 1, 3})
    for (const Layer layer : {Layer::single, Layer::combined})
      for (const double tolerance : {1e-2, 1e-6}) {
        const SumProblem p = in_a_cube(periodicity, 1);
        const SumResult r = evaluate_published_sum(p, published(layer, tolerance), per_cell);
        const double reached = relative_l2(r.velocities, truth(p, layer));
        EXPECT_EQ(r.error.asked, tolerance);
        EXPECT_NEAR(r.error.measured / reached, 1, 0.05) << periodicity;
        EXPECT_LT(std::abs(std::log(r.error.predicted / reached)), std::log(6.0))
            << r.error.predicted << " " << reached;
        // r_c = (V s/N)^(1/3), whatever else follows
        EXPECT_NEAR(r.report.number("cutoff_radius"), std::cbrt(per_cell / sources), 1e-12);
        EXPECT_EQ(r.report.find("split")->word, "hasimoto");
        EXPECT_EQ(r.report.number("window_shape"), 2.5 * r.report.number("window_points"));
        EXPECT_EQ(std::fmod(r.report.number("grid"), r.report.number("window_points")), 0);
      }
}

TEST(PublishedSum, ScalesWithTheCube) {
  // in one periodic direction the gauge has a length of its own
  const SumResult small = evaluate_published_sum(in_a_cube(3, 1), published(Layer::single, 1e-4), per_cell),
                  large = evaluate_published_sum(in_a_cube(3, 5), published(Layer::single, 1e-4), per_cell);
  EXPECT_EQ(small.report.find("grid")->numbers, large.report.find("grid")->numbers);
  EXPECT_NEAR(large.report.number("cutoff_radius"), 5 * small.report.number("cutoff_radius"), 1e-12);
  ASSERT_EQ(small.velocities.size(), large.velocities.size());
  EXPECT_NEAR(large.error.measured, small.error.measured, 1e-3 * small.error.measured);
}

TEST(PublishedSum, IsRefusedWhereTheRulesSayNothing) {
  const auto refused = [](const SumProblem& p, const SumOptions& o, double asked = per_cell) {
    EXPECT_THROW(evaluate_published_sum(p, o, asked), InputError);
    EXPECT_THROW(forecast_published_sum(p, o, asked), InputError);
  };
  const SumProblem cube = in_a_cube(1, 1);
  SumProblem other = cube;
  other.box.lengths[1] = 1.2;
  refused(other, published(Layer::single, 1e-4));
  other = cube;
  other.sources[1] = -0.5;  // beyond the edge in a free direction
  refused(other, published(Layer::single, 1e-4));
  other = cube;
  other.charges.assign(sources, 1);
  refused(other, published(Layer::coulomb, 1e-4));
  SumOptions o = published(Layer::single, 1e-4);
  o.engine = "direct";
  refused(cube, o);
  o = published(Layer::single, 1e-4);
  o.gradient = true;
  refused(cube, o);
  o = published(Layer::single, 1e-4);
  o.guarantee = true;
  refused(cube, o);
  o = published(Layer::single, 1e-4);
  o.tolerance_kind = ToleranceKind::absolute_rms;
  refused(cube, o);
  refused(cube, published(Layer::single, 1e-4), 1000);  // a cutoff of more than half the edge
}

}  // namespace
}  // namespace slurry::test
