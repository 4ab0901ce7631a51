// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

namespace slurry::fmm {

/// Nodes and weights of 1/r = int exp(-l z) J0(l rho) dl for 1 <= z <= 4, rho <= 4 sqrt 2.
struct NodeRule {
  double error;  ///< largest difference from 1/r in that range
  std::vector<double> nodes, weights;
};

/// All rules, the coarsest first.  Made by plane_wave_nodes.py.
const std::vector<NodeRule>& node_rules();
/// The coarsest rule whose error is at most this, or the finest.
const NodeRule& node_rule(double error);

/// The exponentials of a rule: per node so many angles on half a circle, and so many orders m that matter.
struct PlaneWaves {
  struct Node {
    double lambda, weight;
    int angles;  ///< on the whole circle, even
    int orders;  ///< m < orders
    int first;   ///< its first exponential
  };
  std::vector<Node> nodes;
  std::vector<double> lambda, cosine, sine;  ///< per exponential
  int count() const { return static_cast<int>(lambda.size()); }
  PlaneWaves(const NodeRule& rule, int p);
};

}  // namespace slurry::fmm
