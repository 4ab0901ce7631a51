// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

namespace slurry::fmm {

/// Nodes and weights for 1/r = int exp(-l z) J0(l rho) dl, for 1 <= z <= 4 and rho <= 4 sqrt 2.
struct NodeRule {
  double error;  ///< largest difference from 1/r in that range
  std::vector<double> nodes, weights;
};

/// All rules, the coarsest first. plane_wave_nodes.py made them.
const std::vector<NodeRule>& node_rules();
/// The coarsest rule whose error is at most `error`. If there is none, returns the finest rule.
const NodeRule& node_rule(double error);

/// The exponentials of a rule. Each node has a number of angles on half a circle, and a number of relevant orders m.
struct PlaneWaves {
  struct Node {
    double lambda, weight;
    int angles;  ///< number of angles on the whole circle, even
    int orders;  ///< number of relevant orders: m < orders
    int first;   ///< number of the node's first exponential
  };
  std::vector<Node> nodes;
  std::vector<double> lambda, cosine, sine;  ///< one entry per exponential
  int count() const { return static_cast<int>(lambda.size()); }
  PlaneWaves(const NodeRule& rule, int p);
};

}  // namespace slurry::fmm
