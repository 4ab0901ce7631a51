// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <utility>
#include <vector>

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

/// Over the displacements between points that are spread evenly over two boxes of an interaction list, for all 189
/// boxes. The mean error would add up where all charges are equal.
TEST(PlaneWaves, EvenPointsHaveNoErrorOnAverage) {
  constexpr double places[5] = {0.04691007703066802, 0.23076534494715845, 0.5, 0.76923465505284155,
                                0.95308992296933198},
                   weights[5] = {0.11846344252809454, 0.23931433524968324, 0.28444444444444444, 0.23931433524968324,
                                 0.11846344252809454};
  std::vector<std::pair<double, double>> apart;  // differences of two places in a box, and their weights
  for (int i = 0; i < 5; ++i)
    for (const double sign : {-1.0, 1.0}) apart.emplace_back(sign * places[i], weights[i] * (1 - places[i]));
  using Complex = std::complex<double>;
  const auto mean_wave = [&](double k, int box) {
    Complex sum = 0;
    for (const auto& [x, w] : apart) sum += w * std::exp(Complex(0, k * (box + x)));
    return sum;
  };
  const auto mean_decay = [&](double k, int box) {
    double sum = 0;
    for (const auto& [x, w] : apart) sum += w * std::exp(-k * std::abs(box + x));
    return sum;
  };
  for (const NodeRule& rule : node_rules()) {
    if (rule.error < 1e-7) break;
    const PlaneWaves waves(rule, 20);
    double mean = 0;
    int boxes = 0;
    for (int box = 0; box < 216; ++box) {  // of one of the eight boxes of a parent; the others have mirror images
      const std::array<int, 3> d{box % 6 - 2, box / 6 % 6 - 2, box / 36 - 2};
      const auto far = [&](std::size_t a) { return std::abs(d[a]) >= 2; };
      if (!far(0) && !far(1) && !far(2)) continue;
      ++boxes;
      const std::size_t up = far(2) ? 2 : far(1) ? 1 : 0, first = up == 0 ? 1 : 0, second = up == 2 ? 1 : 2;
      for (const auto& node : waves.nodes) {
        const double decay = mean_decay(node.lambda, d[up]);
        for (int e = node.first; e < node.first + node.angles / 2; ++e) {
          const auto k = std::size_t(e);
          mean +=
              2 * node.weight / node.angles * decay *
              (mean_wave(node.lambda * waves.cosine[k], d[first]) * mean_wave(node.lambda * waves.sine[k], d[second]))
                  .real();
        }
      }
      for (const auto& [x, wx] : apart)
        for (const auto& [y, wy] : apart)
          for (const auto& [z, wz] : apart) mean -= wx * wy * wz / std::hypot(d[0] + x, d[1] + y, d[2] + z);
    }
    EXPECT_EQ(boxes, 189);
    EXPECT_LT(std::abs(mean), 0.01 * rule.error) << rule.error;  // up to 3.6 times the error before the weights moved
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
