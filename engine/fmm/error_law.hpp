// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fmm/tree_sum.hpp"

namespace slurry::fmm {

/// The law of the error of a whole tree, relative to the rms of the sum over targets, for densities without a common
/// direction: truncation at the order and the error of the plane waves' nodes, added as squares
/// (theory/fast-multipole.md (M32)).  node_error 0: another scheme.
double tree_error(Layer layer, int order, double node_error);

/// Order, nodes and leaf size that cost least for a relative tolerance.  Throws RefusedError for a tolerance below
/// tightest_tree_tolerance.
TreeParameters tree_parameters(const Box& box, Layer layer, double tolerance);

/// Relative, of charges and the single layer; dipoles have steeper fields.
double tightest_tree_tolerance(Layer layer);

}  // namespace slurry::fmm
