// SPDX-License-Identifier: BSD-3-Clause
#include "fmm/plane_wave_rules.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace slurry::fmm {
namespace {

/// Distances across an axis that waves meet: between boxes of an interaction list, and from a box's centre to a corner.
const double farthest_across = 4 * std::numbers::sqrt2, corner_across = std::numbers::sqrt2 / 2;

/// The largest |J_m| on (0, x].
double largest_bessel(int m, double x) {
  double largest = 0;
  constexpr int samples = 40;
  for (int i = 1; i <= samples; ++i)
    largest = std::max(largest, std::abs(std::cyl_bessel_j(double(m), x * i / samples)));
  return largest;
}

}  // namespace

const NodeRule& node_rule(double error) {
  for (const NodeRule& r : node_rules())
    if (r.error <= error) return r;
  return node_rules().back();
}

PlaneWaves::PlaneWaves(const NodeRule& rule, int p) {
  for (std::size_t k = 0; k < rule.nodes.size(); ++k) {
    Node node{rule.nodes[k], rule.weights[k], 2, 1, count()};
    const double size = 2 * std::abs(node.weight) * std::exp(-node.lambda);
    const auto matters = [&](int m, double across) {
      return size * largest_bessel(m, node.lambda * across) > rule.error;
    };
    while (matters(node.angles, farthest_across)) node.angles += 2;
    while (node.orders <= p && matters(node.orders, corner_across)) ++node.orders;
    for (int j = 0; j < node.angles / 2; ++j) {
      const double angle = 2 * std::numbers::pi * j / node.angles;
      lambda.push_back(node.lambda);
      cosine.push_back(std::cos(angle));
      sine.push_back(std::sin(angle));
    }
    nodes.push_back(node);
  }
}

}  // namespace slurry::fmm
