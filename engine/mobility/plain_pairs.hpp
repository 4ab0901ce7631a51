// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "mobility/body_sizes.hpp"
#include "summation/plain_sum.hpp"

namespace slurry {

/// Sums the Rotne-Prager tensors (for points: Oseen's tensor) over all pairs and images: G f without 1/(8 pi eta) ->
/// out (M,3). targets (M,3) have radii of their own; radius 0 is a point of the fluid. A target at the centre of a body
/// is that body. Gauge of the sums: theory/conventions-and-gauges.md (C9).
/// The sum is done in extended precision (summation/plain_sum.hpp). Direct sums are measured against it. It shares
/// neither their loops over lanes and tiles nor their series over images. Source: theory/rotne-prager.md (R1)-(R3).
void plain_pairs(std::span<const double> positions, std::span<const double> forces, const BodySizes& sizes,
                 std::span<const double> targets, const BodySizes& target_sizes, const plain::Images& images,
                 std::span<double> out);

}  // namespace slurry
