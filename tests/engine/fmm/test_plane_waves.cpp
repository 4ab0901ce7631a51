// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "fmm/plane_wave_rules.hpp"

// The rules of the plane waves against 1/r itself, on points that they were not made on.
namespace slurry::fmm {
namespace {

TEST(PlaneWaves, RulesGiveTheInverseDistanceWithinTheirError) {
  for (const NodeRule& rule : node_rules()) {
    double worst = 0;
    for (int i = 0; i <= 60; ++i)
      for (int j = 0; j <= 400; ++j) {
        const double z = 1 + 3 * i / 60.0, rho = 4 * std::sqrt(2.0) * j / 400.0;
        double sum = 0;
        for (std::size_t k = 0; k < rule.nodes.size(); ++k)
          sum += rule.weights[k] * std::exp(-rule.nodes[k] * z) * std::cyl_bessel_j(0.0, rule.nodes[k] * rho);
        worst = std::max(worst, std::abs(sum - 1 / std::hypot(z, rho)));
      }
    EXPECT_LT(worst, 1.05 * rule.error) << rule.nodes.size();
    EXPECT_GT(worst, 0.3 * rule.error) << rule.nodes.size();
  }
}

TEST(PlaneWaves, FinerRulesHaveMoreNodesAndAreFound) {
  for (std::size_t k = 1; k < node_rules().size(); ++k) {
    EXPECT_LT(node_rules()[k].error, node_rules()[k - 1].error);
    EXPECT_GT(node_rules()[k].nodes.size(), node_rules()[k - 1].nodes.size());
  }
  EXPECT_LE(node_rule(1e-6).error, 1e-6);
  EXPECT_EQ(&node_rule(0), &node_rules().back());
}

TEST(PlaneWaves, DiscreteAnglesGiveTheInverseDistanceToo) {
  const NodeRule& rule = node_rule(1e-6);
  const PlaneWaves waves(rule, 20);
  double worst = 0;
  for (int i = 0; i <= 12; ++i)
    for (int j = 0; j <= 60; ++j)
      for (const double turn : {0.0, 0.4, 1.3}) {
        const double z = 1 + 3 * i / 12.0, rho = 4 * std::sqrt(2.0) * j / 60.0;
        double sum = 0;
        for (const auto& node : waves.nodes)
          for (int e = node.first; e < node.first + node.angles / 2; ++e) {
            const auto k = std::size_t(e);
            const double x = rho * (waves.cosine[k] * std::cos(turn) + waves.sine[k] * std::sin(turn));
            sum += 2 * node.weight / node.angles * std::exp(-node.lambda * z) * std::cos(node.lambda * x);
          }
        worst = std::max(worst, std::abs(sum - 1 / std::hypot(z, rho)));
      }
  EXPECT_LT(worst, 2 * rule.error);
}

}  // namespace
}  // namespace slurry::fmm
