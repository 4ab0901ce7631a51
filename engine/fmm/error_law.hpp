// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "fmm/far_pairs.hpp"
#include "fmm/tree_sum.hpp"

namespace slurry::fmm {

/// The law of the error of a whole tree, relative to the rms of the sum over targets, for densities without a common
/// direction: truncation at the order and the error of the plane waves' nodes, added as squares
/// (theory/fast-multipole.md (M32)).  node_error 0: another scheme.
double tree_error(Layer layer, int order, double node_error);
/// Expected error of a tree sum with periodic directions, including their images.
double tree_error(int periodicity, Layer layer, int order, double node_error);

/// Rms over the targets of the errors of value, gradient and pressure for densities without a common direction, from
/// the distances of what meets through expansions (theory/fast-multipole.md (M33)).  size: mean of (a^2 + b^2)/6 over
/// the pairs of spheres, 0 for points [length^2].
SumErrors tree_errors(int periodicity, Layer layer, int order, double node_error, const SumCounts& counts,
                      const FarPairs& far, double size = 0);

/// Error of a value per unit of net force or charge, in units of 1/length, where all densities point one way: their
/// errors add up, not the squares (theory/fast-multipole.md (M34)).
double error_of_net_density(int periodicity, Layer layer, int order, double node_error);

/// Error of a sum over what the highest degree of its local expansions gives, as rms over the targets: the degrees
/// beyond it, of multipoles and of local expansions (theory/fast-multipole.md (M35)).
double error_beyond(int order);

/// The parts of tree_errors and error_of_net_density that the nodes of plane waves have alone.
double node_errors(Layer layer, double node_error, const SumCounts& counts, const InversePowers& tree);
double error_of_net_density_by_nodes(Layer layer, double node_error);

/// Order, nodes and leaf size that cost least for a relative tolerance.  scheme: of M2L; empty: the quickest one that
/// cells of the box's shape have.  Throws RefusedError for a tolerance below tightest_tree_tolerance, and InputError
/// for a box that has no nearly cubic cells.
TreeParameters tree_parameters(const Box& box, Layer layer, double tolerance,
                               std::optional<M2lScheme> scheme = std::nullopt);
/// The lowest order in periodic boxes: below it a net force's far images are wrong by more than errors without a common
/// direction tell.
inline constexpr int least_periodic_order = 7;

/// The smallest relative tolerance that the tree takes, with two digits. Dipoles have steeper fields than charges and
/// the single layer, and a larger one.
double tightest_tree_tolerance(Layer layer, int periodicity = 0);

}  // namespace slurry::fmm
