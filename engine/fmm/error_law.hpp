// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "fmm/far_pairs.hpp"
#include "fmm/tree_sum.hpp"

namespace slurry::fmm {

/// Predicted error of a whole tree, relative to the rms of the sum over targets, for densities without a common
/// direction. The squares of the truncation error at this order and of the error of the plane waves' nodes are added
/// (theory/fast-multipole.md (M32)). node_error: 0 for schemes without plane waves.
double tree_error(Layer layer, int order, double node_error);
/// Predicted error of a tree sum with periodic directions, including their images.
double tree_error(int periodicity, Layer layer, int order, double node_error);

/// Rms over the targets of the errors of value, gradient and pressure, for densities without a common direction. It
/// follows from the distances between points that meet through expansions (theory/fast-multipole.md (M33)). size: mean
/// of (a^2 + b^2)/6 over the pairs of spheres; 0 for points [length^2].
SumErrors tree_errors(int periodicity, Layer layer, int order, double node_error, const SumCounts& counts,
                      const FarPairs& far, double size = 0);

/// Error of a value per unit of net force or charge [1/length], if all densities point in the same direction. Their
/// errors then add up, and not the squares (theory/fast-multipole.md (M34)).
double error_of_net_density(int periodicity, Layer layer, int order, double node_error);

/// Error by rounding of a value per unit of net force or charge [1/length]. In a periodic box the contributions of near
/// boxes and of far images nearly cancel (theory/fast-multipole.md (M34a)). 0 in free space.
double rounding_of_net_density(int periodicity, M2lScheme scheme, Precision precision);

/// Ratio of the error of a sum to the contribution of the highest degree of its local expansions, as rms over the
/// targets. The error comes from the degrees beyond it, of multipoles and of local expansions (theory/fast-multipole.md
/// (M35)).
double error_beyond(int order);

/// The parts of tree_errors and error_of_net_density that only the nodes of plane waves cause.
double node_errors(Layer layer, double node_error, const SumCounts& counts, const InversePowers& tree);
double error_of_net_density_by_nodes(Layer layer, double node_error);

/// Chooses order, nodes and leaf size with the least cost for a relative tolerance. scheme: of M2L; if empty, the
/// quickest scheme for cells of the box's shape. Throws RefusedError for a tolerance below tightest_tree_tolerance.
/// Throws InputError if the box cannot be divided into nearly cubic cells.
TreeParameters tree_parameters(const Box& box, Layer layer, double tolerance,
                               std::optional<M2lScheme> scheme = std::nullopt, Precision precision = Precision::fp64);
/// The lowest order in periodic boxes. At lower orders the far images of a net force have larger errors than those
/// predicted for densities without a common direction.
inline constexpr int least_periodic_order = 7;

/// The smallest relative tolerance that the tree takes, with two digits. Dipoles have steeper fields than charges and
/// the single layer, and a larger one. In fp32 rounding is the floor.
double tightest_tree_tolerance(Layer layer, int periodicity = 0, Precision precision = Precision::fp64);

}  // namespace slurry::fmm
