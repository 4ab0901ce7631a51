// SPDX-License-Identifier: BSD-3-Clause
#include "fmm/error_law.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

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
  std::array<double, orders.size()> truncation;  ///< at `orders`, with plane waves
  std::array<double, 2> plain;                   ///< of the last two with the other schemes, which cut off more sharply
  double factor, power;                          ///< nodes of error e: factor e^power
  /// At `orders`, of images two periods away and farther: the reference groups, whose trees have one box, a little
  /// above the mean over groups.
  std::array<double, orders.size()> lattice;
};
const Measured& measured(Layer layer) {
  static const Measured single{{1.33e-2, 1.97e-3, 3.47e-4, 6.73e-5, 6.99e-6, 4.43e-7, 6.53e-8, 3.22e-9, 1.97e-10},
                               {1.12e-8, 2.18e-9},
                               0.8,
                               1.0,
                               {1.3e-2, 2.5e-3, 5e-4, 1.2e-4, 1.2e-5, 1e-6, 7e-8, 1.1e-8, 1.7e-9}},
      dipoles{{1.06e-2, 2.29e-3, 5.97e-4, 1.38e-4, 2.11e-5, 2.29e-6, 2.71e-7, 1.88e-8, 1.37e-9},
              {6.6e-8, 1.4e-8},
              0.51,
              0.9,
              {1.5e-2, 4e-3, 1e-3, 2.5e-4, 3e-5, 3.5e-6, 4e-7, 3e-8, 2e-9}},
      charges{{2.96e-3, 3.50e-4, 5.01e-5, 9.14e-6, 8.31e-7, 5.03e-8, 2.31e-9, 1.86e-10, 1.5e-11},
              {4.5e-10, 7.7e-11},
              0.374,
              1.11,
              {2e-3, 4e-4, 7e-5, 1.6e-5, 1.5e-6, 1.2e-7, 5e-9, 4e-10, 3e-11}};
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
double at_order(const std::array<double, orders.size()>& e, int order) {
  std::size_t k = 0;
  while (k + 2 < orders.size() && order > orders[k + 1]) ++k;
  const double part = double(order - orders[k]) / (orders[k + 1] - orders[k]);
  return std::exp(std::log(e[k]) + part * (std::log(e[k + 1]) - std::log(e[k])));
}

double truncation(Layer layer, int order, bool waves) {
  auto e = measured(layer).truncation;
  if (!waves) std::copy(measured(layer).plain.begin(), measured(layer).plain.end(), e.end() - 2);
  return at_order(e, order);
}

double error_of_lattice(Layer layer, int order) {
  return at_order(measured(layer).lattice, order);
}

/// The smallest tolerance of fp32. Rounding alone errs by 6e-7 to 8e-7 in sums of forces and of charges and by 1.8e-6
/// in sums of dipoles: 30,000 uniform points, orders 16 and 20.
double least_in_fp32(Layer layer) {
  return layer == Layer::single || layer == Layer::coulomb ? 2e-6 : 5e-6;
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
  return std::hypot(truncation(layer, order, node_error > 0), error_of_nodes(layer, node_error));
}

double tree_error(int periodicity, Layer layer, int order, double node_error) {
  // more pairs meet through expansions, by the schemes of M2L and by the lattice, and the sum itself is smaller
  // dipoles err less beside a sum that is their closest pair's
  constexpr std::array<double, 4> tree_parts{1, 1.5, 1.8, 2.2}, lattice_parts{0, 0.6, 1, 0.9};
  constexpr std::array<double, 4> tree_parts_of_dipoles{1, 1.1, 1.2, 1.4};
  const auto k = static_cast<std::size_t>(periodicity);
  const bool dipoles = layer == Layer::double_layer || layer == Layer::combined;
  const double of_tree = dipoles ? tree_parts_of_dipoles[k] : tree_parts[k];
  // At high orders few points in the corners of the coarsest boxes err most.  3,000 forces, orders 22 to 30.
  constexpr int steep_from = 22;
  constexpr double steep = 0.4;
  const bool corners = layer == Layer::single && periodicity > 0 && order > steep_from;
  const double of_corners = corners ? 1 + steep * (order - steep_from) : 1;
  const double of_order = of_corners * truncation(layer, order, node_error > 0);
  return std::hypot(of_tree * std::hypot(of_order, error_of_nodes(layer, node_error)),
                    lattice_parts[k] * error_of_lattice(layer, order));
}

double tightest_tree_tolerance(Layer layer, int periodicity, Precision precision) {
  double least = tree_error(periodicity, layer, largest_order_in(precision), node_rules().back().error);
  if (precision == Precision::fp32) least = std::max(least, least_in_fp32(layer));
  // rounded up to the two digits that refusals tell, so that the tolerance that they name is not refused in turn
  const double digit = std::pow(10.0, std::floor(std::log10(least)) - 1);
  return std::ceil(least / digit) * digit;
}

namespace {
/// Squares of the shares of |f| e/r and |q n| e/r^2 (theory/fast-multipole.md (M33)).
constexpr double forces = 2.4, charges = 0.75, dipoles = 300;
}  // namespace

SumErrors tree_errors(int periodicity, Layer layer, int order, double node_error, const SumCounts& counts,
                      const FarPairs& far, double size) {
  // Measured on 8,000 points of five kinds: slopes of the error over (p + 1)/r; its pressure over 1/r; its curvature
  // over ((p + 1)/r)^2.
  constexpr double slope = 2.5, pressure_slope = 2.3, bend = 0.3;
  // images two periods away err less than what is just beyond touching, the less the more of them there are
  constexpr std::array<double, 4> of_lattice{0, 1, 0.5, 0.05};
  const bool coulomb = layer == Layer::coulomb, has_dipoles = layer == Layer::double_layer || layer == Layer::combined;
  const double n = order + 1.0;
  double value = 0, slopes = 0;
  const Layer of_forces = coulomb ? layer : Layer::single;
  const auto add = [&](double error_of_forces, double error_of_dipoles, const InversePowers& powers) {
    const double f = (coulomb ? charges : forces) * counts.squared_force_sum * std::pow(error_of_forces, 2);
    const double q = has_dipoles ? dipoles * counts.dipole_norm * std::pow(error_of_dipoles, 2) : 0.0;
    value += f * (powers.second + std::pow(bend * n * n * size, 2) * powers.sixth) + q * powers.fourth;
    slopes += f * powers.fourth + q * powers.sixth;
  };
  add(tree_error(of_forces, order, node_error), tree_error(layer, order, node_error), far.tree);
  const double share = std::sqrt(of_lattice[static_cast<std::size_t>(periodicity)]);
  add(share * error_of_lattice(of_forces, order), share * error_of_lattice(layer, order), far.lattice);
  SumErrors e;
  e.value = std::sqrt(value);
  e.gradient = slope * n * std::sqrt(slopes);
  if (!coulomb) e.pressure = pressure_slope * std::sqrt(slopes);
  return e;
}

double error_beyond(int order) {
  // 3,000 points of three kinds, random and smooth forces, 0 to 3 periodic directions
  constexpr double low = 1.2, high = 1.6;
  constexpr int low_order = 17, high_order = 24;
  const double part = std::clamp(double(order - low_order) / (high_order - low_order), 0.0, 1.0);
  return low + part * (high - low);
}

double node_errors(Layer layer, double node_error, const SumCounts& counts, const InversePowers& tree) {
  const bool coulomb = layer == Layer::coulomb, has_dipoles = layer == Layer::double_layer || layer == Layer::combined;
  const double of_forces = error_of_nodes(coulomb ? layer : Layer::single, node_error);
  const double of_dipoles = has_dipoles ? error_of_nodes(layer, node_error) : 0;
  return std::sqrt((coulomb ? charges : forces) * counts.squared_force_sum * of_forces * of_forces * tree.second +
                   dipoles * counts.dipole_norm * of_dipoles * of_dipoles * tree.fourth);
}

double error_of_net_density_by_nodes(Layer layer, double node_error) {
  constexpr double share = 0.05;
  return layer == Layer::double_layer ? 0 : share * error_of_nodes(Layer::single, node_error);
}

double error_of_net_density(int periodicity, Layer layer, int order, double node_error) {
  // 500 and 4,000 uniform points in a unit cube, equal forces, four tolerances: 0.07 to 0.16, 0.07 to 0.29, 0.07 to
  // 0.3; 500 to 60,000 with three periods, six tolerances: 0.02 to 0.5; the large ones at low orders
  constexpr int low_order = 12, high_order = 16;
  constexpr double at_high_orders = 0.4;
  const double part = std::clamp(double(order - low_order) / (high_order - low_order), 0.0, 1.0);
  const double of_order = 1 - part * (1 - at_high_orders);
  constexpr std::array<double, 4> of_forces{0.15, 0.29, 0.3, 0.4};
  if (layer == Layer::double_layer) return 0;
  const double share = layer == Layer::coulomb ? 0.5 : 1;
  const Layer of = layer == Layer::coulomb ? layer : Layer::single;
  // equal charges with three periods: 0.01 to 0.18 of the error of the nodes
  const double of_nodes = layer == Layer::coulomb && periodicity == 3 ? 0.1 * node_error : 0;
  return std::hypot(share * of_order * of_forces[static_cast<std::size_t>(periodicity)] *
                        tree_error(periodicity, of, order, node_error),
                    of_nodes);
}

double rounding_of_net_density(int periodicity, M2lScheme scheme, Precision precision) {
  // 5,000 and 60,000 equal charges in a cube, in fp32: 12, 31 to 32, and 76 to 90
  const double roundings = scheme == M2lScheme::plane_waves ? 13 : scheme == M2lScheme::rotation ? 32 : 85;
  if (periodicity == 0) return 0;
  const double rounding = precision == Precision::fp32 ? double(std::numeric_limits<float>::epsilon())
                                                       : std::numeric_limits<double>::epsilon();
  return roundings * rounding;
}

TreeParameters tree_parameters(const Box& box, Layer layer, double tolerance, std::optional<M2lScheme> scheme,
                               Precision precision) {
  TreeParameters best;
  best.box = box;
  best.layer = layer;
  best.precision = precision;
  const int most = largest_order_in(precision);
  Vector3 cell{1, 1, 1};
  if (box.periodicity > 0) cell = shape_of(periodic_cells(box.lengths, box.periodicity, {0, 0, 0}, {0, 0, 0}));
  const int periodicity = box.periodicity;
  const auto order_for = [&](double node_error) {
    int p = periodicity > 0 ? least_periodic_order : 2;
    while (p <= most && tree_error(periodicity, layer, p, node_error) > tolerance) ++p;
    return p;
  };
  const auto finish = [&] {
    best.expected_error = tree_error(periodicity, layer, best.order, best.node_error);
    best.leaf_points = static_cast<int>(best_leaf(layer, best.order) / mean_leaf_part);
    return best;
  };
  const auto refuse = [&] {
    throw RefusedError(text("the fast multipole sum cannot reach the tolerance {}; its tightest tolerance is {:.1e}",
                            tolerance, tightest_tree_tolerance(layer, periodicity, precision)));
  };
  if (precision == Precision::fp32 && tolerance < least_in_fp32(layer)) refuse();
  const int plain = order_for(0);
  const M2lScheme of_plain = scheme.value_or(default_scheme(plain, cell));
  if (of_plain != M2lScheme::plane_waves && plain <= most) {
    best.order = plain;
    best.scheme = of_plain;
    best.node_error = 0;
    return finish();
  }
  double least = 0;
  TreeParameters tried = best;
  for (const NodeRule& rule : node_rules()) {
    const int p = order_for(rule.error);
    if (p > most) continue;
    tried.order = p;
    tried.node_error = rule.error;
    const double cost = wave_work(tried);
    if (least > 0 && cost >= least) continue;
    least = cost;
    best.order = p;
    best.node_error = rule.error;
  }
  if (least == 0) refuse();
  return finish();
}

}  // namespace slurry::fmm
