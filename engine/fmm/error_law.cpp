// SPDX-License-Identifier: BSD-3-Clause
#include "fmm/error_law.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/text.hpp"
#include "fmm/harmonics.hpp"
#include "fmm/periodic_roots.hpp"
#include "fmm/plane_wave_rules.hpp"
#include "fmm/tree_work.hpp"
#include "slurry/error.hpp"

namespace slurry::fmm {
namespace {

constexpr std::array<int, 9> orders{3, 5, 7, 9, 12, 16, 20, 24, 28};

/// Measured with measure_tree_sum: 30,000 uniform points (charges 20,000), random densities, five levels, 1,000
/// targets.
struct Measured {
  std::array<double, orders.size()> truncation;  ///< at `orders`
  double factor, power;                          ///< nodes of error e: factor e^power
};
const Measured& measured(Layer layer) {
  static const Measured single{
      {1.33e-2, 1.97e-3, 3.47e-4, 6.73e-5, 6.99e-6, 4.43e-7, 6.53e-8, 3.22e-9, 1.97e-10}, 0.8, 1.0},
      dipoles{{1.06e-2, 2.29e-3, 5.97e-4, 1.38e-4, 2.11e-5, 2.29e-6, 2.71e-7, 1.88e-8, 1.37e-9}, 0.51, 0.9},
      charges{{2.96e-3, 3.50e-4, 5.01e-5, 9.14e-6, 8.31e-7, 5.03e-8, 2.31e-9, 1.86e-10, 1.5e-11}, 0.374, 1.11};
  switch (layer) {
    case Layer::single:
      return single;
    case Layer::double_layer:
    case Layer::combined:
      return dipoles;  // of both together dipoles have the larger error
    case Layer::coulomb:
      break;
  }
  return charges;
}

/// Between the measured orders, and beyond them, the logarithm is a straight line.
double truncation(Layer layer, int order) {
  const auto& e = measured(layer).truncation;
  std::size_t k = 0;
  while (k + 2 < orders.size() && order > orders[k + 1]) ++k;
  const double part = double(order - orders[k]) / (orders[k + 1] - orders[k]);
  return std::exp(std::log(e[k]) + part * (std::log(e[k + 1]) - std::log(e[k])));
}

double error_of_nodes(Layer layer, double node_error) {
  return node_error > 0 ? measured(layer).factor * std::pow(node_error, measured(layer).power) : 0.0;
}

/// Mean number of points in a leaf at which pairs and expansions cost least together: 43, 93, 150 for the single layer
/// at orders 7, 16, 27 (theory/fast-multipole.md, costs).
double best_leaf(Layer layer, int order) {
  const double single = 43 * std::pow(order / 7.0, 0.93);
  return layer == Layer::coulomb || layer == Layer::single ? single : 0.85 * single;
}

}  // namespace

double tree_error(Layer layer, int order, double node_error) {
  return std::hypot(truncation(layer, order), error_of_nodes(layer, node_error));
}

double tightest_tree_tolerance(Layer layer) {
  return tree_error(layer, largest_order, node_rules().back().error);
}

SumErrors tree_errors(Layer layer, int order, double node_error, const SumCounts& counts, const FarPairs& far,
                      double size) {
  // Of forces and charges, and of dipoles: the share of r^-2 or r^-4; slopes are so many times steeper than value/r.
  constexpr double forces = 2.6, charges = 1.3, dipoles = 5, slope = 0.5, pressure_slope = 0.5, bend = 0.3;
  const bool coulomb = layer == Layer::coulomb;
  const double of_points = std::pow(tree_error(coulomb ? layer : Layer::single, order, node_error), 2) *
                           (coulomb ? charges : forces) * counts.squared_force_sum;
  const double of_dipoles = layer == Layer::double_layer || layer == Layer::combined
                                ? std::pow(tree_error(Layer::double_layer, order, node_error), 2) * dipoles * counts.dipole_norm
                                : 0.0;
  const double n = order + 1.0;
  const double slopes = n * n * (of_points * far.fourth + of_dipoles * far.sixth);
  SumErrors e;
  e.value = std::sqrt(of_points * (far.second + std::pow(bend * n * n * size, 2) * far.sixth) + of_dipoles * far.fourth);
  e.gradient = slope * std::sqrt(slopes);
  if (!coulomb) e.pressure = pressure_slope * std::sqrt(slopes);
  return e;
}

TreeParameters tree_parameters(const Box& box, Layer layer, double tolerance, std::optional<M2lScheme> scheme) {
  TreeParameters best;
  best.box = box;
  best.layer = layer;
  Vector3 cell{1, 1, 1};
  if (box.periodicity > 0) cell = shape_of(periodic_cells(box.lengths, box.periodicity, {0, 0, 0}, {0, 0, 0}));
  int plain = 2;  // the order without an error of nodes
  while (plain <= largest_order && truncation(layer, plain) > tolerance) ++plain;
  const M2lScheme of_plain = scheme.value_or(default_scheme(plain, cell));
  if (of_plain != M2lScheme::plane_waves && plain <= largest_order) {
    best.order = plain;
    best.scheme = of_plain;
    best.node_error = 0;
    best.expected_error = tree_error(layer, plain, 0);
    best.leaf_points = static_cast<int>(best_leaf(layer, plain) / mean_leaf_part);
    return best;
  }
  double least = 0;
  TreeParameters tried = best;
  for (const NodeRule& rule : node_rules()) {
    if (error_of_nodes(layer, rule.error) > tolerance) continue;
    int p = 2;
    while (p <= largest_order && tree_error(layer, p, rule.error) > tolerance) ++p;
    if (p > largest_order) continue;
    tried.order = p;
    tried.node_error = rule.error;
    const double cost = wave_work(tried);
    if (least > 0 && cost >= least) continue;
    least = cost;
    best.order = p;
    best.node_error = rule.error;
  }
  if (least == 0)
    throw RefusedError(text("the tolerance {} is below what the fast multipole sum reaches; {:.1e} is the tightest",
                            tolerance, tightest_tree_tolerance(layer)));
  best.expected_error = tree_error(layer, best.order, best.node_error);
  best.leaf_points = static_cast<int>(best_leaf(layer, best.order) / mean_leaf_part);
  return best;
}

}  // namespace slurry::fmm
